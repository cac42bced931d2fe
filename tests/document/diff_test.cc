#include "document/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Bytes applied(BytesView before, std::vector<Change> changes) {
  const Document document = Document::single("f", Bytes(before));
  std::vector<Edit> edits;
  for (Change& change : changes) edits.push_back({.changes = {std::move(change)}});
  const std::size_t count = edits.size();
  const EditList list(document, std::move(edits), Joining::exact);
  EXPECT_EQ(list.size(), count) << "changes touch";
  return list.render(Subset::none(list.size())).bytes(0);
}

TEST(Diff, NamesTheTokensThatDiffer) {
  EXPECT_THAT(diff(0, "int f(int a);\nint x;\n", "int f(void);\nint x;\n"),
              ElementsAre(Change{0, 6, 11, "void"}));
  EXPECT_THAT(diff(3, "f(a);\n", "int f_a;\nf();\n"),
              ElementsAre(Change{3, 0, 0, "int f_a;\n"}, Change{3, 2, 3, ""}));
  EXPECT_THAT(diff(0, "same\n", "same\n"), IsEmpty());
  EXPECT_THAT(diff(0, "", ""), IsEmpty());
  EXPECT_THAT(diff(0, "", "a b"), ElementsAre(Change{0, 0, 0, "a b"}));
  EXPECT_THAT(diff(0, "a b", ""), ElementsAre(Change{0, 0, 3, ""}));
}

TEST(Diff, FarApartChangesStayApart) {
  std::string before, after;
  for (int i = 0; i < 5000; ++i) {
    const std::string line = "line " + std::to_string(i) + ";\n";
    before += line;
    if (i != 700) after += i == 4000 ? "line 4000 + 1;\n" : line;
  }
  const std::vector<Change> changes = diff(0, before, after);
  EXPECT_EQ(changes.size(), 2);
  EXPECT_EQ(applied(before, changes), after);
}

TEST(Diff, GivesTheOtherTextByteForByte) {
  Random random(1);
  const auto text = [&](std::size_t most) {
    static constexpr std::string_view pieces[] = {"a", "b",  " ",  "\n",  "(",
                                                  ")", "\t", "12", "\n\n"};
    std::string made;
    for (std::size_t i = random.below(most); i > 0; --i) made += pieces[random.below(9)];
    return made;
  };
  for (int i = 0; i < 3000; ++i) {
    const std::string before = text(40), after = text(40);
    ASSERT_EQ(applied(before, diff(0, before, after)), after) << before << "\n--\n" << after;
  }
}

TEST(Diff, WhatDiffersTooMuchIsOneChange) {
  std::string before, after;
  for (std::size_t i = 0; i < most_differences; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(diff(0, before, after).size(), 1);
  EXPECT_EQ(applied(before, diff(0, before, after)), after);
}

/// Changes of `text_changes` may touch.
std::string replaced(std::string text, const std::vector<Change>& changes) {
  for (auto change = changes.rbegin(); change != changes.rend(); ++change)
    text.replace(change->begin, change->end - change->begin, change->replacement);
  return text;
}

std::size_t inserted(const std::vector<Change>& changes) {
  std::size_t bytes = 0;
  for (const Change& change : changes) bytes += change.replacement.size();
  return bytes;
}

TEST(TextChanges, TurnOneTextIntoTheOther) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::string before, after;
    for (int line = 0; line < 40; ++line) {
      const std::string text = "line " + std::to_string(random.below(30)) + " of many;\n";
      if (random.below(3) > 0) before += text;
      if (random.below(3) > 0) after += text;
    }
    EXPECT_EQ(replaced(before, text_changes(before, after)), after);
  }
  EXPECT_TRUE(text_changes("same", "same").empty());
  EXPECT_EQ(replaced("", text_changes("", "new")), "new");
  EXPECT_EQ(replaced("old", text_changes("old", "")), "");
}

// `diff` gives up after 400 differences, and takes all between the first and the last for new.
TEST(TextChanges, InsertNothingWhenAThousandPlacesAreRemovedAtOnce) {
  std::string before, after;
  for (int line = 0; line < 4000; ++line) {
    const std::string text =
        "int variable_" + std::to_string(line) + " = " + std::to_string(line) + ";\n";
    before += text;
    if (line % 3 != 1) after += text;
  }
  const std::vector<Change> changes = text_changes(before, after);
  EXPECT_EQ(replaced(before, changes), after);
  EXPECT_EQ(inserted(changes), 0u);
  EXPECT_GT(changes.size(), 1000u);
}

}  // namespace
}  // namespace whittle
