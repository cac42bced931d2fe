#include "syntax/reindent.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

std::string laid_out(std::string_view language, std::string_view text) {
  const auto tree = parse(*find_language(language), share(Bytes(text))).value();
  return reindented(*tree).value_or(Bytes(text));
}

TEST(Reindent, HolesInJsonAreClosed) {
  EXPECT_EQ(
      laid_out(
          "json",
          "{\n\n        \"a\":   [\n                1,\n\n      2\n    ],\n \"b\": 3\n      }\n"),
      "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": 3\n}\n");
}

TEST(Reindent, YamlKeepsItsMeaning) {
  EXPECT_EQ(
      laid_out("yaml",
               "a:\n        b:\n                c:  1\n                d: 2\n\n        e: 3\n"),
      "a:\n  b:\n    c: 1\n    d: 2\n  e: 3\n");
  EXPECT_EQ(laid_out("yaml", "a:\n-   x: 1\n    y: 2\n-   z\n"), "a:\n  - x: 1\n    y: 2\n  - z\n");
  EXPECT_EQ(laid_out("yaml", "a:\n      run: |\n          one\n            two\n      b: 1\n"),
            "a:\n  run: |\n      one\n        two\n  b: 1\n");
}

TEST(Reindent, ElementsStandBelowTheirTags) {
  EXPECT_EQ(laid_out("xml",
                     "<a>\n\n        <b   c=\"1\">\n    <d/>\n      </b>\n    text  stays\n</a>\n"),
            "<a>\n  <b c=\"1\">\n    <d/>\n  </b>\n    text  stays\n</a>\n");
  EXPECT_EQ(laid_out("html", "<ul>\n        <li>one</li>\n\n    <li>two</li>\n  </ul>\n"),
            "<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>\n");
}

TEST(Reindent, RulesAndStatementsStandBelowTheirHeads) {
  EXPECT_EQ(laid_out("css", "a {\n        color:  red;\n\n    }\n"), "a {\n  color: red;\n}\n");
  EXPECT_EQ(laid_out("sql", "CREATE TABLE t (\n            a  INT\n      );\n"),
            "CREATE TABLE t (\n  a INT\n);\n");
}

TEST(Reindent, BrokenTextStaysAsItIs) {
  EXPECT_EQ(laid_out("json", "{\n      \"a\":  [\n"), "{\n      \"a\":  [\n");
}

}  // namespace
}  // namespace whittle
