#include "algorithms/chisel.h"

#include <gtest/gtest.h>

#include "algorithms/ddmin.h"
#include "support/reductions.h"

namespace whittle {
namespace {

DecisionTree::Sample sample(std::size_t size, std::vector<std::uint32_t> kept, bool interesting) {
  return {only(size, kept), interesting};
}

TEST(DecisionTree, KnowsNothingWithoutSamples) {
  EXPECT_EQ(DecisionTree().probability(Subset::all(3)), 0.5);
  EXPECT_EQ(DecisionTree({}, 3).probability(Subset::none(3)), 0.5);
}

TEST(DecisionTree, FindsTheElementThatDecides) {
  const std::vector<DecisionTree::Sample> samples = {
      sample(4, {0, 1}, false), sample(4, {2, 3}, true), sample(4, {0, 2}, true),
      sample(4, {1, 3}, false), sample(4, {1, 2}, true)};
  std::vector<const DecisionTree::Sample*> seen;
  for (const auto& one : samples) seen.push_back(&one);
  const DecisionTree tree(seen, 4);
  EXPECT_EQ(tree.probability(sample(4, {1, 2, 3}, {}).kept), 0.8) << "three of three had element 2";
  EXPECT_EQ(tree.probability(sample(4, {0, 1, 3}, {}).kept), 0.25);
}

TEST(DecisionTree, FindsTwoElementsThatDecideTogether) {
  std::vector<DecisionTree::Sample> samples;
  for (std::uint32_t bits = 0; bits < 16; ++bits) {
    Subset kept = Subset::none(4);
    for (std::size_t element = 0; element < 4; ++element)
      if (bits >> element & 1) kept.insert(element);
    samples.push_back({kept, (bits & 0b1010) == 0b1010});
  }
  std::vector<const DecisionTree::Sample*> seen;
  for (const auto& one : samples) seen.push_back(&one);
  const DecisionTree tree(seen, 4);
  for (const auto& one : samples) EXPECT_EQ(tree.probability(one.kept) > 0.5, one.interesting);
}

// Until the first success the candidates are as good as each other, and asked in ddmin's order.
// From then on the tree knows that 1 and 7 decide: what keeps both comes before what does not.
TEST(Chisel, AsksFirstAboutWhatKeepsTheElementsThatDecided) {
  check_steps(Chisel(8), needs({1, 7}), R"(
    1 2 3 4 . . . .  no
    . . . . 5 6 7 8  no
    1 2 . . . . . .  no
    . . 3 4 . . . .  no
    . . . . 5 6 . .  no
    . . . . . . 7 8  no
    . . 3 4 5 6 7 8  no
    1 2 . . 5 6 7 8  yes
    1 2 . . 5 6 . .  no    # three chunks are left; only 1 is known to decide
    1 2 . . . . 7 8  yes   # now 7 as well
    1 2 . . . . . .  no    # tested before: the scheduler remembers it
    . . . . . . 7 8  no
    1 . . . . . 7 8  yes
    1 . . . . . 7 .  yes
    1 . . . . . . .  no
    . . . . . . 7 .  no)");
}

TEST(Chisel, NeedsFewerQuestionsThanDdminWhereEarlierOutcomesSayMuch) {
  const Predicate predicate = needs({3, 40, 41, 90});
  EXPECT_LT(queries_asked(Chisel(100), predicate),
            queries_asked(Ddmin(100, {.after_success = AfterSuccess::restart}), predicate));
}

}  // namespace
}  // namespace whittle
