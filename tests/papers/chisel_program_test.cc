// Whole runs of CHISEL's program, github.com/aspire-project/chisel at dfa757f, by hand from its
// source. The candidates are those that it would pass to its oracle.
#include <gtest/gtest.h>

#include "plan/debloat/chisel_plan.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

/// The candidates of `--plan chisel`, each as the words of `marks` that it lacks, and whether it
/// has all of `needed`.
std::vector<std::string> trace(const std::string& program, const std::vector<std::string>& marks,
                               const std::vector<std::string>& needed) {
  std::vector<std::string> candidates;
  const auto lacks = [](const std::string& text, const std::string& word) {
    return text.find(word) == text.npos;
  };
  reduce_with_plan(Document::single("a.c", program), chisel_plan(stage_maker_with("chisel")),
                   [&](const Document& document) {
                     const std::string& text = document.bytes(0);
                     std::string line = "without";
                     for (const std::string& mark : marks)
                       if (lacks(text, mark)) line += ' ' + mark;
                     const bool good = std::ranges::none_of(
                         needed, [&](const std::string& word) { return lacks(text, word); });
                     candidates.push_back(line + (good ? ": yes" : ": no"));
                     return good;
                   });
  return candidates;
}

// `VisitFunctionDecl` and `HandleTopLevelDecl`: the list is [null for puts, null for late, early,
// late, unused], without main. The null is used by the call of puts; early is used, late is not,
// since it is called above its definition.
//
// Chunks of 3: {null, null, early} is invalid, {late, unused} is tested. Chunks of 2: all invalid.
// Single elements: {late}, {unused}. Chunks of 2 and 1 of the other four: none is new. Then
// `LocalReduction`: the returns of early and late are their last ones (`noReturn`); of main {puts}.
// The second round has the same lists: {late}, since each list has its own cache.
TEST(ChiselWholeProgram, ListsPrototypesAsNullsAndTriesFunctionsThatAreDefinedBelowTheirUse) {
  EXPECT_EQ(trace(R"(int puts(const char *);
int late(void);
int early(void) { return 1; }
int main(void) {
  puts("");
  return early() + late();
}
int late(void) { return 2; }
int unused(void) { return 3; }
)",
                  {"puts(\"\")", "early", "return 2", "return 3"}, {"early", "return 2"}),
            (std::vector<std::string>{
                "without return 2 return 3: no",
                "without return 2: no",
                "without return 3: yes",
                "without puts(\"\") return 3: yes",
                "without puts(\"\") return 2 return 3: no",
            }));
}

// `filterElements`: the list of f is [x = p, if, while, return], without the declarations of a type
// and a variable and without the null statement and the line of the preprocessor.
// `brokenDependency`: `return x` needs `x = p`.
//
// Global: {f}. Halves and their complements: {x = p, if} has a broken dependency, {while, return}
// no return. Single elements: {if}, {while}; the others and all complements are invalid. Then the
// queue: the `if` as its first branch, as its second; the `while` as its body. The second round:
// {h()} and {k()}.
TEST(ChiselWholeProgram, ReducesBlocksThenUnwrapsTheirStatements) {
  EXPECT_EQ(trace(R"(int f(int p) {
  typedef int number;
  struct unused { int member; };
  ;
  number x;
  x = p;
# 12 "a.c"
  if (p) { g(x); } else h();
  while (p) k();
  return x;
}
)",
                  {"number", "struct", "# 12", "x = p", "if (p)", "g(x)", "h()", "while", "k()",
                   "return"},
                  {"h();", "k();", "return"}),
            (std::vector<std::string>{
                "without number struct # 12 x = p if (p) g(x) h() while k() return: no",
                "without if (p) g(x) h(): no",
                "without while k(): no",
                "without if (p) h(): no",
                "without if (p) g(x): yes",
                "without if (p) g(x) while: yes",
                "without if (p) g(x) h() while: no",
                "without if (p) g(x) while k(): no",
            }));
}

// `VisitFunctionDecl`: main is an element if dependences are not checked (`SkipGlobalDep`).
TEST(ChiselWholeProgram, ListsMainWithoutTheCheckOfDependences) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with("chisel"));
  stage_maker->debloat.without_dependencies = true;
  const PlanRun run =
      reduce_with_plan(Document::single("a.c", "int main(void) { return 0; }\n"),
                       chisel_plan(stage_maker), [](const Document&) { return true; });
  EXPECT_EQ(run.result.bytes(0), "");
}

// `VisitDeclRefExpr`: clang names the last declaration above a use, so that the first one is free.
TEST(ChiselWholeProgram, AUseCountsForTheLastDeclarationAboveIt) {
  EXPECT_EQ(trace("extern int a;\nint a = 1;\nint main(void) { return a; }\n",
                  {"extern int a", "int a = 1"}, {"extern int a"}),
            std::vector<std::string>{"without extern int a: no"});
}

}  // namespace
}  // namespace whittle
