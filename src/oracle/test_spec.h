/// The user's test as a value: commands, their expectations, and their limits.
///
/// A script in the C-Reduce convention is one step that must exit with 0. A precheck, a stage, a
/// second command that must hold as well, or two versions that must disagree are further steps.
/// They run one after another in one folder, and the first step that does not meet its expectation
/// ends the test.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/pattern.h"
#include "base/rate.h"
#include "failure/same_bug.h"
#include "process/limits.h"

namespace whittle {

/// The expected result of a command; all conditions that are set must hold.
struct Expectation {
  std::vector<int> exits = {};    ///< one of these exit statuses; empty: any
  std::vector<int> signals = {};  ///< killed by one of these; empty: any
  std::vector<Pattern> stdout_has = {};
  std::vector<Pattern> stderr_has = {};
  std::vector<Pattern> output_has = {};    ///< standard output or standard error
  std::vector<Pattern> output_lacks = {};  ///< neither of them
  std::optional<BugMatcher> bug = {};      ///< the failure that a golden run showed
  /// The command must still be running after this time; it is stopped then.
  std::optional<std::chrono::microseconds> slower_than = {};
  /// Its standard output must differ from that of the step before.
  bool differs_from_previous = false;

  /// Whether a verdict can depend on the output of the command.
  bool reads_output() const {
    return !stdout_has.empty() || !stderr_has.empty() || !output_has.empty() ||
           !output_lacks.empty() || bug || differs_from_previous;
  }
};

/// One command. In its arguments `@@` stands for the candidate's path; an argument that is just
/// `@@` becomes one argument for each path. In `@@.c` it stands for a copy with that suffix.
struct Step {
  /// The program by its absolute path (see `find_program`), then its arguments.
  std::vector<std::string> command;
  Expectation expect = {};
  bool candidate_on_stdin = false;  ///< else standard input is empty
  std::string name = {};            ///< for reports: "compiles"; empty: the user's command
  /// The script that a shell command begins with, by its absolute path; empty if there is none.
  std::string script = {};
  /// Independent of all other steps: it may run before or after them (oracle/step_order.h).
  bool moves = false;
};

struct TestSpec {
  std::vector<Step> steps;
  /// The step whose failure is kept; the others are prechecks and further conditions.
  std::size_t main_step = 0;
  /// The number of first steps that prepare the candidate, as the ENCODE of a view does. They also
  /// run if only the main command is executed.
  std::size_t preparing_steps = 0;
  /// The paths for `@@`; empty: each regular file of the candidate.
  std::vector<std::string> paths;
  /// Runs each candidate until this test has decided; nothing: one run decides.
  std::optional<RateTest> rate = {};
  /// The user's choice; without it the limit follows the times seen (see timeout.h).
  std::optional<std::chrono::microseconds> timeout;
  Limits limits;
  /// Own user, mount, process and network namespaces; all but the slot's folder is read-only.
  bool sandbox = false;
  /// Verdicts name failures of the main command other than the expected one.
  bool watch_other_failures = false;
};

/// A script in the C-Reduce convention: exits with 0 if the candidate is interesting.
TestSpec script_test(std::string absolute_path);

}  // namespace whittle
