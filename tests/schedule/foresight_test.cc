#include "schedule/foresight.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "schedule/list_search.h"
#include "schedule/scheduler.h"
#include "support/scripted_oracle.h"

namespace whittle {
namespace {

using namespace std::chrono_literals;

/// Tries each element alone, sure that it can go.
class Hopeful {
 public:
  explicit Hopeful(std::size_t size) : best_(Subset::all(size)) {}
  std::optional<Query> next_query() const {
    if (next_ == best_.size()) return std::nullopt;
    Query query{best_, 0.95};
    query.kept.erase(next_);
    return query;
  }
  void observe(Outcome outcome) {
    if (outcome == Outcome::interesting) best_.erase(next_);
    ++next_;
  }
  const Subset& best() const { return best_; }

 private:
  Subset best_;
  std::size_t next_ = 0;
};

Clues stated(double likelihood) {
  return {likelihood, 0.5, std::nullopt};
}

TEST(Foresight, AnAlgorithmIsTakenByItsWordAtFirst) {
  const Foresight foresight;
  for (const double likelihood : {0.1, 0.5, 0.8})
    EXPECT_NEAR(foresight(stated(likelihood)), likelihood, 1e-9);
  EXPECT_GT(foresight(stated(0)), 0);
  EXPECT_LT(foresight(stated(1)), 1);
}

TEST(Foresight, LargeStepsAreLessLikelyAndOutcomesComeInRows) {
  const Foresight foresight;
  EXPECT_LT(foresight({0.5, 0.99, std::nullopt}), foresight({0.5, 0.01, std::nullopt}));
  EXPECT_LT(foresight({0.5, 0.5, Outcome::uninteresting}), 0.5);
  EXPECT_GT(foresight({0.5, 0.5, Outcome::interesting}), 0.5);
}

TEST(Foresight, OutcomesThatTakeTurnsAreExpectedTo) {
  Foresight foresight;
  for (int i = 0; i < 100; ++i)
    foresight.learn({0.5, 0.5, outcome_of(i % 2 == 1)}, outcome_of(i % 2 == 0));
  EXPECT_LT(foresight({0.5, 0.5, Outcome::interesting}), 0.3);
  EXPECT_GT(foresight({0.5, 0.5, Outcome::uninteresting}), 0.7);
}

TEST(Foresight, WhoIsAlwaysRefusedIsNotBelieved) {
  Foresight foresight;
  for (int i = 0; i < 30; ++i) foresight.learn(stated(0.9), Outcome::uninteresting);
  EXPECT_LT(foresight(stated(0.9)), 0.2);
  for (int i = 0; i < 30; ++i) foresight.learn(stated(0.9), Outcome::interesting);
  EXPECT_GT(foresight(stated(0.9)), 0.8);
}

TEST(Foresight, WhoIsRightIsStillBelievedLater) {
  Foresight foresight;
  Random random(1);
  double off = 0;
  for (int i = 0; i < 1000; ++i) {
    const double likelihood = 0.1 + 0.1 * static_cast<double>(random.below(9));
    foresight.learn(stated(likelihood),
                    outcome_of(static_cast<double>(random.below(1000)) < 1000 * likelihood));
    off += std::abs(foresight(stated(likelihood)) - likelihood);
  }
  EXPECT_LT(off / 1000, 0.15);
}

TEST(Foresight, ATestThatOutlivesAllThatWereRefusedIsLikelyToBeInteresting) {
  Foresight foresight;
  for (int i = 0; i < 50; ++i) foresight.ended(Outcome::uninteresting, 1, 100us);
  for (int i = 0; i < 5; ++i) foresight.ended(Outcome::interesting, 5, 500us);
  EXPECT_NEAR(foresight(stated(0.1), 1), 0.1, 0.01);
  EXPECT_GT(foresight(stated(0.1), 2), 0.7);
  EXPECT_GT(foresight(stated(0.1), 1000), 0.4);
}

TEST(Foresight, MostOfTheTimeIsThatOfLongTests) {
  Foresight foresight;
  EXPECT_NEAR(foresight.while_running(stated(0.3), 0), 0.3, 1e-9);
  for (int i = 0; i < 50; ++i) foresight.ended(Outcome::uninteresting, 0, 100us);
  EXPECT_NEAR(foresight.while_running(stated(0.3), 0), 0.3, 1e-2) << "nothing else was seen yet";
  for (int i = 0; i < 50; ++i) foresight.ended(Outcome::interesting, 0, 1000us);
  EXPECT_GT(foresight.while_running(stated(0.3), 0), 0.7);
  EXPECT_NEAR(foresight(stated(0.3)), 0.3, 1e-9) << "which says nothing of how often";
}

TEST(Foresight, SlowSuccessesAreGuessedWhileTheyRun) {
  // Every fifth element can go, and to find that out takes five times as long.
  constexpr std::size_t size = 300;
  ScriptedOracle oracle(
      [](const Document& candidate) {
        const Subset kept = ListSearch::kept(candidate, size);
        for (std::size_t i = 0; i < size; ++i)
          if (i % 5 && !kept.contains(i)) return Outcome::uninteresting;
        return Outcome::interesting;
      },
      2);
  const ScriptedOracle::Duration duration = [&](const Document& candidate) {
    const Subset kept = ListSearch::kept(candidate, size);
    for (std::size_t i = 0; i < size; ++i)
      if (i % 5 && !kept.contains(i)) return std::chrono::microseconds(100);
    return std::chrono::microseconds(500);
  };
  oracle.set_duration(duration);
  AnySearch search = ListSearch(AnyReduction(Hopeful(size)));
  Memo memo;
  Observer nobody;
  ASSERT_TRUE(run(search, oracle, memo, nobody));
  // One slot would take 240 * 100 + 60 * 500.
  EXPECT_LT(oracle.now(), std::chrono::microseconds(54'000 * 7 / 10));
}

TEST(Foresight, FewTestsAheadAreInVainEvenIfTheAlgorithmHopesInVain) {
  ScriptedOracle oracle([](const Document&) { return Outcome::uninteresting; }, 2);
  AnySearch search = ListSearch(AnyReduction(Hopeful(200)));
  Memo memo;
  Observer nobody;
  ASSERT_TRUE(run(search, oracle, memo, nobody));
  EXPECT_LT(oracle.started(), 220u);
}

}  // namespace
}  // namespace whittle
