/// A stretch of a shared list of elements: the unit in which gallop asks, searches and gives back.
///
/// The list is in the order of visits and never changes, so a copy and a part cost O(1).
///
///     ElementGroup group = ElementGroup::of({7, 5, 4, 1});
///     ElementGroup front = group.take_front(2);  // 7 and 5; group keeps 4 and 1
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/subset.h"

namespace whittle {

class ElementGroup {
 public:
  ElementGroup() = default;
  /// `lead` is the distance of the first element from the last needed one before the list.
  static ElementGroup of(std::vector<std::uint32_t> elements, std::size_t lead = 1) {
    ElementGroup group;
    group.end_ = elements.size();
    group.lead_ = lead;
    group.list_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(elements));
    return group;
  }

  std::size_t size() const { return end_ - begin_; }
  bool empty() const { return begin_ == end_; }
  std::span<const std::uint32_t> elements() const {
    return empty() ? std::span<const std::uint32_t>() : std::span(*list_).subspan(begin_, size());
  }

  /// Splits off the first `count` elements. Requires: there are as many.
  ElementGroup take_front(std::size_t count) {
    assert(count <= size());
    ElementGroup front = *this;
    front.end_ = begin_ + count;
    begin_ = front.end_;
    return front;
  }
  /// Puts `front` before this group again if it was split off there; otherwise gives false.
  bool put_back(const ElementGroup& front) {
    if (list_ != front.list_ || begin_ != front.end_) return false;
    begin_ = front.begin_;
    return true;
  }
  /// The distance of the first element from the last one before it in the list that is `needed`.
  std::size_t distance_from(const Subset& needed) const {
    std::size_t back = 0;
    while (back < begin_ && !needed.contains((*list_)[begin_ - 1 - back])) ++back;
    return back == begin_ ? back + lead_ : back + 1;
  }

 private:
  std::shared_ptr<const std::vector<std::uint32_t>> list_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t lead_ = 1;
};

}  // namespace whittle
