#include "report/progress.h"

#include <gtest/gtest.h>
#include <string>

namespace whittle {
namespace {

TEST(Progress, WhatDoesNotFitIsLeftOutWhole) {
  Tally tally(88'310);
  Activity activity;
  activity.started = 3102;
  activity.running = 16;
  tally.activity(activity);
  Told told;
  told.stage = "lines/probdd";
  told.outcome = Outcome::interesting;
  told.bytes = 1204;
  tally.told(told);
  const Progress progress(tally, stderr, Progress::Style::none, 88'310);

  const std::string whole = progress.line();
  EXPECT_TRUE(whole.starts_with(
      " 0:00  88,310 -> 1,204 bytes  lines/probdd  16 running  3,102 tests, 1 used  "));
  EXPECT_TRUE(whole.ends_with("/s"));
  EXPECT_EQ(progress.line(77),
            " 0:00  88,310 -> 1,204 bytes  lines/probdd  16 running  3,102 tests, 1 used");
  EXPECT_EQ(progress.line(37), " 0:00  88,310 -> 1,204 bytes");  // no room for the next three
  EXPECT_EQ(progress.line(5), " 0:00");
  EXPECT_EQ(progress.line(0), "");
}

}  // namespace
}  // namespace whittle
