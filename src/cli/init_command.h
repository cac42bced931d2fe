/// `whittle init FILE`: asks how the problem shows, runs the command once, and gives the command
/// line or a test script.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

/// With a command after `--` nothing is asked: the flags answer.
Result<ExitCode> run_init(Options options);

}  // namespace whittle
