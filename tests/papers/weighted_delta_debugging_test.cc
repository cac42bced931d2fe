// X. Zhou, Z. Xu, M. Zhang, Y. Tian and C. Sun, "WDD: Weighted Delta Debugging", 2025, Figure 2:
// four algorithms on the program of Fig. 1(a).
//
// The figure shows what each test keeps by shading, which our copy has lost: it prints all numbers
// in each row, and what remains is outcomes and probabilities. It leaves out candidates tested
// before.
#include <gtest/gtest.h>

#include "papers/examples.h"

#include "algorithms/ddmin.h"
#include "algorithms/probdd.h"
#include "algorithms/weighted_ddmin.h"
#include "algorithms/weighted_probdd.h"

namespace whittle {
namespace {

TEST(WeightedDeltaDebugging, DdminTakesThe30TestsOfFigure2a) {
  check_steps(Ddmin(8, {.after_success = AfterSuccess::restart}), crashes_gcc(), R"(
      1 2 3 4 . . . .  no    #  1
      . . . . 5 6 7 8  no
      1 2 . . . . . .  no    #  3
      . . 3 4 . . . .  no
      . . . . 5 6 . .  no
      . . . . . . 7 8  no
      . . 3 4 5 6 7 8  no
      1 2 . . 5 6 7 8  no
      1 2 3 4 . . 7 8  no
      1 2 3 4 5 6 . .  no    # 10
      1 . . . . . . .  no
      . 2 . . . . . .  no
      . . 3 . . . . .  no
      . . . 4 . . . .  no
      . . . . 5 . . .  no
      . . . . . 6 . .  no
      . . . . . . 7 .  no
      . . . . . . . 8  no
      . 2 3 4 5 6 7 8  no
      1 . 3 4 5 6 7 8  yes   # 20
      1 . . 4 5 6 7 8  no
      1 . 3 . 5 6 7 8  yes   # 22
      . . 3 . 5 6 7 8  no
      1 . . . 5 6 7 8  no
      1 . 3 . . 6 7 8  yes   # 25
      . . 3 . . 6 7 8  no
      1 . . . . 6 7 8  no
      1 . 3 . . . 7 8  no
      1 . 3 . . 6 . 8  no
      1 . 3 . . 6 7 .  no    # 30
  )",
              Repeats::left_out);
}

// Section IV-A gives the weights of the parts in the second round, 20 15 16 31: tests 3 to 6. The
// whole list, with which Algorithm 1 begins, is not among the 26.
TEST(WeightedDeltaDebugging, WeightedDdminTakesThe26TestsOfFigure2b) {
  check_steps(WeightedDdmin(gcc_program()), crashes_gcc(), R"(
      1 2 3 4 5 . . .  no    #  1
      . . . . . 6 7 8  no
      1 2 3 . . . . .  no    #  3
      . . . 4 5 . . .  no
      . . . . . 6 . .  no
      . . . . . . 7 8  no
      . . . 4 5 6 7 8  no
      1 2 3 . . 6 7 8  yes   #  8
      1 2 3 . . . 7 8  no
      1 2 3 . . 6 . .  no
      1 2 . . . . . .  no    # 11
      . . 3 . . . . .  no
      . . . . . . 7 .  no
      . . . . . . . 8  no
      . . 3 . . 6 7 8  no
      1 2 . . . 6 7 8  no
      1 2 3 . . 6 . 8  no
      1 2 3 . . 6 7 .  no
      1 . . . . . . .  no    # 19
      . 2 . . . . . .  no
      . 2 3 . . 6 7 8  no
      1 . 3 . . 6 7 8  yes   # 22
      1 . . . . 6 7 8  no    # 23: the sweep over single elements
      1 . 3 . . . 7 8  no
      1 . 3 . . 6 . 8  no
      1 . 3 . . 6 7 .  no    # 26
  )",
              Repeats::left_out);
}

// Seed 44622 is the first that draws what the figure shows. The sixth row of probabilities is
// printed like the eighth, with 6, 7 and 8 at 0.65, 1.00 and 0.65 before the tests that bring them
// there; by the seventh, which has 7 back at 0.59, it must be as here.
TEST(WeightedDeltaDebugging, ProbddTakesThe15TestsOfFigure2c) {
  check_steps(Probdd(8, {.sigma = 0.2, .seed = 44622}), crashes_gcc(), R"(
      1 . . 4 5 . . .  no    #  1
      p 0.2 0.3 0.3 0.2 0.2 0.3 0.3 0.3
      . 2 3 . . 6 7 8  no
      p 0.41 0.3 0.3 0.41 0.41 0.3 0.3 0.3
      1 2 . 4 5 . 7 .  no
      p 0.41 0.3 0.46 0.41 0.41 0.46 0.3 0.46
      1 . 3 4 5 6 . 8  no
      p 0.41 0.59 0.46 0.41 0.41 0.46 0.59 0.46
      . 2 3 4 . 6 7 8  no    #  5
      p 0.63 0.59 0.46 0.41 0.63 0.46 0.59 0.46
      1 2 . . 5 6 7 8  no
      p 0.63 0.59 0.67 0.60 0.63 0.46 0.59 0.46
      1 2 3 4 5 . 7 .  no
      p 0.63 0.59 0.67 0.6 0.63 0.65 0.59 0.65
      1 2 3 4 5 6 . 8  no    #  8
      p 0.63 0.59 0.67 0.6 0.63 0.65 1.00 0.65
      1 . 3 4 5 6 7 8  yes   #  9
      p 0.63 0 0.67 0.6 0.63 0.65 1.00 0.65
      1 . 3 . 5 6 7 8  yes   # 10
      p 0.63 0 0.67 0 0.63 0.65 1.00 0.65
      . . 3 . 5 6 7 8  no
      p 1.00 0 0.67 0 0.63 0.65 1.00 0.65
      1 . 3 . . 6 7 8  yes   # 12
      p 1.00 0 0.67 0 0 0.65 1.00 0.65
      1 . 3 . . . 7 8  no    # 13
      p 1.00 0 0.67 0 0 1.00 1.00 0.65
      1 . 3 . . 6 7 .  no
      p 1.00 0 0.67 0 0 1.00 1.00 1.00
      1 . . . . 6 7 8  no    # 15
      p 1.00 0 1.00 0 0 1.00 1.00 1.00
  )");
}

constexpr std::string_view figure_2d = R"(
      1 2 3 4 5 . . 8  no    #  1
      p 0.2 0.2 0.2 0.2 0.2 0.56 0.56 0.2
      1 2 3 4 5 6 . 8  no
      p 0.2 0.2 0.2 0.2 0.2 0.56 1.00 0.2
      1 . 3 4 . . 7 8  no    #  3
      p 0.2 0.28 0.2 0.2 0.28 0.78 1.00 0.2
      1 . . . . 6 7 8  no    #  4
      p 0.2 0.42 0.3 0.3 0.42 0.78 1.00 0.2
      1 2 . . 5 6 7 .  no    #  5
      p 0.2 0.42 0.49 0.49 0.42 0.78 1.00 0.33
      1 . 3 4 . 6 7 8  yes   #  6
      p 0.2 0 0.49 0.49 0 0.78 1.00 0.33
      . . 3 4 . 6 7 .  no    #  7
      p 0.43 0 0.49 0.49 0 0.78 1.00 0.71
      . . 3 4 . 6 7 8  no    #  8; before it 6, then 3 and 4 are asked to go, which is 3 and 4 again
      p 1.00 0 0.66 0.66 0 1.00 1.00 0.71
      1 . . 4 . 6 7 8  no    #  9
      p 1.00 0 1.00 0.66 0 1.00 1.00 0.71
      1 . 3 . . 6 7 8  yes   # 10
      p 1.00 0 1.00 0 0 1.00 1.00 0.71
      1 . 3 . . 6 7 .  no    # 11
      p 1.00 0 1.00 0 0 1.00 1.00 1.00
  )";

// The figure's 11 tests are the different ones among 13: two candidates come up again once 2 and 5
// have gone, and the memory of answers settles them. Nothing need be inferred.
TEST(WeightedDeltaDebugging, WeightedProbddTakesThe11TestsOfFigure2d) {
  const WeightedProbdd wprobdd(gcc_program(), {.sigma = 0.2});
  EXPECT_EQ(queries_asked(wprobdd, crashes_gcc()), 13u);
  check_steps(wprobdd, crashes_gcc(), figure_2d, Repeats::left_out);
}

// What the reference code infers (6 is needed, since 2, 5 and 6 could not go together and 2 and 5
// have gone) saves one of the two, and gives the same 11 different tests; 6 is then known after the
// sixth.
TEST(WeightedDeltaDebugging, InferringSavesOneOfThe13Queries) {
  const WeightedProbdd wprobdd(gcc_program(), {.sigma = 0.2, .infer = true});
  const Steps steps = run(wprobdd, crashes_gcc());
  EXPECT_EQ(steps.asked.size(), 12u);
  EXPECT_EQ(steps.distinct(), 11u);
  EXPECT_EQ(steps.result, subset_of(8, {1, 3, 6, 7, 8}));
}

}  // namespace
}  // namespace whittle
