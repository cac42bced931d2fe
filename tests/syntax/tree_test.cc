#include "syntax/tree.h"

#include <gtest/gtest.h>

#include "support/volume.h"
#include "syntax/trees.h"

namespace whittle {
namespace {

std::shared_ptr<const Tree> tree_of(std::string_view language, std::string text) {
  return parse(*find_language(language), share(std::move(text))).value();
}

TEST(Tree, CFileHasTheNodesItsGrammarNames) {
  EXPECT_EQ(to_string(*tree_of("c", "int x = f(1, 2);\n")),
            "translation_unit [10]\n"
            "  declaration [10]\n"
            "    type: primitive_type [1] int\n"
            "    declarator: init_declarator [8]\n"
            "      declarator: identifier [1] x\n"
            "      '=' [1]\n"
            "      value: call_expression [6]\n"
            "        function: identifier [1] f\n"
            "        arguments: argument_list [5]\n"
            "          '(' [1]\n"
            "          number_literal [1] 1\n"
            "          ',' [1]\n"
            "          number_literal [1] 2\n"
            "          ')' [1]\n"
            "    ';' [1]\n");
}

TEST(Tree, SubtreesAreRunsOfTheTable) {
  const auto tree = tree_of("c", "int f(int a) { if (a) { return a + 1; } return 0; }\nint y;\n");
  for (NodeId id = 0; id < tree->size(); ++id) {
    NodeId expected = id + 1;
    for (NodeId child : tree->children(id)) {
      EXPECT_EQ(child, expected);
      EXPECT_EQ((*tree)[child].parent, id);
      EXPECT_GE((*tree)[child].begin, (*tree)[id].begin);
      EXPECT_LE((*tree)[child].end, (*tree)[id].end);
      expected = (*tree)[child].subtree_end;
    }
    EXPECT_EQ(expected, (*tree)[id].subtree_end);
  }
}

TEST(Tree, BrokenCodeHasATreeWithErrors) {
  EXPECT_EQ(tree_of("c", "int x;")->errors(), 0u);
  const auto tree = tree_of("c", "int x = ; } } garbage ( int y;");
  EXPECT_GT(tree->errors(), 0u);
  EXPECT_TRUE((*tree)[tree->root()].has_errors);
  EXPECT_EQ((*tree)[tree->root()].end, 30u);
}

TEST(Tree, AnExtensionThatTheGrammarDoesNotKnowIsAnExtraNode) {
  const std::string_view before = "namespace std ",
                         attribute = "__attribute__ ((__visibility__ (\"default\")))";
  const auto tree = tree_of("cpp", std::string(before) + std::string(attribute) + " { int x; }\n");
  EXPECT_EQ(tree->errors(), 0u);
  EXPECT_EQ(to_string(*tree),
            "translation_unit [16]\n"
            "  namespace_definition [16]\n"
            "    'namespace' [1]\n"
            "    name: namespace_identifier [1] std\n"
            "    attribute_specifier [9] __attribute__ ((__visibility__ (\"default\")))\n"
            "    body: declaration_list [5]\n"
            "      '{' [1]\n"
            "      declaration [3]\n"
            "        type: primitive_type [1] int\n"
            "        declarator: identifier [1] x\n"
            "        ';' [1]\n"
            "      '}' [1]\n");
  const NodeId node = 4;
  EXPECT_TRUE((*tree)[node].extra);
  EXPECT_EQ(tree->text(node), attribute);
}

TEST(Tree, AnExtensionBeforeADeclarationBelongsToIt) {
  const auto tree = tree_of("cpp", "int y;\nextern template int f<int>(int);\n");
  EXPECT_EQ(tree->errors(), 0u);
  NodeId last = no_node;
  for (NodeId child : tree->children(tree->root())) last = child;
  EXPECT_EQ(tree->text(last), "extern template int f<int>(int);");
  EXPECT_EQ(tree->text(last + 1), "extern");
  EXPECT_EQ(tree->text(last + 2), "template");
}

TEST(Tree, WhatOnlyLooksLikeAnExtensionStays) {
  for (std::string_view text :
       {"const char* s = \"extern template\";\n", "// extern template\nint x;\n",
        "namespace a { int x; }\n", "extern int x;\n"}) {
    const auto tree = tree_of("cpp", std::string(text));
    EXPECT_EQ(tree->errors(), 0u) << text;
    for (NodeId id = 0; id < tree->size(); ++id)
      EXPECT_EQ((*tree)[id].extra, tree->kind_name(id) == "comment") << text;
  }
}

TEST(Tree, NestingMayBeAsDeepAsTheFileIsLong) {
  const int depth = 100'000;
  for (std::string_view language : {"c", "brackets", "lisp", "json"}) {
    const bool c = language == "c";
    const std::string open(depth, language == "json" ? '[' : '(');
    const std::string close(depth, language == "json" ? ']' : ')');
    const auto tree =
        tree_of(language, c ? "int x = " + open + "1" + close + ";" : open + "1" + close);
    EXPECT_GT(tree->size(), static_cast<std::uint32_t>(depth)) << language;
    EXPECT_FALSE(to_string(*tree).empty());
  }
}

TEST(Tree, TenMegabytesAreParsedAndWalked) {
  const std::size_t size = takes_a_small_sample() ? 2'000'000 : 10'000'000;
  std::string text;
  while (text.size() < size)
    text += "static int f" + std::to_string(text.size()) +
            "(int a, int b) {\n  return a * (b + 1);\n}\n";
  const auto tree = tree_of("c", text);
  std::uint64_t leaves = 0;
  for (NodeId id = 0; id < tree->size(); ++id) leaves += tree->is_leaf(id);
  EXPECT_EQ(tree->errors(), 0u);
  EXPECT_GT(leaves, size / 5);
}

TEST(Trees, AreKeptWhileTheFileIsTheSame) {
  Trees trees;
  const SharedBytes bytes = share("int x;");
  const auto tree = trees.tree("a.c", bytes);
  EXPECT_EQ(tree, trees.tree("b.c", share("int x;")));
  EXPECT_NE(tree, trees.tree("a.cc", bytes));
  EXPECT_NE(tree, trees.tree("a.c", share("int y;")));
  EXPECT_EQ(trees.tree("notes", share("(a)"))->language().name, "brackets");
}

TEST(Trees, APageHasTreesOfItsScriptsAndStyles) {
  const std::string page = "<p>x</p>\n<script>f(1);\n</script><style>a { b: c }</style>\n";
  const auto tree = parse(*find_language("html"), share(page)).value();
  const auto inside = parse_embedded(*tree);
  ASSERT_EQ(inside.size(), 2u);
  EXPECT_EQ(inside[0]->language().name, "javascript");
  EXPECT_EQ(inside[0]->text(Tree::root()), "f(1);\n");
  EXPECT_EQ(inside[0]->text(1), "f(1);");
  EXPECT_EQ(inside[0]->kind_name(1), "expression_statement");
  EXPECT_EQ(inside[1]->text(Tree::root()), "a { b: c }");
  EXPECT_EQ(inside[1]->errors(), 0u);
}

}  // namespace
}  // namespace whittle
