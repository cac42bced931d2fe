#include "graph/mined_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whittle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint32_t root = 0, element = 1, content = 2, note = 3, start = 4;

/// A document with one root and `count` elements, each with the children that `kinds_of` names.
struct SmallDocument {
  std::vector<std::uint32_t> kinds = {root};
  std::vector<Graph::Id> parents = {MinedRules::no_parent};

  Graph::Id add(std::uint32_t kind, Graph::Id parent) {
    kinds.push_back(kind);
    parents.push_back(parent);
    return static_cast<Graph::Id>(kinds.size() - 1);
  }
  MinedRules rules() const { return MinedRules(kinds, parents); }
  std::vector<MinedRules::Group> needed(Graph::Id piece, Strength strength) const {
    std::vector<MinedRules::Group> groups;
    for (const MinedRules::Rule& rule : rules().needed(piece))
      if (rule.strength == strength) groups.push_back(rule.one_of);
    return groups;
  }
};

TEST(MinedRules, AChildThatAllOfFiveParentsHaveIsNeeded) {
  SmallDocument document;
  std::vector<Graph::Id> elements;
  for (int i = 0; i < 5; ++i) {
    elements.push_back(document.add(element, 0));
    document.add(note, elements.back());
    if (i == 4) document.add(content, elements.back());
    document.add(content, elements.back());
  }
  // Notes are in all of them as well.
  EXPECT_THAT(document.needed(elements[0], Strength::tight),
              ElementsAre(ElementsAre(3), ElementsAre(2)));
  EXPECT_THAT(document.needed(elements[4], Strength::tight),
              ElementsAre(ElementsAre(15, 16), ElementsAre(14)));
}

TEST(MinedRules, FourInstancesAreWeakEvidence) {
  SmallDocument document;
  std::vector<Graph::Id> elements;
  for (int i = 0; i < 4; ++i) {
    elements.push_back(document.add(element, 0));
    document.add(content, elements.back());
  }
  EXPECT_THAT(document.needed(elements[0], Strength::tight), IsEmpty());
  EXPECT_THAT(document.needed(elements[0], Strength::bodies), ElementsAre(ElementsAre(2)));
}

TEST(MinedRules, AChildThatAFifthOfTheParentsLackIsNoRule) {
  SmallDocument document;
  std::vector<Graph::Id> elements;
  for (int i = 0; i < 10; ++i) {
    elements.push_back(document.add(element, 0));
    document.add(i < 8 ? content : note, elements.back());
  }
  EXPECT_THAT(document.rules().needed(elements[0]), IsEmpty());
}

TEST(MinedRules, ParentsWithoutChildrenSayNothing) {
  SmallDocument document;
  std::vector<Graph::Id> elements;
  for (int i = 0; i < 6; ++i) {
    elements.push_back(document.add(element, 0));
    if (i > 0) document.add(content, elements.back());
  }
  EXPECT_THAT(document.needed(elements[1], Strength::tight), ElementsAre(ElementsAre(3)));
}

TEST(MinedRules, TheOneStartOfALongDocumentIsNeeded) {
  SmallDocument document;
  for (int i = 0; i < 30; ++i) document.add(element, 0);
  const Graph::Id only = document.add(start, 0);
  EXPECT_THAT(document.needed(0, Strength::tight), ElementsAre(ElementsAre(only)));
}

TEST(MinedRules, ASmallParentHasNoFrame) {
  SmallDocument document;
  for (int i = 0; i < 5; ++i) document.add(element, 0);
  document.add(start, 0);
  EXPECT_THAT(document.needed(0, Strength::tight), IsEmpty());
}

TEST(MinedRules, ChildrenOfTheCommonestKindsComeFirst) {
  SmallDocument document;
  std::vector<Graph::Id> elements;
  for (int i = 0; i < 3; ++i) {
    elements.push_back(document.add(element, 0));
    if (i == 0) document.add(note, elements.back());
    document.add(content, elements.back());
  }
  EXPECT_THAT(document.rules().children(elements[0]), ElementsAre(3, 2));
}

}  // namespace
}  // namespace whittle
