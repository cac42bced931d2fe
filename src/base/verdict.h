/// All that one run of the user's test showed.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

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
  /// How long each step took, as far as the test came, over all of its runs; nothing if the test
  /// has only one step. See `TestSpec`.
  std::vector<std::chrono::microseconds> step_times = {};
  /// The step that the last run ended with; if it is uninteresting, the one that refused it.
  std::size_t last_step = 0;
  /// The first lines that it printed, if it was refused and an observer asks for them.
  std::string output = {};
};

}  // namespace whittle
