/// The main command: makes a request from the options, runs it, and turns the report into an exit
/// code.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

/// Reduces files, or continues a run with `--resume`.
Result<ExitCode> reduce_files(Options options);

/// `--make-test`: writes the test as a script and reduces nothing.
Result<ExitCode> write_test(Options options);

}  // namespace whittle
