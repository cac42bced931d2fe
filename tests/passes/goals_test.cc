// Passes list what is smaller by the goal in use, not by tokens whatever the goal is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/pass_results.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> each(std::string_view pass, Goal goal, std::string_view path,
                              std::string_view text) {
  const Document document = Document::single(std::string(path), Bytes(text));
  Trees trees;
  NoTools tools;
  return texts_of(
      results_of_each(edit_list(document, find_pass(pass)->find({document, trees, tools, goal}))));
}

TEST(Goals, AShorterWordOfTheSameKindSavesBytes) {
  const std::string_view text = "f(a); f(longest);";
  EXPECT_THAT(each("same-kind", Goal::bytes, "f.c", text), Contains("f(a); f(a);"));
  EXPECT_THAT(each("same-kind", Goal::tokens, "f.c", text), Not(Contains("f(a); f(a);")));
}

TEST(Goals, ABodyOfMoreTokensCanHaveFewerBytes) {
  const std::string_view text = "fn f() -> u8 { the_longest_name }";
  EXPECT_THAT(each("body-to-declaration", Goal::bytes, "f.rs", text),
              Contains("fn f() -> u8 { loop {} }"));
  EXPECT_THAT(each("body-to-declaration", Goal::tokens, "f.rs", text), IsEmpty());
}

TEST(Goals, AValueOfMoreTokensCanHaveFewerBytes) {
  EXPECT_THAT(each("stand-in-list", Goal::bytes, "f.txt", "x = longest"), Contains("x = []"));
  EXPECT_THAT(each("stand-in-list", Goal::tokens, "f.txt", "x = longest"), IsEmpty());
}

TEST(Goals, WhiteSpaceIsOnlyKeptBetweenWordsIfBytesCount) {
  const auto all = [](std::string_view pass, std::string_view path, std::string_view text) {
    const Document document = Document::single(std::string(path), Bytes(text));
    Trees trees;
    NoTools tools;
    const EditList edits =
        edit_list(document, find_pass(pass)->find({document, trees, tools, Goal::bytes}));
    return edits.render(Subset::none(edits.size())).bytes(0);
  };
  EXPECT_EQ(all("spaces", "f.js", "while (0) for (var [] of 0) ;\n"), "while(0)for(var[]of 0);");
  EXPECT_EQ(all("spaces", "f.c", "int   x\n = 5;\n\nint  \n y ;\n"), "int x=5;int\ny;");
  const std::string_view blocks = "if x:\n    if y:\n        f()\n    g()\n";
  EXPECT_THAT(each("indentation", Goal::bytes, "f.py", blocks),
              Contains("if x:\n if y:\n  f()\n g()\n"));
  EXPECT_THAT(each("spaces", Goal::tokens, "f.c", "int x = 5;\n"), IsEmpty());
}

TEST(Goals, FewerTokensAreNoReasonForMoreBytes) {
  const std::string_view text = "int f(int x) { return x; } int y = f(1);";
  for (const Pass& pass : passes()) {
    if (pass.external) continue;
    const Document document = Document::single("f.c", Bytes(text));
    Trees trees;
    NoTools tools;
    const EditList edits = edit_list(document, pass.find({document, trees, tools, Goal::bytes}));
    const Downhill goes_down(Goal::bytes, document);
    for (const Edit& edit : edits.edits()) EXPECT_TRUE(goes_down(edit)) << pass.name;
  }
}

}  // namespace
}  // namespace whittle
