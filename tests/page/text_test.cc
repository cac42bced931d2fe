#include "page/text.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace whittle {
namespace {

std::string applied(std::string text, const std::vector<Change>& changes) {
  for (auto change = changes.rbegin(); change != changes.rend(); ++change)
    text.replace(change->begin, change->end - change->begin, change->replacement);
  return text;
}

std::size_t inserted(const std::vector<Change>& changes) {
  std::size_t bytes = 0;
  for (const Change& change : changes) bytes += change.replacement.size();
  return bytes;
}

TEST(ShownText, IsUtf8OfAsManyBytes) {
  EXPECT_EQ(shown_text(Document::single("a.c", "int é = \"\xff\";\r\n\tx")),
            "int é = \"?\"; \n\tx");
  EXPECT_EQ(shown_text(Document::single("a.bin", std::string("\0\x80\xc3\xa9 a\n", 7))), ".?é a\n");
}

TEST(ShownText, NamesEachOfSeveralFiles) {
  const Document two({File{"a.c", 0644, share("int a;"), File::Kind::regular},
                      File{"b.c", 0644, share("int b;\n"), File::Kind::regular}});
  EXPECT_EQ(shown_text(two), "=== a.c ===\nint a;\n=== b.c ===\nint b;\n");
  std::size_t coloured = 0;
  for (const ColourRun& run : colours_of(two)) coloured += run.length;
  EXPECT_EQ(coloured, shown_text(two).size());
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
    EXPECT_EQ(applied(before, text_changes(before, after)), after);
  }
  EXPECT_TRUE(text_changes("same", "same").empty());
  EXPECT_EQ(applied("", text_changes("", "new")), "new");
  EXPECT_EQ(applied("old", text_changes("old", "")), "");
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
  EXPECT_EQ(applied(before, changes), after);
  EXPECT_EQ(inserted(changes), 0u);
  EXPECT_GT(changes.size(), 1000u);
}

TEST(Colours, AreThoseOfTheGrammar) {
  const std::string text = "/* x */ static int f(void) { return 12 + strlen(\"a\"); }\n";
  const auto runs = colours_of(Document::single("a.c", text));
  std::string map;
  for (const ColourRun& run : runs)
    map.append(run.length, ".ksnctpf"[static_cast<int>(run.colour)]);
  ASSERT_EQ(map.size(), text.size());
  const auto at = [&](std::string_view word) { return map.substr(text.find(word), word.size()); };
  EXPECT_EQ(at("/* x */"), "ccccccc");
  EXPECT_EQ(at("static"), "kkkkkk");
  EXPECT_EQ(at("int"), "ttt");
  EXPECT_EQ(at("return"), "kkkkkk");
  EXPECT_EQ(at("12"), "nn");
  EXPECT_EQ(at("\"a\""), "sss");
  EXPECT_EQ(at("strlen"), "......");
}

}  // namespace
}  // namespace whittle
