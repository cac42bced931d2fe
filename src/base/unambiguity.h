/// How often removals that each work alone also work together.
#pragma once

#include <cstddef>

namespace whittle {

/// Rounds of `Combine` in which at least one part could be removed: the columns of Table II in
/// "Avoiding the Familiar to Speed Up Test Case Reduction" (2018).
struct Unambiguity {
  std::size_t trivial = 0;       ///< exactly one part could be removed: nothing to combine
  std::size_t successful = 0;    ///< several, and all together
  std::size_t unsuccessful = 0;  ///< several, but not all together

  /// The share of rounds in which the combination held; 1 if there was no such round.
  double ratio() const {
    const std::size_t all = trivial + successful + unsuccessful;
    return all == 0 ? 1 : static_cast<double>(trivial + successful) / static_cast<double>(all);
  }
};

}  // namespace whittle
