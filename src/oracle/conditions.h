/// Conditions instead of a script: what a command must show, from options or from one golden run.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "process/command_run.h"

#include "base/result.h"
#include "oracle/test_spec.h"

namespace whittle {

/// The options as the user gave them.
struct Conditions {
  std::vector<std::string> command = {};  ///< after `--`, with `@@` for the candidate
  std::vector<std::string> versus =
      {};  ///< after `--vs`: must accept too, and print something else
  std::vector<int> exits = {};
  std::vector<std::string> signals = {};  ///< "SEGV", "SIGSEGV" or "11"
  std::vector<std::string> stdout_has = {};
  std::vector<std::string> stderr_has = {};
  std::vector<std::string> output_has = {};
  std::vector<std::string> output_lacks = {};
  std::optional<std::chrono::microseconds> slower_than = {};
  std::vector<std::string> prechecks = {};  ///< shell commands that must exit with 0, run first
  std::vector<std::string> also = {};       ///< shell commands that must exit with 0, run last

  /// Whether they say what the command must show; if not, a golden run has to find out.
  bool say_what_to_keep() const {
    return !versus.empty() || !exits.empty() || !signals.empty() || !stdout_has.empty() ||
           !stderr_has.empty() || !output_has.empty() || !output_lacks.empty() || slower_than;
  }
};

/// The test these conditions describe. Finds programs along PATH and compiles patterns.
Result<TestSpec> make_spec(const Conditions& conditions);

/// A POSIX shell script that finds interesting what `spec` does, with the candidate's path as its
/// argument. Timeouts, limits and the sandbox are not part of it.
std::string make_test_script(const TestSpec& spec);

/// What `run` lacks of what was expected, as "it exited with 1, and 0 was expected"; nothing if it
/// shows all of it. `previous` is the step before, if there is one.
std::optional<std::string> mismatch(const CommandRun& run, const Expectation& expect,
                                    const CommandRun* previous);

/// The suffix of the copy that `argument` asks for: ".c" in "@@.c"; empty if it asks for none.
std::string copy_suffix(const std::string& argument);

/// `word` as a shell reads it: quoted only if it must be.
std::string shell_quoted(const std::string& word);

}  // namespace whittle
