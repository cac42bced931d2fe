#include "document/goal.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

bool goes_down(Goal goal, Bytes text, std::uint64_t begin, std::uint64_t end, std::string by) {
  return Downhill(
      goal, Document::single("f", std::move(text)))(Edit{{{0, begin, end, std::move(by), false}}});
}

TEST(Goal, CountsTokensBytesAndLineEnds) {
  const Measure counts = measure("int x;\ny\n");
  EXPECT_EQ(counts, (Measure{4, 9, 2}));
  EXPECT_EQ(counts.of(Goal::tokens), 4);
  EXPECT_EQ(counts.of(Goal::bytes), 9);
  EXPECT_EQ(counts.of(Goal::lines), 2);
}

TEST(Goal, ComesFirstAndTheOtherCountsBehindIt) {
  const Measure few_tokens{1, 20, 5}, few_bytes{3, 10, 5}, few_lines{3, 20, 1};
  EXPECT_TRUE(compare(Goal::tokens, few_tokens, few_bytes) < 0);
  EXPECT_TRUE(compare(Goal::bytes, few_bytes, few_tokens) < 0);
  EXPECT_TRUE(compare(Goal::lines, few_lines, few_tokens) < 0);
  EXPECT_TRUE(compare(Goal::tokens, few_bytes, few_lines) < 0);
}

TEST(Goal, IsSavedByLessOfItOrByFewerTokens) {
  const Measure long_word{1, 8, 0}, short_word{1, 1, 0}, two_words{2, 8, 0};
  EXPECT_FALSE(saves(Goal::tokens, long_word, short_word));
  EXPECT_TRUE(saves(Goal::bytes, long_word, short_word));
  EXPECT_FALSE(saves(Goal::lines, long_word, short_word));
  for (const Goal goal : {Goal::tokens, Goal::bytes, Goal::lines}) {
    EXPECT_TRUE(saves(goal, two_words, long_word));
    EXPECT_FALSE(saves(goal, two_words, two_words));
  }
}

TEST(Downhill, GoesByTheGoal) {
  EXPECT_TRUE(goes_down(Goal::bytes, "long_name", 0, 9, "{ }"));
  EXPECT_FALSE(goes_down(Goal::tokens, "long_name", 0, 9, "{ }"));
  EXPECT_TRUE(goes_down(Goal::tokens, "a b", 0, 3, "long_name"));
  EXPECT_FALSE(goes_down(Goal::bytes, "a b", 0, 3, "long_name"));
  EXPECT_TRUE(goes_down(Goal::lines, "a\nb", 0, 3, "a + b + c"));
}

TEST(Downhill, AmongTextsOfOneSizeGoesToTheFirst) {
  EXPECT_TRUE(goes_down(Goal::tokens, "b", 0, 1, "a"));
  EXPECT_FALSE(goes_down(Goal::tokens, "a", 0, 1, "b"));
  EXPECT_FALSE(goes_down(Goal::tokens, "a", 0, 1, "a"));
}

TEST(Downhill, EveryRemovalGoesDownAndNothingDoesNot) {
  for (const Goal goal : {Goal::tokens, Goal::bytes, Goal::lines}) {
    EXPECT_TRUE(goes_down(goal, "a b", 1, 2, ""));
    EXPECT_FALSE(goes_down(goal, "a b", 1, 1, ""));
  }
}

TEST(RangeCounts, CountATokenThatIsOnlyTouched) {
  const RangeCounts counts(Document::single("f", "ab \"c d\"\n"));
  EXPECT_EQ(counts(0, {0, 9}), (Measure{2, 9, 1}));
  EXPECT_EQ(counts(0, {5, 6}), (Measure{1, 1, 0}));
  EXPECT_EQ(counts(0, {1, 1}), (Measure{0, 0, 0}));
}

}  // namespace
}  // namespace whittle
