#include "syntax/table.h"

#include <gtest/gtest.h>
#include <string>

#include "syntax/tree.h"

namespace whittle {
namespace {

/// Cells in brackets, a line for each record.
std::string shown(std::string_view text) {
  std::string out;
  for (const TextTable::Record& record : read_table(text).records) {
    for (const Range& cell : record.cells) out += "[" + std::string(cell.in(text)) + "]";
    out += "\n";
  }
  return out;
}

TEST(Tables, QuotesMayHoldSeparatorsQuotesAndLineEnds) {
  EXPECT_EQ(shown("a,b\n\"x,y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\n"),
            "[a][b]\n[\"x,y\"][\"say \"\"hi\"\"\"]\n[\"two\nlines\"][]\n");
}

TEST(Tables, TheSeparatorIsTheMostFrequentOneOfTheFirstRecord) {
  EXPECT_EQ(shown("a;b;c\n1,5;2;3\n"), "[a][b][c]\n[1,5][2][3]\n");
  EXPECT_EQ(shown("a\tb\r\n1\t2\r\n"), "[a][b]\n[1][2]\n");
  EXPECT_EQ(shown("a|b,c|d\n"), "[a][b,c][d]\n");
}

TEST(Tables, AQuoteWithoutAnEndIsACharacterAndBlankLinesAreNoRecords) {
  EXPECT_EQ(shown("a,b\n\n\"x,y\n"), "[a][b]\n[\"x][y]\n");
  EXPECT_EQ(shown(""), "");
}

TEST(Tables, TheTreeHasAHeaderAndARecordWithAnotherNumberOfCellsIsAnError) {
  const auto tree = parse(*find_language("csv"), share("a,b\n1,2\n3\n")).value();
  EXPECT_EQ(to_string(*tree), "file [7]\n  header [3] a,b\n  line [3] 1,2\n  line [1] 3\n");
  EXPECT_EQ(tree->errors(), 1u);
  EXPECT_EQ(parse(*find_language("csv-headerless"), share("1,2\n")).value()->kind_name(1), "line");
}

}  // namespace
}  // namespace whittle
