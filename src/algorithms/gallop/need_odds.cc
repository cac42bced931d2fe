// Groups are sized so that they succeed about half of the time, because an outcome at even odds
// carries the most information: one bit. Sizes for other odds were measured and gain at most 8 % of
// the time where needed elements are scattered (docs/rejected.md, "Larger groups, because a refusal
// is quicker than a success").
#include "algorithms/gallop/need_odds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace whittle {

// Chosen with bench/simulate; docs/rejected.md has the figures of other values.
constexpr NeedCount first_expectation{.needed = 0.7, .seen = 32};
constexpr NeedCount revisit_expectation{.needed = 1, .seen = 2};

namespace {

constexpr double told_seen = 8;  // the weight of the given chances, as a number of elements
// A chance of 0 or 1 would be certain, and no outcome could correct it. The upper limit is the
// expectation of a round without chances.
constexpr double least_chance = 0.005;
constexpr double most_chance = 1 - first_expectation.needed / first_expectation.seen;
constexpr double lean = 4;  // the weight of the overall rate in a band, as a number of elements

/// The odds that an element is needed, by the chance that came with it.
double told_odds(double chance) {
  const double free = std::clamp(chance, least_chance, most_chance);
  return (1 - free) / free;
}

}  // namespace

NeedOdds::NeedOdds(Elements elements, std::span<const std::uint32_t> roots)
    : elements_(std::move(elements)),
      uses_chances_(elements_.has_chances()),
      all_(first_expectation) {
  if (!uses_chances_ || roots.empty()) return;
  double free = 0;
  for (const std::uint32_t element : roots) free += elements_.chance(element);
  free /= static_cast<double>(roots.size());
  mean_odds_ = told_odds(free);
  if (free < most_chance)
    all_ = {.needed = told_seen * mean_odds_ / (1 + mean_odds_), .seen = told_seen};
}

void NeedOdds::restart(NeedCount expected) {
  all_ = expected;
  by_distance_ = {};
  by_weight_ = {};
}

std::size_t NeedOdds::band(std::size_t value) {
  return std::min(static_cast<std::size_t>(std::bit_width(value | 1)), bands) - 1;
}

void NeedOdds::saw(std::size_t distance, std::uint32_t element, bool needed) {
  const Weight weight = elements_.weight(element);
  for (NeedCount* count : {&all_, &by_distance_[band(distance)], &by_weight_[band(weight)]}) {
    count->seen += 1;
    count->needed += needed ? 1 : 0;
  }
}

/// 1.001 instead of 1: where all elements were needed, the odds stay finite.
double NeedOdds::odds(const NeedCount& count) const {
  const double rate = (count.needed + lean * all_.needed / all_.seen) / (count.seen + lean);
  return rate / (1.001 - rate);
}

double NeedOdds::need(std::size_t distance, std::uint32_t element) const {
  const double both = odds(by_distance_[band(distance)]) *
                      odds(by_weight_[band(elements_.weight(element))]) / odds(all_);
  const double learned = both / (both + 1);
  if (!uses_chances_) return learned;
  const double told =
      learned / (1.001 - learned) * told_odds(elements_.chance(element)) / mean_odds_;
  return told / (told + 1);
}

double NeedOdds::all_free(const ElementGroup& group, std::size_t distance) const {
  double likelihood = 1;
  for (const std::uint32_t element : group.elements()) likelihood *= 1 - need(distance++, element);
  return likelihood;
}

std::size_t NeedOdds::even_size(std::span<const ElementGroup> pool, std::size_t distance,
                                std::size_t limit) const {
  double bits = 1;  // of certainty still to spend
  std::size_t count = 0;
  for (std::size_t g = pool.size(); g-- > 0;)
    for (const std::uint32_t element : pool[g].elements()) {
      const double cost = -std::log2(1 - need(distance++, element));
      if (count > 0 && (count >= limit || cost > 2 * bits)) return count;
      bits -= cost;
      ++count;
    }
  return count;
}

}  // namespace whittle
