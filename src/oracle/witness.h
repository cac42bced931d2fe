/// Tests that run alone: of the original before a search, and of the result after it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "oracle/oracle.h"
#include "process/command_run.h"

namespace whittle {

/// All that was seen of one test.
struct Witness {
  bool interrupted = false;
  Verdict verdict = {};
  std::string ran = {};      ///< a shell command that repeats it by hand
  std::string why_not = {};  ///< the condition that failed, if it is uninteresting
  std::vector<CommandRun> commands = {};
};

/// An oracle that can also test one document alone, from a clean folder and outside of every memo.
/// No other test may be running then.
class WitnessOracle : public Oracle {
 public:
  virtual Result<Witness> run_alone(const Document& document) = 0;
  /// The same with at most the time `most` for each command. The limit for the tests to come does
  /// not change.
  virtual Result<Witness> run_aside(const Document& document, std::chrono::microseconds most) = 0;
  /// From now on this test decides how often a candidate is run, and whether it is interesting;
  /// without it, one run decides.
  virtual void decide_by(std::optional<RateTest> rate) = 0;
};

}  // namespace whittle
