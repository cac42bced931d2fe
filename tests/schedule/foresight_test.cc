#include "schedule/foresight.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "schedule/scheduler.h"
#include "support/list_search.h"
#include "support/scripted_oracle.h"

namespace whittle {
namespace {

TEST(Foresight, AnAlgorithmIsTakenByItsWordAtFirst) {
  const Foresight foresight;
  for (const double stated : {0.1, 0.5, 0.8}) EXPECT_NEAR(foresight(stated), stated, 1e-9);
  EXPECT_GT(foresight(0), 0);
  EXPECT_LT(foresight(1), 1);
}

TEST(Foresight, WhoIsAlwaysRefusedIsNotBelieved) {
  Foresight foresight;
  for (int i = 0; i < 30; ++i) foresight.learn(0.9, Outcome::uninteresting);
  EXPECT_LT(foresight(0.9), 0.2);
  for (int i = 0; i < 30; ++i) foresight.learn(0.9, Outcome::interesting);
  EXPECT_GT(foresight(0.9), 0.8);
}

TEST(Foresight, WhoIsRightIsStillBelievedLater) {
  Foresight foresight;
  Random random(1);
  double off = 0;
  for (int i = 0; i < 1000; ++i) {
    const double stated = 0.1 + 0.1 * static_cast<double>(random.below(9));
    foresight.learn(stated, outcome_of(static_cast<double>(random.below(1000)) < 1000 * stated));
    off += std::abs(foresight(stated) - stated);
  }
  EXPECT_LT(off / 1000, 0.15);
}

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
