#include "oracle/step_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whittle {
namespace {

using std::chrono::microseconds;
using testing::ElementsAre;

/// encode, precheck, valid, test, vs.
TestSpec with_check() {
  TestSpec spec;
  spec.steps.resize(5);
  spec.preparing_steps = 1;
  spec.steps[2].moves = true;
  spec.main_step = 3;
  return spec;
}

/// Tests of which the check refuses one in `by_check` and takes `check_time`, and the rest
/// likewise; how many of the last 160 began with the check.
std::size_t checks_first(std::size_t by_check, microseconds check_time, std::size_t by_rest,
                         microseconds rest_time) {
  StepOrder order(with_check());
  std::size_t first = 0;
  for (std::size_t test = 0; test < 480; ++test) {
    const StepOrder::Way& way = order.next();
    if (test >= 320) first += way.checks_first;
    const bool check_refuses = test % by_check == 0, rest_refuses = (test / 7) % by_rest == 0;
    for (const std::size_t step : way.steps) {
      const bool is_check = step == 2;
      const bool refused = is_check ? check_refuses : step == 3 && rest_refuses;
      order.observe(way, step, is_check ? check_time : rest_time / 4, refused);
      if (refused) break;
    }
  }
  return first;
}

TEST(StepOrder, StepsOfTheUserKeepTheirOrder) {
  StepOrder order(with_check());
  EXPECT_THAT(order.next().steps, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(order.next().steps, ElementsAre(0, 1, 3, 4, 2));
  EXPECT_THAT(order.as_given().steps, ElementsAre(0, 1, 2, 3, 4));
}

TEST(StepOrder, ThePartThatRefusesMoreForItsTimeComesFirst) {
  EXPECT_GE(checks_first(2, microseconds(100), 2, microseconds(1000)), 150u);
  EXPECT_LE(checks_first(2, microseconds(1000), 2, microseconds(100)), 10u);
  EXPECT_GE(checks_first(1, microseconds(100), 10, microseconds(100)), 150u);
  EXPECT_LE(checks_first(10, microseconds(100), 1, microseconds(100)), 10u);
}

TEST(StepOrder, WithoutAChoiceTheOrderIsTheGivenOne) {
  TestSpec spec = with_check();
  spec.steps[2].moves = false;
  StepOrder order(spec);
  for (int test = 0; test < 100; ++test)
    EXPECT_THAT(order.next().steps, ElementsAre(0, 1, 2, 3, 4));
}

}  // namespace
}  // namespace whittle
