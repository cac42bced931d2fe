#include "plan/keep.h"

#include <gtest/gtest.h>

#include "support/reduce_with_plan.h"

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

// A trial on SQL had asked 2,000 tests in vain: none may be about a candidate without the kept
// text.
TEST(Keep, NoCandidateThatIsTestedLacksKeptText) {
  std::string sql;
  for (int i = 0; i < 12; ++i)
    sql += "CREATE TABLE t" + std::to_string(i) + " (id INT, name TEXT);\nINSERT INTO t" +
           std::to_string(i) + " VALUES (1, 'x');\nSELECT name FROM t" + std::to_string(i) + ";\n";
  StageMaker maker = *stage_maker_with("gallop");
  maker.keep = Keep::make({"INSERT INTO t7 .*;", "SELECT"}).value();
  std::size_t tested = 0;
  const Document result =
      reduce_with_plan(
          Document::single("a.sql", sql),
          find_plan("auto").value()->make(std::make_shared<const StageMaker>(std::move(maker))),
          [&](const Document& candidate) {
            ++tested;
            const Bytes& text = candidate.bytes(0);
            EXPECT_NE(text.find("INSERT INTO t7 VALUES (1, 'x');"), Bytes::npos) << text;
            std::size_t selects = 0;
            for (std::size_t at = 0; (at = text.find("SELECT", at)) != Bytes::npos; ++at) ++selects;
            EXPECT_GE(selects, 12u) << text;
            return text.find("t7 (id") != Bytes::npos;
          })
          .result;
  EXPECT_LT(tested, 200u);
  EXPECT_NE(result.bytes(0).find("t7 (id"), Bytes::npos);
}

}  // namespace
}  // namespace whittle
