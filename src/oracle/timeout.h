/// How long a test may take: the user's choice, or what the times seen so far suggest.
///
/// The first run sets the limit to ten times what it took, at least a second. From then on it is
/// ten times the longest of the latest interesting tests: what is still to be found will be like
/// them. So it falls as candidates shrink, and a hanging one costs less. Uninteresting tests, which
/// often end early, can only raise it: to twice the longest of the latest that ended by themselves.
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
  /// Before anything is known; the user can still interrupt.
  static constexpr Microseconds first = std::chrono::minutes(10);

  explicit Timeout(std::optional<Microseconds> fixed = {}) : fixed_(fixed) {}

  Microseconds limit() const { return fixed_.value_or(limit_); }
  /// Takes in the time of a test that ended by itself.
  void observe(Microseconds duration, Outcome outcome);

 private:
  /// The longest of the latest `size` durations, in blocks, so that nothing is kept in order.
  struct Longest {
    std::size_t size;
    std::size_t seen = 0;
    Microseconds now{0}, before{0};  // of this block and of the one before

    void add(Microseconds duration) {
      if (seen++ % size == 0) before = std::exchange(now, Microseconds{0});
      now = std::max(now, duration);
    }
    Microseconds get() const { return std::max(now, before); }
  };
  std::optional<Microseconds> fixed_;
  Microseconds limit_ = first;
  Longest interesting_{16};
  Longest any_{128};
};

}  // namespace whittle
