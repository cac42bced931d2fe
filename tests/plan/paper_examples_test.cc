// The programs that two of the papers explain trees with, as real C.
#include <gtest/gtest.h>
#include <set>

#include "document/units.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

PlanRun reduce(std::string_view plan, const std::string& algorithm, const std::string& text,
               std::function<bool(std::string_view)> is_interesting) {
  return reduce_with_plan(Document::single("test.c", text),
                          find_plan(plan).value()->make(stage_maker_with(algorithm)),
                          [&](const Document& d) { return is_interesting(d.bytes(0)); });
}

// G. Gharachorlu and N. Sumner, "Avoiding the Familiar to Speed Up Test Case Reduction", 2018,
// Listing 1 and Figure 7.
TEST(OnePassPaper, HddRemovesFAndThenIntY) {
  const std::string listing = R"(void f() {
  int x = 5;
}
void g() {
  int y = 10;
  int z = 15/0;
}
)";
  const auto divides_by_zero_in_a_function = [](std::string_view text) {
    return has_in_order(text, {"void ", "()", "{", "int z = 15/0;", "}"});
  };
  for (const AlgorithmRow& algorithm : algorithms()) {
    if (algorithm.name == "dd") continue;  // isolates; does not minimize
    const PlanRun run =
        reduce("hdd", std::string(algorithm.name), listing, divides_by_zero_in_a_function);
    EXPECT_EQ(run.result.bytes(0), "\nvoid g() {\n  int z = 15/0;\n}\n") << algorithm.name;
  }
}

// X. Zhou, Z. Xu, M. Zhang, Y. Tian and C. Sun, "WDD: Weighted Delta Debugging", 2025, Fig. 1(a):
// GCC-71626, of which nodes 1, 3, 6, 7 and 8 are needed. The grammar we use reads a function
// without a return type as two nodes, so the four of them are declarations here, which weigh the
// same.
const std::string paper_program = R"(typedef long long llong;
int test2char64(char *p);
int test1char8(char c);
int test1short32(short c);
int test2short32(short *p);
typedef llong vllong1 __attribute__((__vector_size__(sizeof(llong))));
vllong1 test2llong1(llong *p) {
  llong c = *test1char8;
  vllong1 v = {c};
  return v;
}
int main() {}
)";
const std::string needed = R"(typedef long long llong;
int test1char8(char c);
typedef llong vllong1 __attribute__((__vector_size__(sizeof(llong))));
vllong1 test2llong1(llong *p) {
  llong c = *test1char8;
  vllong1 v = {c};
  return v;
}
int main() {}
)";
bool crashes_gcc(std::string_view text) {
  return has_in_order(
      text, {"typedef long long llong;", "int test1char8(char c);",
             "typedef llong vllong1 __attribute__((__vector_size__(sizeof(llong))));",
             "vllong1 test2llong1(llong *p) {\n  llong c = *test1char8;\n  vllong1 v = {c};\n"
             "  return v;\n}",
             "int main() {}"});
}

TEST(WeightedPaper, EveryAlgorithmLeavesTheFiveNeededNodesOfFigure1) {
  for (std::string_view plan : {"hdd", "perses"})
    for (std::string algorithm : {"ddmin", "wddmin", "probdd", "wprobdd"}) {
      const PlanRun run = reduce(plan, algorithm, paper_program, crashes_gcc);
      EXPECT_EQ(run.result.bytes(0), needed) << plan << " with " << algorithm;
    }
}

/// How many different candidates the first stage of a plan asks about, and what it leaves.
std::pair<std::size_t, std::string> first_stage(std::string_view plan,
                                                const AlgorithmOptions& options) {
  const Document document = Document::single("test.c", paper_program);
  AnyStrategy strategy = find_plan(plan).value()->make(stage_maker_with(options));
  Stage stage = strategy.next({document}).value();
  std::set<std::string> asked;
  while (auto query = stage.reduction.next_query()) {
    const std::string text = stage.edits->render(query->kept).bytes(0);
    asked.insert(text);
    stage.reduction.observe(outcome_of(crashes_gcc(text)));
  }
  return {asked.size(), stage.edits->render(stage.reduction.best()).bytes(0)};
}

TEST(WeightedPaper, TheTopLevelTakesTheTestsOfFigure2) {
  const AlgorithmOptions ddmin{.name = "ddmin", .after_success = AfterSuccess::restart};
  EXPECT_EQ(first_stage("hdd", ddmin), std::pair(30ul, needed));
  EXPECT_EQ(first_stage("hdd", {.name = "wddmin"}), std::pair(26ul, needed));
  EXPECT_EQ(first_stage("hdd", {.name = "probdd", .sigma = 0.2, .seed = 44622}),
            std::pair(15ul, needed));
  EXPECT_EQ(first_stage("hdd", {.name = "wprobdd", .sigma = 0.2}), std::pair(11ul, needed));
}

}  // namespace
}  // namespace whittle
