#include "plan/default_plan/grain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <utility>

namespace whittle {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t no_edit_around = Found::no_parent;

/// An edit that weighs as much as it has bytes.
Edit part(std::uint64_t begin, std::uint64_t end) {
  return Edit{{{0, begin, end, {}, false}}, static_cast<Weight>(end - begin)};
}

Found found(std::vector<Edit> edits) {
  Found found;
  found.edits = std::move(edits);
  return found;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges(const Edit& edit) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const Change& change : edit.changes) ranges.emplace_back(change.begin, change.end);
  return ranges;
}

std::vector<Weight> weights(const Found& found) {
  std::vector<Weight> weights;
  for (const Edit& edit : found.edits) weights.push_back(edit.weight);
  return weights;
}

TEST(Grain, HeavyEditsAreClearlyLighterThanTheOneAround) {
  Found list = found({part(0, 90), part(0, 89), part(0, 50), part(0, 2)});
  EXPECT_THAT(weights(grain_of(list, 10, false)), ElementsAre(90, 50));
  list.parents = {no_edit_around, 0, 1, 2};  // then the pass has chosen
  EXPECT_THAT(weights(grain_of(list, 10, false)), ElementsAre(90, 89, 50));
}

TEST(Grain, WithoutAWeightItIsTheWholeList) {
  EXPECT_THAT(weights(grain_of(found({part(0, 90), part(0, 89), part(2, 3)}), 0, false)),
              ElementsAre(90, 89, 1));
}

TEST(Grain, LightSiblingsOfAHeavyEditAreJoinedToRunsOfTheLeastWeight) {
  // A run ends when it is heavy enough, or at a heavy edit.
  const Found grain =
      grain_of(found({part(0, 2), part(2, 4), part(4, 7), part(10, 30), part(30, 31)}), 4, true);
  ASSERT_THAT(weights(grain), ElementsAre(4, 3, 20, 1));
  EXPECT_THAT(ranges(grain.edits[0]), ElementsAre(std::pair(0, 2), std::pair(2, 4)));
}

TEST(Grain, LightEditsWithoutAHeavySiblingAreLeftOut) {
  // Inside of the first heavy edit nothing is heavy.
  EXPECT_THAT(
      weights(grain_of(found({part(0, 30), part(1, 3), part(3, 5), part(30, 31)}), 10, true)),
      ElementsAre(30, 1));
  EXPECT_THAT(weights(grain_of(found({part(0, 3), part(3, 5)}), 10, true)), ElementsAre());
  EXPECT_THAT(weights(grain_of(found({part(0, 30), part(1, 3)}), 10, true)), ElementsAre());
}

TEST(Grain, ALightEditStandsForAllInsideOfIt) {
  const Found grain = grain_of(found({part(0, 30), part(30, 36), part(31, 34)}), 10, true);
  EXPECT_THAT(weights(grain), ElementsAre(30, 6));
}

TEST(Grain, ARunHasTheParentOfItsEdits) {
  const Found grain = grain_of(
      found({part(0, 60), part(0, 20), part(20, 23), part(23, 25), part(60, 62)}), 10, true);
  EXPECT_THAT(weights(grain), ElementsAre(60, 20, 5, 2));
  EXPECT_THAT(grain.parents, ElementsAre(no_edit_around, 0u, 0u, no_edit_around));
}

TEST(Grain, ANeededGroupIsNotRemovedByOneRun) {
  Found list = found({part(0, 2), part(2, 4), part(4, 30)});
  list.not_all = {{0, 1}};
  list.needs = {{2, {0}}, {0, {1}}};  // the second one holds in every candidate: both are one run
  const Found grain = grain_of(std::move(list), 10, true);
  EXPECT_THAT(grain.not_all, ElementsAre(ElementsAre(0u)));
  EXPECT_THAT(grain.needs, ElementsAre(Need{1, {0}}));
}

TEST(Grain, EditsOfSeveralChangesHaveNoLightSiblings) {
  Edit two = part(0, 20);
  two.changes.push_back({0, 40, 45, {}, false});
  EXPECT_THAT(weights(grain_of(found({two, part(20, 21)}), 10, false)), ElementsAre(20));
  EXPECT_THAT(weights(grain_of(found({two, part(20, 21)}), 10, true)), ElementsAre());
  Found list = found({two, part(20, 21)});
  list.parents = {no_edit_around, no_edit_around};  // unless the pass says what lies inside what
  EXPECT_THAT(weights(grain_of(list, 10, true)), ElementsAre(20, 1));
}

TEST(Grain, ARunDoesNotReachIntoAnotherFile) {
  Edit other = part(0, 2);
  other.changes[0].file = 1;
  EXPECT_THAT(weights(grain_of(found({part(0, 30), part(30, 32), other}), 10, true)),
              ElementsAre(30, 2, 2));
}

}  // namespace
}  // namespace whittle
