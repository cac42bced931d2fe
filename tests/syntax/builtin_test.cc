#include "syntax/builtin.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

std::string shown_tree(std::string_view language, std::string text) {
  return to_string(*parse(*find_language(language), share(std::move(text))).value());
}

TEST(Builtin, SExpressionsAreGroupsOfAtoms) {
  EXPECT_EQ(shown_tree("smtlib", "(assert (= |a b| \"x\\\")) ; no\n"),
            "file [16]\n"
            "  group [14]\n"
            "    'open' [1]\n"
            "    token [1] assert\n"
            "    group [11]\n"
            "      'open' [1]\n"
            "      token [1] =\n"
            "      string [4] |a b|\n"
            "      string [4] \"x\\\"\n"
            "      'close' [1]\n"
            "    'close' [1]\n"
            "  comment [2] ; no\n");
}

TEST(Builtin, BracketsWithoutAPartnerAreTokens) {
  EXPECT_EQ(shown_tree("lisp", ") (a"),
            "file [3]\n"
            "  token [1] )\n"
            "  token [1] (\n"
            "  token [1] a\n");
  EXPECT_EQ(shown_tree("brackets", "( [ )"),
            "file [3]\n"
            "  line [3]\n"
            "    group [3]\n"
            "      'open' [1]\n"
            "      token [1] [\n"
            "      'close' [1]\n");
}

TEST(Builtin, AssemblyLinesStandUnderTheirLabelAndSection) {
  EXPECT_EQ(shown_tree("assembly", "section .text\nmain:\n  mov eax, 1 ; one\n.loop:\n  ret\n"),
            "file [15]\n"
            "  block [15]\n"
            "    directive [3]\n"
            "      token [1] section\n"
            "      token [1] .\n"
            "      token [1] text\n"
            "    block [12]\n"
            "      label [2] main:\n"
            "      instruction [4]\n"
            "        token [1] mov\n"
            "        token [1] eax\n"
            "        'separator' [1]\n"
            "        token [1] 1\n"
            "      comment [2] ; one\n"
            "      label [3] .loop:\n"
            "      instruction [1]\n"
            "        token [1] ret\n");
}

TEST(Builtin, ALineThatContinuesOrClosesABlockBelongsToIt) {
  EXPECT_EQ(shown_tree("brackets", "IF a\n b\nelse\n c\nendif\nendpoint d\n"),
            "file [8]\n"
            "  block [6]\n"
            "    line [2]\n"
            "      token [1] IF\n"
            "      token [1] a\n"
            "    line [1]\n"
            "      token [1] b\n"
            "    block [2]\n"
            "      line [1]\n"
            "        token [1] else\n"
            "      line [1]\n"
            "        token [1] c\n"
            "    line [1]\n"
            "      token [1] endif\n"
            "  line [2]\n"
            "    token [1] endpoint\n"
            "    token [1] d\n");
  // The word `end` closes the block of `do` and not that of `else`, and nothing follows it.
  EXPECT_EQ(shown_tree("brackets", "do\n b\nelse\n c\nend\nend\n"),
            "file [6]\n"
            "  block [5]\n"
            "    line [1]\n"
            "      token [1] do\n"
            "    line [1]\n"
            "      token [1] b\n"
            "    block [2]\n"
            "      line [1]\n"
            "        token [1] else\n"
            "      line [1]\n"
            "        token [1] c\n"
            "    line [1]\n"
            "      token [1] end\n"
            "  line [1]\n"
            "    token [1] end\n");
}

TEST(Builtin, IndentedLinesAreABlockUnderTheLineAbove) {
  EXPECT_EQ(shown_tree("brackets", "a\n  b (c\n d)\n    e\nf\n"),
            "file [8]\n"
            "  block [7]\n"
            "    line [1]\n"
            "      token [1] a\n"
            "    block [6]\n"
            "      line [5]\n"
            "        token [1] b\n"
            "        group [4]\n"
            "          'open' [1]\n"
            "          line [1]\n"
            "            token [1] c\n"
            "          line [1]\n"
            "            token [1] d\n"
            "          'close' [1]\n"
            "      line [1]\n"
            "        token [1] e\n"
            "  line [1]\n"
            "    token [1] f\n");
}

TEST(Builtin, HeadingsOpenBlocksWhereARowNamesThem) {
  EXPECT_EQ(shown_tree("ini", "[a]\nx = 1.2.3\n[b]\ny = (\n"),
            "file [12]\n"
            "  block [6]\n"
            "    line [3]\n"
            "      token [1] [\n"
            "      token [1] a\n"
            "      token [1] ]\n"
            "    line [3]\n"
            "      token [1] x\n"
            "      token [1] =\n"
            "      token [1] 1.2.3\n"
            "  block [6]\n"
            "    line [3]\n"
            "      token [1] [\n"
            "      token [1] b\n"
            "      token [1] ]\n"
            "    line [3]\n"
            "      token [1] y\n"
            "      token [1] =\n"
            "      token [1] (\n");
  const std::string patch =
      shown_tree("diff", "diff --git a b\n--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n@@ -9 +9 @@\n z\n");
  EXPECT_EQ(patch.substr(0, patch.find("        token")),
            "file [35]\n"
            "  block [35]\n"
            "    line [6]\n"
            "      token [1] diff\n"
            "      token [1] -\n"
            "      token [1] -\n"
            "      token [1] git\n"
            "      token [1] a\n"
            "      token [1] b\n"
            "    block [29]\n"
            "      line [4]\n");
}

TEST(Builtin, ALineGoesOnBehindASignOfContinuation) {
  EXPECT_EQ(shown_tree("dockerfile", "RUN a \\\n  b\nCMD c\n"),
            "file [6]\n"
            "  line [4]\n"
            "    token [1] RUN\n"
            "    token [1] a\n"
            "    token [1] \\\n"
            "    token [1] b\n"
            "  line [2]\n"
            "    token [1] CMD\n"
            "    token [1] c\n");
}

TEST(Builtin, AnEmptyFileIsATree) {
  for (std::string_view language : {"brackets", "lisp", "assembly", "c", "csv", "diff"})
    EXPECT_EQ(parse(*find_language(language), share("")).value()->size(), 1u) << language;
}

}  // namespace
}  // namespace whittle
