/// Where the checks of `--valid` come in a test: before its prechecks, after them, or at the end.
///
/// A test refuses most candidates, so the part that refuses most of them for its time should come
/// first. Which part that is differs: a miscompilation is hard to keep, so its difference refuses
/// more than the check of validity, which compiles a program ten times; for an easy difference it
/// is the other way around. A precheck that takes long is better after the check of validity. The
/// order changes no outcome, only the time that a test takes.
///
/// Only checks that are independent of all other steps are moved (`Step::moves`). The prechecks and
/// stages of a user keep their order, because they may read files of one another, and a precheck
/// may protect from what the command would do.
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
#include <cstdint>
#include <vector>

#include "oracle/test_spec.h"

namespace whittle {

class StepOrder {
 public:
  struct Way {
    std::vector<std::size_t> steps;
    std::size_t place = 1;  ///< of the checks: 0 before the prechecks, 1 after them, 2 at the end
  };
  /// One test in 16 goes another way, to learn what that part refuses by itself. So do most of the
  /// first nine.
  static constexpr std::size_t every = 16, first_tests = 9;

  explicit StepOrder(const TestSpec& spec);

  /// The way of the next test.
  const Way& next();
  /// The steps as they were given.
  const Way& as_given() const { return ways_[1]; }
  /// A step of a test that went `way` ended after this time. Counts if nothing that could come
  /// later came before it.
  void observe(const Way& way, std::size_t step, std::chrono::microseconds took, bool refused);

 private:
  enum class Part : std::uint8_t { preparing, precheck, check, rest };
  struct Count {
    std::size_t refused = 0;
    std::chrono::microseconds time{0};
  };

  static bool refuses_more(const Count& a, const Count& b);
  std::size_t best_place() const;

  std::vector<Part> parts_;  // by step
  std::array<Way, 3> ways_;
  std::vector<std::size_t> places_;     // that differ
  Count check_first_, precheck_first_;  // at the beginning of a test
  Count check_next_, rest_next_;        // after the prechecks
  std::size_t tests_ = 0;
};

}  // namespace whittle
