/// How likely elements are needed, learned on the way.
///
/// Counts, for distances 1, 2-3, 4-7 and so on from the last needed element, how many elements were
/// seen there and how many of them were needed: the hazard of a renewal process. The same for
/// weights. Where few elements were seen, the estimate is drawn towards the overall rate. The two
/// odds are multiplied. A single rate, or one that forgets, asks up to twice as many questions
/// where needed elements cluster (docs/rejected.md).
///
/// If the elements came with chances, the first rounds multiply these in as well.
///
///     NeedOdds odds(elements, roots);
///     odds.saw(distance, element, true);
///     std::size_t size = odds.even_size(pool.groups(), distance, limit);
///
/// Cost: O(1) for each element that is seen or judged.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "algorithms/gallop/element_group.h"
#include "algorithms/reduction.h"

namespace whittle {

/// The elements that a round begins as if it had seen. See need_odds.cc for the values.
struct NeedCount {
  double needed = 0;
  double seen = 0;
};
extern const NeedCount first_expectation;    ///< for elements about which nothing is known
extern const NeedCount revisit_expectation;  ///< for elements that were found needed once

class NeedOdds {
 public:
  /// Starts with the mean chance of `roots`, or with `first_expectation` if there are no chances.
  NeedOdds(Elements elements, std::span<const std::uint32_t> roots);

  /// Forgets the elements seen, but not the chances.
  void restart(NeedCount expected);
  /// From now on ignores the chances: for elements that were found needed, the outcome says more.
  void forget_chances() { uses_chances_ = false; }

  void saw(std::size_t distance, std::uint32_t element, bool needed);
  /// The share of all elements that were needed.
  double rate() const { return all_.needed / all_.seen; }
  /// True if the elements came with chances, and these say that more than half are needed.
  bool expected_most() const { return mean_odds_ > 1; }
  /// The probability that an element is needed.
  double need(std::size_t distance, std::uint32_t element) const;
  /// The probability that none of the group is needed. Its first element is at `distance`.
  double all_free(const ElementGroup& group, std::size_t distance) const;
  /// How many elements, from the top of the pool, are all free with a probability of about 1/2; at
  /// most `limit`, at least 1. The last group is the top, and its first element is at `distance`.
  std::size_t even_size(std::span<const ElementGroup> pool, std::size_t distance,
                        std::size_t limit) const;

 private:
  static constexpr std::size_t bands = 24;
  static std::size_t band(std::size_t value);
  double odds(const NeedCount& count) const;

  Elements elements_;
  bool uses_chances_;
  double mean_odds_ = 1;  // of being needed, by the chances
  NeedCount all_;
  std::array<NeedCount, bands> by_distance_{};
  std::array<NeedCount, bands> by_weight_{};
};

}  // namespace whittle
