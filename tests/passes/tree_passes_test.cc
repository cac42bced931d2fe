#include "passes/tree/tree_passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "passes/tree/tree_edits.h"
#include "support/pass_results.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

/// What each edit of a pass makes of the text when it is applied alone.
std::vector<std::string> each(FindEdits find, const std::string& path, const std::string& text) {
  const Document document = Document::single(path, text);
  Trees trees;
  NoTools tools;
  return texts_of(results_of_each(edit_list(document, find({document, trees, tools}))));
}

TEST(TreeChildren, TakesTheCommaAlongWhereverTheItemStands) {
  EXPECT_THAT(each(find_tree_children, "f.c", "int x = f(a, b, c);"),
              IsSupersetOf({"int x = f(b, c);", "int x = f(a, c);", "int x = f(a, b);"}));
  EXPECT_THAT(each(find_tree_children, "f.py", "f(a, b)\n"), IsSupersetOf({"f(b)\n", "f(a)\n"}));
  EXPECT_THAT(each(find_tree_children, "f.json", "[1, 2, 3]"),
              IsSupersetOf({"[2, 3]", "[1, 3]", "[1, 2]"}));
  EXPECT_THAT(each(find_tree_children, "f.rs", "fn f(a: A, b: B) {}"),
              IsSupersetOf({"fn f(b: B) {}", "fn f(a: A) {}"}));
}

TEST(TreeChildren, TakesTheWholeLineEndOfWindowsAlong) {
  EXPECT_THAT(each(find_tree_children, "f.py", "a()\r\nb()\r\n"), Contains("a()\r\n"));
  EXPECT_THAT(each(find_tree_children, "f.csv", "n,m\r\n1,2\r\n3,4\r\n"),
              IsSupersetOf({"n,m\r\n1,2\r\n", "n,m\r\n3,4\r\n"}));
}

TEST(TreeChildren, TakesTheLineAlongOfANodeThatStandsAloneOnIt) {
  EXPECT_THAT(each(find_tree_children, "f.c", "void f() {\n  a();\n  b();\n}\n"),
              IsSupersetOf({"void f() {\n  b();\n}\n", "void f() {\n  a();\n}\n"}));
  EXPECT_THAT(each(find_tree_children, "f.py", "def f():\n    a()\n    b()\n"),
              IsSupersetOf({"def f():\n    b()\n", "def f():\n    a()\n"}));
  EXPECT_THAT(each(find_tree_children, "f.js", "x = {\n  a: 1,\n  b: 2\n};\n"),
              IsSupersetOf({"x = {\n  b: 2\n};\n", "x = {\n  a: 1\n};\n"}));
}

TEST(TreeChildren, TakesAnOperandWithItsOperator) {
  EXPECT_THAT(each(find_tree_children, "f.c", "int x = a + b * c - d;"),
              IsSupersetOf({"int x = b * c - d;", "int x = a + c - d;", "int x = a + b * d;",
                            "int x = a + b * c;"}));
  EXPECT_THAT(each(find_tree_children, "f.js", "x = a && b && c;"),
              IsSupersetOf({"x = b && c;", "x = a && c;", "x = a && b;"}));
  EXPECT_THAT(each(find_tree_children, "f.go", "package p\nvar x = a + b + c\n"),
              IsSupersetOf({"package p\nvar x = b + c\n", "package p\nvar x = a + b\n"}));
}

TEST(TreeChildren, ListsOuterBeforeInnerAndNothingTwice) {
  const std::vector<std::string> all =
      each(find_tree_children, "f.c", "void f() { if (a) { b(); } }");
  EXPECT_THAT(all.front(), "");
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
}

TEST(Hoist, PutsADescendantInPlaceOfItsAncestor) {
  EXPECT_THAT(each({find_hoists, 0}, "f.c", "void f() { if (a) { b(); c(); } }"),
              Contains("void f() { { b(); c(); } }"));
  EXPECT_THAT(each({find_hoists, 0}, "f.c", "int x = f(a + b, c);"), Contains("int x = f(a, c);"));
  EXPECT_THAT(each({find_hoists, 0}, "f.py", "x = g(h(1, 2))\n"), Contains("x = h(1, 2)\n"));
  EXPECT_THAT(each({find_hoists, 0}, "f.json", R"({"a": [1, 2, 3], "b": 4})"),
              Contains("[1, 2, 3]"));
}

TEST(Hoist, OffersLighterDescendantsInLaterRanks) {
  EXPECT_THAT(each({find_hoists, 0}, "f.js", "x = f(a.b) + c;"), Contains("x = f(a.b);"));
  EXPECT_THAT(each({find_hoists, 1}, "f.js", "x = f(a.b) + c;"), Contains("x = c;"));
}

TEST(Hoist, TakesAllCallsAroundACallAwayAtOnce) {
  std::string text = "x = ", end;
  for (int i = 0; i < 100; ++i) text += "f(", end += ")";
  const Document document = Document::single("f.py", text + "a" + end + "\n");
  Trees trees;
  NoTools tools;
  Found found = find_hoists({document, trees, tools}, 0);
  const EditList list(document, std::move(found.edits));
  Subset kept = Subset::all(list.size());
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list.edits()[i].changes.size() == 2) kept.erase(i);
  EXPECT_EQ(list.render(kept).bytes(0), "x = f(a)\n");
}

TEST(Flatten, PutsTheStatementsOfABlockInItsPlace) {
  EXPECT_THAT(each(find_flattenings, "f.c", "void f() { if (a) { b(); c(); } }"),
              Contains("void f() { b(); c(); }"));
  EXPECT_THAT(each(find_flattenings, "f.cc", "namespace n { int a; int b; }"),
              Contains("int a; int b;"));
  EXPECT_THAT(each(find_flattenings, "f.rs", "fn f() { while x { a(); b(); } c(); }"),
              Contains("fn f() { a(); b(); c(); }"));
  EXPECT_THAT(each(find_flattenings, "f.js", "f(g(a, b), c);"), Contains("f(a, b, c);"));
}

TEST(StandIn, PutsTheShortestTextInPlaceOfANode) {
  EXPECT_THAT(each(find_stand_ins, "f.c", "int f() { return g(1, 2); }"), Contains("int f() {}"));
  EXPECT_THAT(each(find_stand_ins, "f.json", "[{\"a\": 1}]"), Not(IsEmpty()));
  EXPECT_THAT(each(find_stand_ins, "f.rs", "fn f() { g(1, 2); }\n"), Contains("fn f() {}\n"));
}

TEST(SameKind, PutsTheLightestNodeOfItsKindInPlaceOfANode) {
  EXPECT_THAT(each(find_same_kind, "f.c", "void f() { g(1, 2); h(); }"),
              Contains("void f() { h(); h(); }"));
  EXPECT_THAT(each(find_same_kind, "f.py", "a = [1, [2]]\n"), Contains("a = [2]\n"));
  EXPECT_THAT(each(find_same_kind, "f.json", "[[1, 2], [3]]"), Contains("[[3], [3]]"));
}

TEST(TreePasses, FindNothingInAnEmptyFile) {
  for (const char* path : {"f.c", "f.py", "f.json", "f.xml", "f.txt"})
    for (const Pass& pass : passes()) {
      if (pass.family != Family::tree && pass.family != Family::names) continue;
      EXPECT_THAT(each(pass.find, path, ""), IsEmpty()) << pass.name;
    }
}

// Nested as deep as a file can be long, and a list as long: neither may take more than linear time
// or a stack.
TEST(TreePasses, StandDeepNestingAndLongLists) {
  const std::string deep = std::string(20000, '[') + std::string(20000, ']');
  std::string wide = "[1";
  for (int i = 0; i < 20000; ++i) wide += ", 1";
  wide += "]";
  for (const std::string& text : {deep, wide}) {
    const Document document = Document::single("f.json", text);
    Trees trees;
    NoTools tools;
    EXPECT_GE(find_all_removals(document, trees).edits.size(), 19999u);
  }
}

}  // namespace
}  // namespace whittle
