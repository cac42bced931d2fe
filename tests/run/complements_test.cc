#include "run/complements.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Judge = std::function<Complement(const std::string&)>;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The documents that are tested, until there is none or one shows another bug.
std::vector<std::string> asked(const std::string& original, const std::string& result,
                               const Judge& judge) {
  Complements complements(Document::single("bug.txt", original),
                          Document::single("bug.txt", result));
  std::vector<std::string> texts;
  while (const Document* candidate = complements.next()) {
    texts.push_back(candidate->bytes(0));
    complements.observe(judge(texts.back()));
  }
  return texts;
}

/// A program that reads line by line: the first bad line decides.
Complement first_bad_line(const std::string& text) {
  const std::size_t first = text.find("first"), second = text.find("second");
  if (first < second) return Complement::fails_alike;
  return second < first ? Complement::fails_differently : Complement::shows_nothing;
}

TEST(Complements, TheOriginalWithoutTheLinesOfTheResultComesFirst) {
  EXPECT_THAT(asked("a 1\nfirst 2\nb 3\nsecond 4\n", "first 2\n", first_bad_line),
              ElementsAre("a 1\nb 3\nsecond 4\n"));
}

TEST(Complements, ALineOfWhichOnlyAPartIsLeftIsLeftOutWhole) {
  EXPECT_THAT(asked("a 1\nx first 2\nsecond 4\n", "first 2\n", first_bad_line),
              ElementsAre("a 1\nsecond 4\n"));
}

TEST(Complements, ThenTheBlocksAroundTheLinesAreLeftOut) {
  const std::string text = "f {\n  first;\n  g {\n    x;\n  }\n}\nsecond;\n";
  EXPECT_THAT(asked(text, "first;\n", [](const std::string&) { return Complement::shows_nothing; }),
              ElementsAre("f {\n  g {\n    x;\n  }\n}\nsecond;\n", "f \nsecond;\n", "second;\n"));
}

TEST(Complements, IfNoComplementShowsAnythingTheSearchEnds) {
  EXPECT_THAT(asked("a\nfirst\n", "first\n", first_bad_line), ElementsAre("a\n"));
  EXPECT_THAT(asked("first\n", "first\n", first_bad_line), IsEmpty());  // an empty document is none
}

TEST(Complements, AResultWithoutWordsOfTheOriginalIsFoundByBisection) {
  EXPECT_EQ(asked("a\nfirst\nc\nsecond\n", "x\n", first_bad_line).back(), "a\nc\nsecond\n");
}

TEST(Complements, TheLineOfTheBugIsFoundByBisectionIfTheWrongLinesWereLeftOut) {
  std::string original = "name b\n";
  for (int i = 0; i < 40; ++i) original += "line " + std::to_string(i) + "\n";
  original += "name first\n";
  for (int i = 40; i < 80; ++i) original += "line " + std::to_string(i) + "\n";
  original += "second\n";
  // The word "name" of the result is found in the first line.
  const std::vector<std::string> texts = asked(original, "name c\n", first_bad_line);
  EXPECT_LE(texts.size(), 10u);
  const std::string& last = texts.back();
  EXPECT_TRUE(has(last, "second") && !has(last, "first"));
}

TEST(Complements, ABugThatHappensTwiceIsLeftOutTwice) {
  const std::vector<std::string> texts =
      asked("first a\nx\nfirst b\ny\nsecond\n", "first a\n", first_bad_line);
  EXPECT_EQ(texts.back(), "x\ny\nsecond\n");
}

TEST(Complements, AskTheSameIfTheyAreAskedAgain) {
  const std::string original = "name b\nx\nname first\ny\nsecond\n";
  EXPECT_EQ(asked(original, "name c\n", first_bad_line),
            asked(original, "name c\n", first_bad_line));
}

TEST(Complements, FilesThatTheResultLacksStayWhole) {
  const Document original(
      {{.path = "a", .bytes = share("first\nx\n")}, {.path = "b", .bytes = share("second\n")}});
  const Complements complements(original, Document::single("a", "first\n"));
  ASSERT_TRUE(complements.next());
  EXPECT_EQ(complements.next()->bytes(0), "x\n");
  EXPECT_EQ(complements.next()->bytes(1), "second\n");
}

}  // namespace
}  // namespace whittle
