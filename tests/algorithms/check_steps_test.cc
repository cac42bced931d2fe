/// The check that paper tables rest on finds what it should.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "algorithms/cdd.h"
#include "algorithms/probdd.h"
#include "support/reductions.h"

namespace whittle {
namespace {

TEST(CheckSteps, AcceptsProbabilitiesThatAreAsPrinted) {
  check_steps(Probdd(2, {.sigma = 0.9}), needs({1}), R"(
      p 0.9 0.90
      . 2   no
      p 1   0.9
      1 .   yes
  )");
}

TEST(CheckSteps, FailsOnOtherProbabilities) {
  EXPECT_NONFATAL_FAILURE(check_steps(Probdd(2, {.sigma = 0.9}), needs({1}), R"(
      p 0.9 0.8
      . 2   no
      1 .   yes
  )"),
                          "of element 2");
}

TEST(CheckSteps, FailsIfATableHasProbabilitiesAndTheReductionHasNone) {
  EXPECT_FATAL_FAILURE(check_steps(Cdd(2), needs({1}), "p 0.1 0.1"), "the reduction has none");
}

}  // namespace
}  // namespace whittle
