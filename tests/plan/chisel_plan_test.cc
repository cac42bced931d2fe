#include "plan/debloat/chisel_plan.h"

#include <gtest/gtest.h>

#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

struct Chiselled {
  std::string text;
  std::vector<std::string> tested;
};

/// Tests find a candidate interesting if it has all of `words`, in this order.
Chiselled chisel(const std::string& program, std::initializer_list<std::string_view> words,
                 const std::string& algorithm = "chisel", DebloatOptions options = {}) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with(algorithm));
  stage_maker->debloat = options;
  Chiselled chiselled;
  const PlanRun run = reduce_with_plan(Document::single("a.c", program), chisel_plan(stage_maker),
                                       [&](const Document& candidate) {
                                         chiselled.tested.push_back(candidate.bytes(0));
                                         return has_in_order(candidate.bytes(0), words);
                                       });
  chiselled.text = run.result.bytes(0);
  return chiselled;
}

bool lacks(const std::string& text, std::string_view word) {
  return text.find(word) == text.npos;
}

TEST(ChiselPlan, RemovesAllIdleVariablesAndLabelsInTheFirstTest) {
  const std::string program = R"(int main(void) {
  int idle;
  int zero = 0;
  int called = f();
l:
  return 0;
}
)";
  const Chiselled all = chisel(program, {program});
  ASSERT_FALSE(all.tested.empty());
  EXPECT_EQ(all.tested.front(), R"(int main(void) {
  int called = f();

  return 0;
}
)");
  for (const std::string& tested :
       chisel(program, {program}, "chisel", {.without_dead_code = true}).tested)
    EXPECT_FALSE(lacks(tested, "idle"));
}

TEST(ChiselPlan, NeverRemovesDeclarationsThatAreUsedAnywhere) {
  const std::string program = R"(int used, first, second;
int third;
void f(void) { used = 1; }
int main(void) {
  f();
  return 0;
}
)";
  const Chiselled some = chisel(program, {"main"});
  for (const std::string& tested : some.tested)
    EXPECT_TRUE(!lacks(tested, "int used") || lacks(tested, "used = 1")) << tested;
  EXPECT_TRUE(lacks(some.text, "third"));
  EXPECT_EQ(chisel(program, {"main"}, "chisel", {.without_dependencies = true}).text,
            "int main(void) {\n}\n");
}

// By hand from `GlobalReduction.cpp` and `Reduction.cpp`: the list is [puts, a, b, c], where puts
// is a null whose chunks are invalid, because `UseInfo[nullptr]` is true. Halves: {b, c}. Then
// single elements, sorted by a tree that has learned that chunks with the null work: {a}, {b}. Of
// the three that are left {c}, which is not tested here since that program was, and at last {a, c}.
TEST(ChiselPlan, ListsPrototypesAsElementsThatStay) {
  const std::string head = "int puts(const char *);\n",
                    tail = "int main(void) {\n  puts(\"\");\n}\n";
  const Chiselled some =
      chisel(head + "int a;\nint b;\nint c;\n" + tail, {"int a", "int c", "puts(\"\")"});
  const std::vector<std::string> expected = {"int a;\n", "int b;\nint c;\n", "int a;\nint c;\n",
                                             ""};
  ASSERT_GE(some.tested.size(), expected.size());
  for (std::size_t at = 0; at < expected.size(); ++at)
    EXPECT_EQ(some.tested[at], head + expected[at] + tail);
}

// `isConstant` of `DeadcodeElimination.cpp`.
TEST(ChiselPlan, ACastOfALiteralIsIdleAndANegativeNumberIsNot) {
  const std::string program =
      "int main(void) {\n  char *p = (char *)0;\n  char *q = \"a\" \"b\";\n  int n = -1;\n  return "
      "0;\n}\n";
  const Chiselled all = chisel(program, {program});
  ASSERT_FALSE(all.tested.empty());
  EXPECT_EQ(all.tested.front(), "int main(void) {\n  int n = -1;\n  return 0;\n}\n");
}

// LocalReduction::reduceIf: the first branch alone, then the second one.
TEST(ChiselPlan, UnwrapsAnIfByEitherBranch) {
  const std::string program = R"(int main(int c, char **v) {
  if (c) { puts("then"); } else { puts("else"); }
}
)";
  const Chiselled then = chisel(program, {"then"});
  EXPECT_TRUE(lacks(then.text, "if"));
  EXPECT_TRUE(lacks(then.text, "else"));
  const Chiselled otherwise = chisel(program, {"puts(\"else\");"});
  EXPECT_TRUE(lacks(otherwise.text, "if"));
  EXPECT_TRUE(lacks(otherwise.text, "then"));
}

TEST(ChiselPlan, UnwrapsLoopsAndRemovesCasesOneByOne) {
  for (const std::string loop :
       {"while (x) { y(); }", "for (;;) { y(); }", "do { y(); } while (x);"}) {
    const Chiselled one = chisel("int x;\nvoid f(void) {\n  " + loop + "\n}\n", {"y();"});
    for (const std::string_view word : {"while", "for", "do {"})
      EXPECT_TRUE(lacks(one.text, word)) << one.text;
    EXPECT_FALSE(lacks(one.text, "y();"));
  }
  const Chiselled cases = chisel(
      "int f(int x) {\n  switch (x) {\n  case 1: a();\n  case 2: b();\n  default: c();\n  }\n}\n",
      {"switch", "b();"});
  EXPECT_TRUE(lacks(cases.text, "case 1"));
  EXPECT_TRUE(lacks(cases.text, "default"));
}

// LocalReduction::isInvalidChunk: definitions, labels, returns.
TEST(ChiselPlan, NeverTestsAUseWithoutADefinition) {
  const std::string program = R"(int f(int p) {
  int x;
  x = p + 1;
  if (p) goto end;
  g(x);
end:
  return x;
}
)";
  for (const std::string& tested : chisel(program, {"f"}).tested) {
    if (lacks(tested, "f(int")) continue;  // the whole function
    EXPECT_TRUE(!lacks(tested, "x = p") || (lacks(tested, "g(x)") && lacks(tested, "return x")))
        << tested;
    EXPECT_TRUE(!lacks(tested, "end:") || lacks(tested, "goto")) << tested;
    EXPECT_FALSE(lacks(tested, "return")) << tested;
  }
  const Chiselled without = chisel(program, {"f"}, "chisel", {.without_dependencies = true});
  EXPECT_TRUE(lacks(without.text, "return"));
}

TEST(ChiselPlan, WorksWithEveryListAlgorithm) {
  const std::string program = R"(int idle(void) { return 1; }
int main(int c, char **v) {
  puts("a");
  puts("b");
  if (c) { { puts("c"); } }
  return 0;
}
)";
  for (const std::string algorithm : {"chisel", "ddmin", "probdd", "cdd", "gallop"})
    EXPECT_EQ(chisel(program, {"puts(\"c\")"}, algorithm).text,
              "int main(int c, char **v) {\n  {  puts(\"c\");  }\n  return 0;\n}\n")
        << algorithm << ": a block that is not alone keeps its braces";
}

}  // namespace
}  // namespace whittle
