/// How long a test may take: the user's choice, or what the times seen so far suggest.
///
/// The first run sets the limit to ten times what it took, at least a second; it was alone, so
/// tests that were refused can still raise it, to twice the longest of the latest that ended by
/// themselves. Once a few were interesting, beside others, it is five times the longest of the
/// latest of those: what is still to be found will be like them. So it falls as candidates shrink,
/// and a hanging one costs less. Refused ones count no more, then: they would only serve candidates
/// that neither crash nor end, of which some programs make many.
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
  static constexpr std::size_t few = 4;

  std::optional<Microseconds> fixed_;
  Microseconds limit_ = first;
  Longest interesting_{16};
  Longest any_{128};
};

}  // namespace whittle
