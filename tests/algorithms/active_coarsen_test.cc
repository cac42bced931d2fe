#include "algorithms/active_coarsen.h"

#include <cmath>
#include <gtest/gtest.h>

#include "support/reductions.h"

namespace whittle {
namespace {

std::size_t kept_in_first_draw(double start) {
  return ActiveCoarsen(10'000, {.start = start}).next_query()->kept.count();
}

TEST(ActiveCoarsen, KeepsEachElementWithTheFirstProbability) {
  EXPECT_NEAR(static_cast<double>(kept_in_first_draw(0.5)), 5000, 200);
  EXPECT_NEAR(static_cast<double>(kept_in_first_draw(0.9)), 9000, 150);
}

/// How many elements are kept after this many outcomes of a kind.
double kept_after(Outcome outcome, std::size_t times, double rate) {
  ActiveCoarsen draws(100'000, {.rate = rate});
  for (std::size_t i = 0; i < times; ++i) draws.observe(outcome);
  return static_cast<double>(draws.next_query()->kept.count()) /
         static_cast<double>(draws.best().count());
}

// After k refusals the logit of the probability is k * rate / e.
TEST(ActiveCoarsen, KeepsMoreAfterRefusalsAndLessAfterSuccesses) {
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  EXPECT_NEAR(kept_after(Outcome::uninteresting, 20, 0.1), logistic(20 * 0.1 / std::exp(1)), 0.01);
  EXPECT_NEAR(kept_after(Outcome::uninteresting, 20, 0.3), logistic(20 * 0.3 / std::exp(1)), 0.01);
  EXPECT_NEAR(kept_after(Outcome::interesting, 4, 0.1), logistic(-0.4 * (1 - 1 / std::exp(1))),
              0.02);
}

TEST(ActiveCoarsen, EndsWhenNearlyEverythingIsKept) {
  ActiveCoarsen draws(1000);
  std::size_t asked = 0;
  for (; draws.next_query(); ++asked) draws.observe(Outcome::uninteresting);
  EXPECT_NEAR(static_cast<double>(asked), std::log(999) * std::exp(1) / 0.1, 2);
}

TEST(ActiveCoarsen, TriesEachOpenElementAloneOnceThirtyAreLeft) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    ActiveCoarsen draws(200, {.seed = seed});
    const Predicate predicate = needs({3, 40, 41, 190});
    while (const auto query = draws.next_query()) draws.observe(outcome_of(predicate(query->kept)));
    EXPECT_EQ(draws.best(), subset_of(200, {3, 40, 41, 190})) << seed;
  }
}

}  // namespace
}  // namespace whittle
