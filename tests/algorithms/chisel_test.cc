#include "algorithms/chisel.h"

#include <gtest/gtest.h>

#include "support/reductions.h"

namespace whittle {
namespace {

DecisionTree::Sample sample(std::size_t size, std::vector<std::uint32_t> removed,
                            bool interesting) {
  return {only(size, removed), interesting};
}

DecisionTree tree_of(const std::vector<DecisionTree::Sample>& samples) {
  std::vector<const DecisionTree::Sample*> seen;
  for (const auto& one : samples) seen.push_back(&one);
  return {seen, 4};
}

double probability(const DecisionTree& tree, const Subset& removed) {
  return tree.probability([&](std::size_t element) { return removed.contains(element); });
}

TEST(DecisionTree, KnowsNothingWithoutSamples) {
  EXPECT_EQ(probability(DecisionTree(), Subset::all(3)), 0.5);
  EXPECT_EQ(probability(DecisionTree({}, 3), Subset::none(3)), 0.5);
}

TEST(DecisionTree, FindsTheElementThatDecides) {
  const DecisionTree tree =
      tree_of({sample(4, {0, 1}, false), sample(4, {2, 3}, true), sample(4, {0, 2}, true),
               sample(4, {1, 3}, false), sample(4, {1, 2}, true)});
  EXPECT_EQ(probability(tree, only(4, std::vector{1u, 2u, 3u})), 1);
  EXPECT_EQ(probability(tree, only(4, std::vector{0u, 1u, 3u})), 0);
}

TEST(DecisionTree, FindsTwoElementsThatDecideTogether) {
  std::vector<DecisionTree::Sample> samples;
  for (std::uint32_t bits = 0; bits < 16; ++bits) {
    Subset removed = Subset::none(4);
    for (std::size_t element = 0; element < 4; ++element)
      if (bits >> element & 1) removed.insert(element);
    samples.push_back({removed, (bits & 0b1010) == 0b1010});
  }
  const DecisionTree tree = tree_of(samples);
  for (const auto& one : samples) EXPECT_EQ(probability(tree, one.removed), one.interesting);
}

TEST(DecisionTree, GivesTheShareOfSamplesThatNoQuestionSeparates) {
  const DecisionTree tree = tree_of(
      {sample(4, {1}, true), sample(4, {1}, false), sample(4, {1}, false), sample(4, {1}, false)});
  EXPECT_EQ(probability(tree, Subset::none(4)), 0.25);
}

TEST(Chisel, LearnsNothingFromCandidatesThatItSkips) {
  Chisel skipped(8), refused(8);
  skipped.skip();
  refused.observe(Outcome::uninteresting);
  EXPECT_EQ(skipped.next_query()->kept, refused.next_query()->kept) << "the other half";
  // A skipped removal is not tested, so the same two come once more, as complements.
  for (int i = 0; i < 3; ++i) skipped.skip();
  refused.observe(Outcome::uninteresting);
  EXPECT_EQ(skipped.next_query()->kept, subset_of(8, {3, 4, 5, 6, 7, 8})) << "the first quarter";
  EXPECT_EQ(refused.next_query()->kept, subset_of(8, {3, 4}))
      << "removing 1 without 5 was refused, and removing both is said to work";
}

}  // namespace
}  // namespace whittle
