/// The elements an algorithm goes through, in its direction, and the chunks it cuts them into.
///
/// A list is made once a round and never changed, so copies of an algorithm can share it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/choices.h"
#include "base/subset.h"

namespace whittle {

using ElementList = std::shared_ptr<const std::vector<std::uint32_t>>;
using ElementSpan = std::span<const std::uint32_t>;

inline ElementList list_of(const Subset& kept, Direction direction) {
  std::vector<std::uint32_t> elements = kept.elements();
  if (direction == Direction::backward) std::reverse(elements.begin(), elements.end());
  return std::make_shared<const std::vector<std::uint32_t>>(std::move(elements));
}

inline Subset without(Subset kept, ElementSpan elements) {
  for (std::uint32_t element : elements) kept.erase(element);
  return kept;
}

inline Subset only(std::size_t size, ElementSpan elements) {
  Subset kept = Subset::none(size);
  for (std::uint32_t element : elements) kept.insert(element);
  return kept;
}

/// A list cut into chunks that differ in length by one at most. The shorter ones come first, as in
/// Zeller's DD.py and picire: the counts of Table 3(a) in "Practical improvements" need it.
class Chunks {
 public:
  Chunks() = default;
  /// Requires: 1 <= `count` <= how many are kept.
  Chunks(const Subset& kept, Direction direction, std::size_t count)
      : elements_(list_of(kept, direction)), count_(count) {
    assert(1 <= count && count <= elements_->size());
  }

  std::size_t count() const { return count_; }
  ElementSpan operator[](std::size_t chunk) const {
    return ElementSpan(*elements_).subspan(start(chunk), start(chunk + 1) - start(chunk));
  }

 private:
  std::size_t start(std::size_t chunk) const {
    const std::size_t length = elements_->size() / count_, longer = elements_->size() % count_;
    const std::size_t shorter = count_ - longer;
    return chunk * length + (chunk > shorter ? chunk - shorter : 0);
  }

  ElementList elements_;
  std::size_t count_ = 0;
};

/// How often a kind of query was interesting so far, as an estimate for the next one.
class SuccessRate {
 public:
  void count(bool interesting) { ++(interesting ? interesting_ : uninteresting_); }
  double value() const {
    return (static_cast<double>(interesting_) + 0.5) /
           (static_cast<double>(interesting_ + uninteresting_) + 1.0);
  }

 private:
  std::uint32_t interesting_ = 0;
  std::uint32_t uninteresting_ = 0;
};

}  // namespace whittle
