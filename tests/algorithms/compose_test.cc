#include "algorithms/compose.h"

#include <gtest/gtest.h>

#include "algorithms/cdd.h"
#include "algorithms/dd.h"
#include "algorithms/ddmin.h"
#include "algorithms/one_minimal.h"
#include "support/reductions.h"

namespace whittle {
namespace {

const MakeReduction ddmin = [](Elements elements, std::size_t) -> AnyReduction {
  return Ddmin(elements.count());
};
const MakeReduction sweep = [](Elements elements, std::size_t) -> AnyReduction {
  return OneMinimal(elements.count());
};

TEST(Chain, OfOneStageAsksWhatTheStageAsks) {
  EXPECT_EQ(run(Chain(Elements(20), {ddmin}), needs({3, 11, 12})).asked,
            run(Ddmin(20), needs({3, 11, 12})).asked);
}

TEST(Chain, TheSecondStageSeesWhatTheFirstLeft) {
  const Steps first = run(Ddmin(20), needs({3, 11, 12}));
  const Steps both = run(Chain(Elements(20), {ddmin, sweep}), needs({3, 11, 12}));
  ASSERT_EQ(both.asked.size(), first.asked.size() + 3);
  EXPECT_EQ(both.asked[first.asked.size()], subset_of(20, {11, 12}));
  EXPECT_EQ(both.asked.back(), subset_of(20, {3, 11}));
}

TEST(Chain, RepeatsUntilARoundRemovesNothing) {
  // Each can go only after the one behind it has: a pass forward removes one, and the last finds
  // none.
  const Predicate one_by_one = [](const Subset& kept) {
    for (std::size_t i = 0; i + 1 < kept.size(); ++i)
      if (!kept.contains(i) && kept.contains(i + 1)) return false;
    return kept.contains(0);
  };
  std::size_t rounds = 0;
  const MakeReduction single_pass = [&](Elements elements, std::size_t round) -> AnyReduction {
    rounds = round + 1;
    return Cdd(elements.count(), {.p0 = 0.9});
  };
  const Steps steps =
      run(Chain(Elements(5), {single_pass}, Repeat::until_nothing_goes), one_by_one);
  EXPECT_EQ(steps.result, subset_of(5, {1}));
  EXPECT_EQ(rounds, 5u);
}

TEST(Chain, HandsTheWeightsOfWhatIsLeftToTheNextStage) {
  std::vector<Weight> seen;
  const MakeReduction look = [&](Elements elements, std::size_t) -> AnyReduction {
    seen = elements.weights();
    return OneMinimal(elements.count());
  };
  run(Chain(Elements(std::vector<Weight>{1, 2, 3, 4}), {ddmin, look}), needs({2, 4}));
  EXPECT_EQ(seen, (std::vector<Weight>{2, 4}));
}

TEST(RestrictTo, AForestLosesWhatHangsOnWhatIsGoneAndItsWeight) {
  // 0 holds 1 and 3, 1 holds 2; 4 stands alone.
  constexpr std::uint32_t root = Elements::no_parent;
  const Elements forest({10, 5, 2, 3, 1}, {root, 0, 1, 0, root});
  Subset kept = Subset::all(5);
  kept.erase(1);
  const Restriction left = restrict_to(forest, kept);
  EXPECT_EQ(*left.members, (std::vector<std::uint32_t>{0, 3, 4}));
  EXPECT_EQ(left.elements.weights(), (std::vector<Weight>{5, 3, 1}));
  EXPECT_EQ(left.elements.parent(1), 0u);
  EXPECT_EQ(left.elements.parent(2), root);
}

TEST(RestrictTo, AForestThatLostALeafKeepsTheRest) {
  constexpr std::uint32_t root = Elements::no_parent;
  const Elements forest({10, 5, 2, 3, 1}, {root, 0, 1, 0, root});
  Subset kept = Subset::all(5);
  kept.erase(2);
  const Restriction left = restrict_to(forest, kept);
  EXPECT_EQ(*left.members, (std::vector<std::uint32_t>{0, 1, 3, 4}));
  EXPECT_EQ(left.elements.weights(), (std::vector<Weight>{8, 3, 3, 1}));
}

TEST(Dd, IsolatesAnElementThatMakesTheDifference) {
  for (std::size_t needed = 1; needed <= 20; ++needed) {
    Dd dd(20);
    const Predicate predicate = needs({needed, 7});
    while (auto query = dd.next_query()) dd.observe(outcome_of(predicate(query->kept)));
    EXPECT_TRUE(predicate(dd.best()));
    EXPECT_FALSE(predicate(dd.uninteresting()));
    EXPECT_TRUE(dd.uninteresting().is_subset_of(dd.best()));
    EXPECT_EQ(dd.difference().count(), 1u);
  }
}

TEST(Dd, HalvesTheDifferenceEachTime) {
  check_steps(Dd(8), needs({3, 6}), R"(
      1 2 3 4 . . . .  no
      . . . . 5 6 7 8  no     # so the first half is needed beside it
      1 2 . . 5 6 7 8  no
      . . 3 4 5 6 7 8  yes
      . . 3 . 5 6 7 8  yes    # 3 makes the difference
  )");
}

}  // namespace
}  // namespace whittle
