// G. Wang, R. Shen, J. Chen, Y. Xiong and L. Zhang, "Probabilistic Delta Debugging", ESEC/FSE 2021.
#include <gtest/gtest.h>

#include "papers/examples.h"

#include "algorithms/ddmin.h"
#include "algorithms/probdd.h"

namespace whittle {
namespace {

// Our copy of Figure 1 has lost its shading, which shows what each test keeps; only the outcomes
// are left, T at test 21. The rows follow the text. It says that what was tested before is skipped,
// yet 28 tests are only had by listing number 24, which is number 8 again.
TEST(ProbabilisticDeltaDebugging, DdminTakesThe28TestsOfFigure1) {
  check_steps(Ddmin(8, {.after_success = AfterSuccess::restart}), calls_type, R"(
      1 2 3 4 . . . .  no    #  1
      . . . . 5 6 7 8  no
      1 2 . . . . . .  no    #  3
      . . 3 4 . . . .  no
      . . . . 5 6 . .  no
      . . . . . . 7 8  no
      . . 3 4 5 6 7 8  no    #  7
      1 2 . . 5 6 7 8  no
      1 2 3 4 . . 7 8  no
      1 2 3 4 5 6 . .  no
      1 . . . . . . .  no    # 11
      . 2 . . . . . .  no
      . . 3 . . . . .  no
      . . . 4 . . . .  no
      . . . . 5 . . .  no
      . . . . . 6 . .  no
      . . . . . . 7 .  no
      . . . . . . . 8  no
      . 2 3 4 5 6 7 8  no    # 19
      1 . 3 4 5 6 7 8  no
      1 2 . 4 5 6 7 8  yes   # 21
      . 2 . 4 5 6 7 8  no
      1 . . 4 5 6 7 8  no
      1 2 . . 5 6 7 8  no    # 24
      1 2 . 4 . 6 7 8  no
      1 2 . 4 5 . 7 8  no
      1 2 . 4 5 6 . 8  no
      1 2 . 4 5 6 7 .  no    # 28
  )",
              Repeats::left_out);
}

// "Effectively random": seed 11456 is the first that draws what the paper drew.
TEST(ProbabilisticDeltaDebugging, ProbddTakesTheIterationsOfFigure3) {
  check_steps(Probdd(8, {.sigma = 0.25, .seed = 11456}), calls_type, R"(
      p 0.2500 0.2500 0.2500 0.2500 0.2500 0.2500 0.2500 0.2500
      . . . 4 5 6 7 .  no
      p 0.3657 0.3657 0.3657 0.2500 0.2500 0.2500 0.2500 0.3657
      1 2 3 . . . . 8  yes
      p 0.3657 0.3657 0.3657 0 0 0 0 0.3657
      . 2 3 . . . . .  no
      p 0.6119 0.3657 0.3657 0 0 0 0 0.6119
      1 . . . . . . 8  no
      p 0.6119 0.6119 0.6119 0 0 0 0 0.6119
      1 . 3 . . . . 8  yes
      p 0.6119 0 0.6119 0 0 0 0 0.6119
      1 . . . . . . 8  no
      p 0.6119 0 1 0 0 0 0 0.6119
      . . 3 . . . . 8  yes
      p 0 0 1 0 0 0 0 0.6119
      . . 3 . . . . .  no
      p 0 0 1 0 0 0 0 1
  )");
}

// Section 3.4 tells of {s2, s3} as removed third and {s1, s8} fourth; the figure has it the other
// way round. Both end the same.
TEST(ProbabilisticDeltaDebugging, ProbddTakesTheIterationsOfTheTextAsWell) {
  check_steps(Probdd(8, {.sigma = 0.25, .seed = 10696}), calls_type, R"(
      . . . 4 5 6 7 .  no
      1 2 3 . . . . 8  yes
      1 . . . . . . 8  no
      p 0.3657 0.6119 0.6119 0 0 0 0 0.3657
      . 2 3 . . . . .  no
      p 0.6119 0.6119 0.6119 0 0 0 0 0.6119
      1 . 3 . . . . 8  yes
      1 . . . . . . 8  no
      . . 3 . . . . 8  yes
      . . 3 . . . . .  no
  )");
}

// Figure 2: with every probability at 0.1, removing 10 elements (or 9) gains the most.
TEST(ProbabilisticDeltaDebugging, ProbddRemovesTenElementsOfProbabilityOneTenth) {
  EXPECT_EQ(Probdd(50, {.sigma = 0.1}).next_query()->kept.count(), 40u);
}

}  // namespace
}  // namespace whittle
