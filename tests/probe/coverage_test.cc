#include "probe/coverage.h"

#include <gtest/gtest.h>

namespace whittle::probe {
namespace {

TEST(Coverage, ASmallerRangeDecidesOverALargerOneAroundIt) {
  Coverage coverage;
  coverage.paint(0, {{40, 60, false}, {0, 100, true}, {45, 50, true}});
  EXPECT_FALSE(coverage.never_ran(0, 0, 100));
  EXPECT_TRUE(coverage.never_ran(0, 40, 45));
  EXPECT_FALSE(coverage.never_ran(0, 40, 50));
  EXPECT_TRUE(coverage.never_ran(0, 50, 60));
}

TEST(Coverage, AByteRanIfItRanInOneOfSeveralObservations) {
  Coverage coverage;
  coverage.paint(0, {{0, 100, true}, {20, 40, false}});
  coverage.paint(0, {{0, 100, true}, {30, 50, false}});
  EXPECT_FALSE(coverage.never_ran(0, 20, 30));
  EXPECT_TRUE(coverage.never_ran(0, 30, 40));
  EXPECT_FALSE(coverage.never_ran(0, 40, 50));
}

TEST(Coverage, AnInstanceOfATemplateThatRanDecidesOverOneThatDidNot) {
  for (const bool first : {false, true}) {
    Coverage coverage;
    coverage.paint(0, {{10, 20, first}, {10, 20, !first}});
    EXPECT_FALSE(coverage.never_ran(0, 10, 20));
  }
}

TEST(Coverage, WhatNobodyObservedDidNotNeverRun) {
  Coverage coverage;
  EXPECT_TRUE(coverage.empty());
  coverage.paint(1, {{10, 20, false}});
  EXPECT_FALSE(coverage.never_ran(0, 10, 20));
  EXPECT_FALSE(coverage.never_ran(1, 20, 30));
  EXPECT_FALSE(coverage.never_ran(1, 0, 10));
  EXPECT_TRUE(coverage.never_ran(1, 0, 100));
}

TEST(Coverage, ComesBackFromItsText) {
  Coverage coverage;
  coverage.recorder = "node";
  coverage.functions = 5;
  coverage.idle_functions = 2;
  coverage.paint(0, {{0, 100, true}, {20, 40, false}});
  coverage.paint(3, {{7, 9, false}});
  EXPECT_EQ(Coverage::from_text(coverage.to_text()), coverage);
  EXPECT_EQ(Coverage::from_text(Coverage().to_text()), Coverage());
  EXPECT_EQ(Coverage::from_text("something else"), std::nullopt);
  EXPECT_EQ(Coverage::from_text(""), std::nullopt);
  EXPECT_EQ(Coverage::from_text(coverage.to_text() + "0 x"), std::nullopt);
}

}  // namespace
}  // namespace whittle::probe
