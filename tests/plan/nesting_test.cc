#include "plan/nesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/reduction.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint32_t none = Elements::no_parent;

Edit edit(std::uint64_t begin, std::uint64_t end, Weight weight = 1) {
  return Edit{{{0, begin, end, {}, false}}, weight};
}

std::vector<std::uint32_t> parents(std::vector<Edit> edits) {
  return parents_of(EditList(Document::single("f", Bytes(100, 'x')), std::move(edits)));
}

TEST(Nesting, TheParentIsTheInnermostEditAround) {
  EXPECT_THAT(parents({edit(0, 50), edit(10, 40), edit(20, 30), edit(60, 70)}),
              ElementsAre(none, 0u, 1u, none));
  EXPECT_THAT(parents({edit(0, 10), edit(10, 20)}), IsEmpty());
}

TEST(Nesting, AnInnerEditBeforeTheOuterOneHasNoParent) {
  EXPECT_THAT(parents({edit(20, 30), edit(0, 50)}), IsEmpty());
}

TEST(Nesting, EditsOfSeveralChangesHaveNoParents) {
  Edit two = edit(0, 50);
  two.changes.push_back({0, 60, 70, {}, false});
  EXPECT_THAT(parents({two, edit(10, 40)}), IsEmpty());
}

TEST(Nesting, TheOrderIsThatOfTheDocumentWithTheOuterEditFirst) {
  const EditForest forest = forest_of({edit(20, 30), edit(60, 70), edit(0, 50)});
  EXPECT_THAT(forest.order, ElementsAre(2u, 0u, 1u));
  EXPECT_THAT(forest.parents, ElementsAre(2u, none, none));
}

}  // namespace
}  // namespace whittle
