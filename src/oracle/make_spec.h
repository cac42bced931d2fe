/// From the user's conditions to the test as a value, and to the same test as a shell script.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "oracle/conditions.h"
#include "oracle/test_spec.h"
#include "process/command_run.h"

namespace whittle {

/// The test that these conditions describe. Finds programs in PATH and compiles patterns.
Result<TestSpec> make_spec(const Conditions& conditions);

/// A shell command that must exit with 0. `@@` in it is the candidate's path.
Step shell_step(std::string_view name, std::string text);

/// A POSIX shell script that accepts the same candidates as `spec`; its argument is the candidate's
/// path. Timeouts, limits and the sandbox are not part of it. `environment` is set first, as
/// NAME=VALUE.
std::string make_test_script(const TestSpec& spec,
                             const std::vector<std::string>& environment = {});

/// The variables that decide how a command of `spec` prints its failure, if a golden run found it:
/// options of sanitizers and runtimes, and the language.
std::vector<std::string> learned_environment(const TestSpec& spec);

/// The first expectation that `run` does not meet, for example "it exited with 1, and 0 was
/// expected"; nothing if it meets all of them. `previous` is the run of the step before, or null.
std::optional<std::string> mismatch(const CommandRun& run, const Expectation& expect,
                                    const CommandRun* previous);

/// The suffix of the copy that `argument` requests: ".c" for "@@.c"; empty if it requests none.
std::string copy_suffix(const std::string& argument);

/// A command with the candidate's paths in the place of each "@@". If "@@" is only a part of an
/// argument, it becomes the first path; "@@.c" is that path, or a copy of it with this suffix.
std::vector<std::string> expanded(const std::vector<std::string>& command,
                                  const std::vector<std::string>& paths);

/// `word` as it must be written in a shell command: quoted only if necessary.
std::string shell_quoted(const std::string& word);
/// A command as one types it.
std::string shell_quoted(const std::vector<std::string>& command);

}  // namespace whittle
