/// How long a test may take: the user's choice, or a limit derived from the times seen so far.
///
/// - The first interesting test sets the limit to ten times its duration, but at least a second.
/// - The original is tested while nothing else runs, and tests are slower when they run at the same
///   time. So uninteresting tests can raise the limit at first: to twice the longest of the latest
///   tests that ended by themselves.
/// - After four interesting tests, the limit is five times the longest of the latest interesting
///   ones, because later interesting tests will take about as long. The limit falls as candidates
///   get smaller, so a candidate that hangs costs less. Uninteresting tests no longer count: a
///   higher limit would only help candidates that neither crash nor end, and some programs have
///   many.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/outcome.h"

namespace whittle {

class Timeout {
 public:
  using Microseconds = std::chrono::microseconds;
  static constexpr Microseconds least = std::chrono::seconds(1);
  /// The limit before anything is known; the user can still interrupt.
  static constexpr Microseconds first = std::chrono::minutes(10);

  explicit Timeout(std::optional<Microseconds> fixed = {}) : fixed_(fixed) {}

  Microseconds limit() const { return fixed_.value_or(limit_); }
  /// Records the duration of a test that ended by itself.
  void observe(Microseconds duration, Outcome outcome);

 private:
  /// The longest of the latest durations, at least `size` and at most twice as many. It keeps the
  /// maximum of the current block of `size` and of the one before, instead of all durations.
  struct Longest {
    std::size_t size;
    std::size_t seen = 0;
    Microseconds now{0}, before{0};  // the maximum of this block and of the one before

    void add(Microseconds duration) {
      if (seen++ % size == 0) before = std::exchange(now, Microseconds{0});
      now = std::max(now, duration);
    }
    Microseconds get() const { return std::max(now, before); }
  };
  static constexpr std::size_t few = 4;

  std::optional<Microseconds> fixed_;
  Microseconds limit_ = first;
  Longest interesting_{16};
  Longest any_{128};
};

}  // namespace whittle
