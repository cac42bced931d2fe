/// Sorts elements by weight: heavy ones are tried first, and light ones wait.
///
/// Heavy is 1/32 of the total weight or more. The many later tests then run on less, and where one
/// of several elements must stay, a light one does.
///
///     sieve.find_heavy(elements);
///     sieve.sift(siblings);  // the heavy ones, the heaviest first; the light ones wait
///     auto later = sieve.take_waiting();
///
/// Cost: O(elements) each, and O(h log h) to sort the at most 32 heavy ones of a list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/reduction.h"

namespace whittle {

class WeightSieve {
 public:
  explicit WeightSieve(Elements elements) : elements_(std::move(elements)) {}

  /// Sets the weight of a heavy element among these. True if one of them is that heavy.
  bool find_heavy(std::span<const std::uint32_t> elements);
  /// Leaves the heavy ones, ordered by the power of two of their weight. The others wait.
  void sift(std::vector<std::uint32_t>& siblings);

  void wait(std::span<const std::uint32_t> elements) {
    waiting_.insert(waiting_.end(), elements.begin(), elements.end());
  }
  const std::vector<std::uint32_t>& waiting() const { return waiting_; }
  std::vector<std::uint32_t> take_waiting() { return std::exchange(waiting_, {}); }

 private:
  Elements elements_;
  double heavy_ = 0;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace whittle
