/// Conditions instead of a script: what a command must show. The user's options or a golden run
/// (`golden.h`) say it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "oracle/command_run.h"
#include "oracle/test_spec.h"

namespace whittle {

/// The conditions as the user gave them.
struct Conditions {
  std::vector<std::string> command = {};  ///< after `--`, with `@@` for the candidate
  std::vector<std::string> versus =
      {};  ///< after `--vs`: must succeed too, and print something else
  std::vector<int> exits = {};
  std::vector<std::string> signals = {};  ///< "SEGV", "SIGSEGV" or "11"
  std::vector<std::string> stdout_has = {};
  std::vector<std::string> stderr_has = {};
  std::vector<std::string> output_has = {};
  std::vector<std::string> output_lacks = {};
  std::optional<std::chrono::microseconds> slower_than = {};
  std::vector<std::string> prechecks = {};  ///< shell commands that must exit with 0, run first
  std::vector<std::string> also = {};       ///< shell commands that must exit with 0, run last

  /// Whether the conditions say what the command must show. If not, a golden run finds out.
  bool say_what_to_keep() const {
    return !versus.empty() || !exits.empty() || !signals.empty() || !stdout_has.empty() ||
           !stderr_has.empty() || !output_has.empty() || !output_lacks.empty() || slower_than;
  }
};

/// The test that these conditions describe. Finds programs in PATH and compiles patterns.
Result<TestSpec> make_spec(const Conditions& conditions);

/// A POSIX shell script that accepts the same candidates as `spec`; its argument is the candidate's
/// path. Timeouts, limits and the sandbox are not part of it.
std::string make_test_script(const TestSpec& spec);

/// The first expectation that `run` does not meet, for example "it exited with 1, and 0 was
/// expected"; nothing if it meets all of them. `previous` is the run of the step before, or null.
std::optional<std::string> mismatch(const CommandRun& run, const Expectation& expect,
                                    const CommandRun* previous);

/// The suffix of the copy that `argument` requests: ".c" for "@@.c"; empty if it requests none.
std::string copy_suffix(const std::string& argument);

/// `word` as it must be written in a shell command: quoted only if necessary.
std::string shell_quoted(const std::string& word);

}  // namespace whittle
