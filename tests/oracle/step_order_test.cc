#include "oracle/step_order.h"

#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whittle {
namespace {

using std::chrono::microseconds;
using testing::ElementsAre;

/// encode, precheck, valid, test, vs; or without the precheck.
TestSpec with_check(bool has_precheck = true) {
  TestSpec spec;
  spec.steps.resize(has_precheck ? 5 : 4);
  spec.preparing_steps = 1;
  spec.main_step = spec.steps.size() - 2;
  spec.steps[spec.main_step - 1].moves = true;
  return spec;
}

/// How often a part refuses, one test in so many, and how long it takes.
struct TestPart {
  std::size_t refuses_one_in;
  microseconds time;
};

/// Of the last 160 tests, those with the checks before the prechecks, after them, and at the end.
std::array<std::size_t, 3> places(const TestSpec& spec, TestPart precheck, TestPart check,
                                  TestPart rest) {
  StepOrder order(spec);
  std::array<std::size_t, 3> seen{};
  for (std::size_t test = 0; test < 480; ++test) {
    const StepOrder::Way& way = order.next();
    if (test >= 320) ++seen[way.place];
    for (const std::size_t step : way.steps) {
      const bool is_check = spec.steps[step].moves, is_main = step == spec.main_step;
      const TestPart& part = is_check ? check : step + 1 < spec.main_step ? precheck : rest;
      const std::size_t number = is_check ? test : is_main ? test / 7 : test / 3;
      const bool refused = step >= spec.preparing_steps && step <= spec.main_step &&
                           number % part.refuses_one_in == 0;
      order.observe(way, step, part.time, refused);
      if (refused) break;
    }
  }
  return seen;
}

TEST(StepOrder, StepsOfTheUserKeepTheirOrder) {
  StepOrder order(with_check());
  EXPECT_THAT(order.next().steps, ElementsAre(0, 2, 1, 3, 4));
  EXPECT_THAT(order.next().steps, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(order.next().steps, ElementsAre(0, 1, 3, 4, 2));
  EXPECT_THAT(order.as_given().steps, ElementsAre(0, 1, 2, 3, 4));
}

TEST(StepOrder, ThePartThatRefusesMoreForItsTimeComesFirst) {
  const TestSpec spec = with_check(false);
  const TestPart none{1000, microseconds(1)}, quick{2, microseconds(100)},
      slow{2, microseconds(1000)}, often{1, microseconds(100)}, seldom{10, microseconds(100)};
  EXPECT_GE(places(spec, none, quick, slow)[1], 150u);
  EXPECT_GE(places(spec, none, slow, quick)[2], 150u);
  EXPECT_GE(places(spec, none, often, seldom)[1], 150u);
  EXPECT_GE(places(spec, none, seldom, often)[2], 150u);
}

TEST(StepOrder, ASlowPrecheckComesAfterTheCheckAndBeforeTheCommand) {
  const TestPart quick{2, microseconds(100)}, slow{2, microseconds(1000)};
  EXPECT_GE(places(with_check(), slow, quick, slow)[0], 150u);
  EXPECT_GE(places(with_check(), quick, slow, slow)[1] + places(with_check(), quick, slow, slow)[2],
            150u);
  EXPECT_GE(places(with_check(), quick, slow, quick)[2], 150u);
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
