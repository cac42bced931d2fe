#include "passes/found.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint32_t none = Found::no_parent;

/// Six edits, each of one byte.
Found six() {
  Found found;
  for (std::uint64_t i = 0; i < 6; ++i) found.edits.push_back(Edit{{{0, i, i + 1, {}, false}}, 1});
  return found;
}

void take_out(Found& found, std::set<std::size_t> numbers) {
  found.filter([&](std::size_t number, const Edit&) { return !numbers.contains(number); });
}

TEST(Found, FilterKeepsTheOtherEditsInTheirOrder) {
  Found found = six();
  take_out(found, {0, 3});
  std::vector<std::uint64_t> begins;
  for (const Edit& edit : found.edits) begins.push_back(edit.changes[0].begin);
  EXPECT_THAT(begins, ElementsAre(1u, 2u, 4u, 5u));
}

TEST(Found, FilterLetsTheItemOfARowStay) {
  Found found = six();
  found.rows = {{{0, 1, Separated::no_edit, 5}, {}}};
  take_out(found, {1, 2});
  EXPECT_THAT(found.rows[0].items, ElementsAre(0u, Separated::no_edit, Separated::no_edit, 3u));
}

TEST(Found, FilterCountsNoItemThatStays) {
  Found found = six();
  found.counts = {{{0, 9, 10, {}, false}, 3, {2, 3, 4}}};
  take_out(found, {0, 3});
  EXPECT_THAT(found.counts[0].items, ElementsAre(1u, 2u));
}

TEST(Found, FilterForgetsAGroupOfWhichOneStaysAnyway) {
  Found found = six();
  found.not_all = {{0, 1}, {4, 5}};
  take_out(found, {1, 2});
  EXPECT_THAT(found.not_all, ElementsAre(ElementsAre(2u, 3u)));
}

TEST(Found, JoinMakesOneEditOfThoseWithTheSameNumber) {
  Found found = six();
  found.rows = {{{0, 1, 2, 5}, {}}};
  found.counts = {{{0, 9, 10, {}, false}, 3, {2, 3, 4}}};
  found.not_all = {{0, 1, 4}, {2, 4}};
  found.needs = {{0, {1}}, {4, {0, 1}}, {4, {2}}};
  found.join({0, 0, Separated::no_edit, 1, 1, 2});
  std::vector<std::pair<std::size_t, Weight>> sizes;
  for (const Edit& edit : found.edits) sizes.emplace_back(edit.changes.size(), edit.weight);
  EXPECT_THAT(sizes, ElementsAre(std::pair(2, 2), std::pair(2, 2), std::pair(1, 1)));
  EXPECT_EQ(found.edits[1].changes[1].begin, 4);
  EXPECT_THAT(found.rows[0].items, ElementsAre(0u, 0u, Separated::no_edit, 2u));
  EXPECT_THAT(found.counts[0].items, ElementsAre(1u, 1u));
  EXPECT_THAT(found.not_all, ElementsAre(ElementsAre(0u, 1u)));
  EXPECT_THAT(found.needs, ElementsAre(Need{1, {0}}));
}

TEST(Found, FilterMakesTheNearestEditThatIsLeftTheParent) {
  Found found = six();
  found.parents = {none, 0, 1, 2, none, 4};
  take_out(found, {1, 2, 4});
  EXPECT_THAT(found.parents, ElementsAre(none, 0u, none));
}

TEST(Found, FilterOfAllLeavesNothing) {
  Found found = six();
  found.parents = {none, 0, 1, 2, none, 4};
  found.not_all = {{0, 1}};
  take_out(found, {0, 1, 2, 3, 4, 5});
  EXPECT_THAT(found.edits, IsEmpty());
  EXPECT_THAT(found.parents, IsEmpty());
  EXPECT_THAT(found.not_all, IsEmpty());
}

TEST(Found, FilterKeepsWhatIsNeededAndDropsWhatStaysAnyway) {
  Found found = six();
  found.needs = {{1, {0, 2}}, {3, {4}}, {5, {2}}, {Need::everybody, {5}}};
  take_out(found, {0, 3});
  EXPECT_THAT(found.needs,
              ElementsAre(Need{Need::everybody, {2}}, Need{3, {1}}, Need{Need::everybody, {3}}))
      << "0 is always there, and so is the user 3";
}

}  // namespace
}  // namespace whittle
