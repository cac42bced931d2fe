/// Tests that run alone: of the original before a search, and of the result after it.
#pragma once

#include <chrono>
#include <functional>
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

/// Called before the commands of a test start, with an empty folder that the test can write to, and
/// that stays until the next test that runs alone. Gives variables ("NAME=value") for the
/// environment of the commands.
using EquipTest = std::function<std::vector<std::string>(const std::string& folder)>;

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
  /// Tests with a recorder beside the test; each command may take the time `most`. An oracle that
  /// runs no commands records nothing.
  virtual Result<Witness> run_observed(const Document& /*document*/,
                                       std::chrono::microseconds /*most*/,
                                       const EquipTest& /*equip*/) {
    return Witness{};
  }
};

}  // namespace whittle
