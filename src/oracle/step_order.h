/// Whether the checks of `--valid` come before the rest of a test or after it.
///
/// A test refuses most candidates, so the part that refuses most of them for its time should come
/// first. Which part that is differs: a miscompilation is hard to keep, so its difference refuses
/// more than the check of validity, which compiles a program ten times; for an easy difference it
/// is the other way around. The order changes no outcome, only the time that a test takes.
///
/// Only checks that are independent of all other steps are moved (`Step::moves`): the stages and
/// prechecks of a user may read files of one another.
///
///     StepOrder order(spec);
///     const StepOrder::Way& way = order.next();
///     for (std::size_t step : way.steps) order.observe(way, step, time, refused);
///
/// A value.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <vector>

#include "oracle/test_spec.h"

namespace whittle {

class StepOrder {
 public:
  struct Way {
    std::vector<std::size_t> steps;
    bool checks_first = true;
  };
  /// One test in 16 goes the other way, to learn what that part refuses by itself. So do half of
  /// the first eight.
  static constexpr std::size_t every = 16, first_tests = 8;

  explicit StepOrder(const TestSpec& spec);

  /// The way of the next test.
  const Way& next();
  /// The steps as they were given.
  const Way& as_given() const { return checks_first_; }
  /// A step of a test that went `way` ended after this time. Counts if its part came first.
  void observe(const Way& way, std::size_t step, std::chrono::microseconds took, bool refused);
  /// Whether the checks refuse more for their time than the rest.
  bool checks_come_first() const;

 private:
  struct Part {
    std::size_t refused = 0;
    std::chrono::microseconds time{0};
  };

  std::vector<bool> moves_;  // by step
  Way checks_first_, checks_last_;
  bool has_choice_ = false;
  Part checks_, rest_;  // in tests that began with them
  std::size_t tests_ = 0;
};

}  // namespace whittle
