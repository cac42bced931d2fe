/// All that one run of the user's test showed.
#pragma once

#include <chrono>
#include <string>

#include "base/outcome.h"

namespace whittle {

struct Verdict {
  Outcome outcome = Outcome::uninteresting;
  int exit_status = 0;  ///< as a shell shows it: 128 + signal if killed by one
  bool timed_out = false;
  bool untested = false;  ///< refused by its looks; no test was run
  std::chrono::microseconds duration{0};
  /// The time limit of this run. A candidate that timed out may be tested again under a higher one.
  std::chrono::microseconds limit{0};
  /// How it failed, if it failed in another way than the one asked about; see `Signature`.
  std::string other_failure = {};
  /// The first lines that it printed, if it was refused and somebody wants to see them.
  std::string output = {};
};

}  // namespace whittle
