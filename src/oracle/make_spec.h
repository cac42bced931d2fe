/// From the user's conditions to the test as a value, and to the same test as a shell script.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "oracle/conditions.h"
#include "oracle/test_spec.h"
#include "process/command_run.h"

namespace whittle {

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
