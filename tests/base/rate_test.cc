#include "base/rate.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "base/random.h"

namespace whittle {
namespace {

using Decision = RateTest::Decision;

/// The probability that `test` accepts a document with this rate, and the runs that it takes on
/// average: exact, by following all sequences of runs at once.
struct Behaviour {
  double accepts = 0;
  double runs = 0;
};
Behaviour behaviour(const RateTest& test, double rate) {
  Behaviour seen;
  std::vector<double> open{1};  // by the number of runs that failed
  for (std::size_t all = 0; all <= test.most && !open.empty(); ++all) {
    std::vector<double> next(open.size() + 1, 0.0);
    bool is_open = false;
    for (std::size_t failed = 0; failed < open.size(); ++failed) {
      if (open[failed] < 1e-9) continue;  // too rare to matter below
      const Decision decision = test.after({failed, all});
      if (decision == Decision::accepted) seen.accepts += open[failed];
      if (decision != Decision::open) {
        seen.runs += open[failed] * static_cast<double>(all);
        continue;
      }
      is_open = true;
      next[failed + 1] += open[failed] * rate;
      next[failed] += open[failed] * (1 - rate);
    }
    if (!is_open) break;
    open = std::move(next);
  }
  return seen;
}

std::vector<PromisedRate> promises() {
  std::vector<PromisedRate> all;
  for (std::size_t failed : {5u, 11u, 20u}) all.push_back(half_of({failed, 20}));
  for (double least : {0.3, 0.5, 0.9})
    for (std::size_t failed : {11u, 20u}) all.push_back(at_least(least, {failed, 20}));
  return all;
}

// Wald: the two error probabilities are at most accepts_low / (1 - refuses_high) and
// refuses_high / (1 - accepts_low), because the last run may overshoot the bounds.
TEST(RateTest, ErrsAtMostAsOftenAsItsBoundsSay) {
  for (const PromisedRate& promise : promises())
    for (const RateTest& test : {promise.of_candidates(), promise.of_result()}) {
      EXPECT_LE(behaviour(test, test.low).accepts, test.accepts_low / (1 - test.refuses_high))
          << test.low << " " << test.high;
      if (test.low > 0.8) continue;  // `most` may end the test
      EXPECT_LE(1 - behaviour(test, test.high).accepts, test.refuses_high / (1 - test.accepts_low))
          << test.low << " " << test.high;
    }
}

TEST(RateTest, AHigherRateIsAcceptedMoreOften) {
  for (const PromisedRate& promise : promises())
    for (const RateTest& test : {promise.of_candidates(), promise.of_result()}) {
      double before = 0;
      for (double rate = 0.05; rate < 1; rate += 0.3) {
        const double accepts = behaviour(test, rate).accepts;
        EXPECT_GE(accepts, before - 1e-5);
        before = accepts;
      }
    }
}

TEST(RateTest, ADocumentThatNeverFailsIsRefusedAndOneThatAlwaysFailsIsAccepted) {
  for (const PromisedRate& promise : promises())
    for (const RateTest& test : {promise.of_candidates(), promise.of_result()}) {
      EXPECT_EQ(behaviour(test, 0).accepts, 0);
      EXPECT_NEAR(behaviour(test, 1).accepts, 1, 1e-6);
    }
}

TEST(RateTest, RefusingIsCheap) {
  // The runs until a document that never fails is refused, by the rate of the original.
  const auto runs = [](std::size_t failed) {
    return behaviour(half_of({failed, 20}).of_candidates(), 0).runs;
  };
  EXPECT_EQ(runs(20), 1);
  EXPECT_EQ(runs(11), 3);
  EXPECT_EQ(runs(5), 9);
  EXPECT_EQ(runs(1), 52);
}

TEST(RateTest, TheResultIsTestedWithMoreCareThanACandidate) {
  for (const PromisedRate& promise : promises()) {
    const RateTest candidate = promise.of_candidates(), result = promise.of_result();
    EXPECT_LT(behaviour(result, promise.least).accepts, 0.0106);
    EXPECT_LE(result.high, candidate.high);
    EXPECT_GT(result.high, result.low);
  }
}

TEST(Rate, IsSurelyAboveItsBoundInNineteenOfTwentyCases) {
  Random random(1);
  for (double rate : {0.1, 0.5, 0.9})
    for (std::size_t runs : {20u, 100u}) {
      std::size_t above = 0, cases = 4000;
      for (std::size_t i = 0; i < cases; ++i) {
        Runs seen;
        for (std::size_t run = 0; run < runs; ++run)
          seen.add(outcome_of(static_cast<double>(random.below(1000)) < 1000 * rate));
        above += surely_above(seen) <= rate;
      }
      EXPECT_GE(above, cases * 93 / 100) << rate << " " << runs;
    }
}

TEST(Rate, IsMeasuredWhenItIsSurelyNotBelowHalfOfItself) {
  EXPECT_FALSE(is_measured({0, 0}));
  EXPECT_FALSE(is_measured({19, 19}));
  EXPECT_TRUE(is_measured({20, 20}));
  EXPECT_FALSE(is_measured({0, 500}));
  EXPECT_FALSE(is_measured({11, 19}));
  EXPECT_TRUE(is_measured({11, 20}));
  EXPECT_FALSE(is_measured({2, 20}));
  EXPECT_TRUE(is_measured({6, 120}));
}

}  // namespace
}  // namespace whittle
