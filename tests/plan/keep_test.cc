#include "plan/keep.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

Edit removal(std::size_t file, std::size_t begin, std::size_t end) {
  Edit edit;
  edit.changes.push_back({static_cast<std::uint32_t>(file), begin, end, "", false});
  return edit;
}

/// The text with `#` in place of each kept byte.
std::string masked(const Keep& keep, const Document& document, std::size_t file = 0) {
  const Keep::Ranges ranges = keep.ranges(document);
  std::string text = document.bytes(file);
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] != '\n' && ranges.touches(removal(file, at, at + 1))) text[at] = '#';
  return text;
}
std::string masked(const std::vector<std::string>& patterns, const std::string& text) {
  return masked(*Keep::make(patterns), Document::single("a.c", text));
}

TEST(Keep, LeavesTextThatAPatternMatches) {
  EXPECT_EQ(masked({"b+"}, "abba b\n"), "a##a #\n");
  EXPECT_EQ(masked({"b+", "ba"}, "abba b\n"), "a### #\n");
  EXPECT_EQ(masked({"x*"}, "abba\n"), "abba\n") << "an empty match keeps nothing";
  EXPECT_EQ(masked(std::vector<std::string>{}, "abba\n"), "abba\n");
}

TEST(Keep, SearchesAFileAsOneTextWithAnchorsAtEachLine) {
  EXPECT_EQ(masked({"^a.*$"}, "ab\nba\nac\n"), "##\nba\n##\n");
  EXPECT_EQ(masked({"b.a"}, "ab\na\n"), "ab\na\n");
  EXPECT_EQ(masked({"(?s)b.a"}, "ab\nac\n"), "a#\n#c\n");
  EXPECT_EQ(masked({"b\\s+a"}, "ab\n\nac\n"), "a#\n\n#c\n");
}

TEST(Keep, LeavesWhatStandsOutsideOfTheMarkedLines) {
  EXPECT_EQ(masked({}, "ab\n// DDBEGIN x\ncd\n/* DDEND */\nef"),
            "##\n############\ncd\n###########\n##");
  EXPECT_EQ(masked({"c"}, "a\nDDBEGIN\ncd\nDDEND\n"), "#\n#######\n#d\n#####\n");
}

TEST(Keep, TakesTheFirstPairOfMarkers) {
  EXPECT_EQ(masked({}, "DDEND\nDDBEGIN\na\nDDBEGIN\nb\nDDEND\nc\nDDEND\n"),
            "#####\n#######\na\nDDBEGIN\nb\n#####\n#\n#####\n");
}

TEST(Keep, ReducesAFileWithoutAPairAsAWhole) {
  EXPECT_EQ(masked({}, "DDBEGIN\na\n"), "DDBEGIN\na\n");
  EXPECT_EQ(masked({}, "a\nDDEND\n"), "a\nDDEND\n");
  EXPECT_EQ(masked({}, "DDEND\na\nDDBEGIN\n"), "DDEND\na\nDDBEGIN\n");
}

TEST(Keep, LooksAtEachFileAlone) {
  const Document document({{"a", 0644, share("x\nDDBEGIN\ny\nDDEND\n")},
                           {"b", 0644, share("x\ny\n")},
                           {"c", 0644, share("x\n")}});
  Keep keep = *Keep::make({"y"});
  keep.add_file("c");
  EXPECT_EQ(masked(keep, document, 0), "#\n#######\n#\n#####\n");
  EXPECT_EQ(masked(keep, document, 1), "x\n#\n");
  EXPECT_EQ(masked(keep, document, 2), "#\n");
}

TEST(Keep, IsDoneInTimeOnALineOfAMegabyte) {
  const std::string line(1 << 20, 'a');
  const Keep keep = *Keep::make({"(a*)*b", "(.|\\n)*b"});
  const Document document = Document::single("a.c", line + "b" + line);
  const Keep::Ranges ranges = keep.ranges(document);
  EXPECT_TRUE(ranges.touches(removal(0, line.size(), line.size() + 1)));
  EXPECT_FALSE(ranges.touches(removal(0, line.size() + 1, line.size() + 2)));
}

TEST(Keep, NamesTheMemberOfABadPattern) {
  EXPECT_EQ(Keep::make({"a", "b["}).error().message,
            "search.keep: bad regular expression 'b[': missing ]: '[' at character 2");
}

}  // namespace
}  // namespace whittle
