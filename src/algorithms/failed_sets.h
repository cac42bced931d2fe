/// Inference from sets whose removal failed, as the reference code of ProbDD and its port to CHISEL
/// have it: if all but one element of such a set has been removed since, that element is needed
/// and is not tried alone.
///
/// This is right for monotone tests, where adding elements never makes an interesting candidate
/// uninteresting. For others it may miss removals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/subset.h"

namespace whittle {

class FailedSets {
 public:
  FailedSets() = default;
  explicit FailedSets(std::size_t size) : needed_(Subset::none(size)) {}

  bool is_needed(std::uint32_t element) const { return needed_.contains(element); }
  void add(std::vector<std::uint32_t> set) {
    if (set.size() == 1) needed_.insert(set.front());
    sets_.push_back(std::make_shared<const std::vector<std::uint32_t>>(std::move(set)));
  }

  /// Goes through the sets after something was removed; how many elements are needed by that. Sets
  /// with an element known to be needed have nothing more to tell and are dropped, so that few are
  /// left to go through.
  std::size_t infer(const Subset& remaining) {
    std::size_t found = 0;
    std::erase_if(sets_, [&](const auto& set) {
      std::size_t left = 0;
      std::uint32_t last = 0;
      for (std::uint32_t element : *set) {
        if (!remaining.contains(element)) continue;
        if (needed_.contains(element)) return true;
        last = element;
        ++left;
      }
      if (left != 1) return false;
      needed_.insert(last);
      ++found;
      return true;
    });
    return found;
  }

 private:
  Subset needed_;
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> sets_;
};

/// The elements of a batch that an algorithm asked about.
template <typename Odds>
std::vector<std::uint32_t> elements_of(const std::vector<Odds>& batch) {
  std::vector<std::uint32_t> elements;
  for (const Odds& one : batch) elements.push_back(one.element);
  return elements;
}

/// The first `count` entries of an order whose elements are needed.
template <typename Odds, typename Order>
std::vector<Odds> settled_by(const FailedSets& failed, const Order& order, std::size_t count) {
  std::vector<Odds> settled;
  if (count > 0)
    order.visit_while([&](const Odds& entry) {
      if (failed.is_needed(entry.element)) settled.push_back(entry);
      return settled.size() < count;
    });
  return settled;
}

}  // namespace whittle
