/// The result of one execution of the user's test.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "base/outcome.h"
#include "base/rate.h"

namespace whittle {

struct Verdict {
  Outcome outcome = Outcome::uninteresting;
  int exit_status = 0;  ///< as a shell shows it: 128 + signal if killed by one
  bool timed_out = false;
  bool untested = false;  ///< refused without a test, because of its syntax
  std::chrono::microseconds duration{0};
  /// The time limit of this test. A candidate that timed out may be tested again under a higher
  /// limit.
  std::chrono::microseconds limit{0};
  /// The failure, if the test failed in another way than the user asked for; see
  /// failure/same_bug.h.
  std::string other_failure = {};
  /// The time of each step that was reached, summed over all repetitions; empty if the test has
  /// only one step. See `TestSpec`.
  std::vector<std::chrono::microseconds> step_times = {};
  /// The last step of the last repetition; in an uninteresting verdict, the step that refused the
  /// candidate.
  std::size_t last_step = 0;
  /// The first lines of output, if the candidate was refused and an observer asks for them.
  std::string output = {};
  /// The runs that decided; nothing if one run decides.
  Runs runs = {};
};

}  // namespace whittle
