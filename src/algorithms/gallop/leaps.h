/// When to leap: to ask about four elements together that were each found needed.
///
/// Some tests are chaotic: a crash that depends on layout, memory or registers is hidden by most
/// changes, and a large change succeeds hardly less often than a small one. A leap that succeeds
/// shows such a test. So leaps are asked while most elements prove needed; each one that fails is a
/// question lost, so they become rarer.
///
///     leaps.found_needed();
///     if (leaps.is_due(odds.rate())) ask_about(needed.latest(Leaps::size, kept));
///
/// Cost: O(1).
#pragma once

#include <cstddef>

namespace whittle {

class Leaps {
 public:
  static constexpr std::size_t size = 4;  ///< how many elements a leap asks about
  /// The share of needed elements that may be a sign of chaos.
  static constexpr double dense = 0.5;

  /// If most elements were expected to be needed, finding that they are is a weaker sign.
  explicit Leaps(bool expected_most) : patience_(expected_most ? 16 : 4) {}

  void found_needed() { ++found_; }
  /// True if it is time for a leap; then the time until the next one begins.
  bool is_due(double needed_rate) {
    if (static_cast<double>(found_) < patience_ || needed_rate < dense) return false;
    found_ = 0;
    patience_ *= 1.05;  // a larger growth misses chaos that begins late (bench/simulate)
    return true;
  }

 private:
  double patience_;        // how many elements to find needed before the next leap
  std::size_t found_ = 0;  // since the last leap
};

}  // namespace whittle
