/// The main job: from the options to a run, and from what the run gives to what is printed.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

Result<ExitCode> reduce_files(Options options);

/// `--make-test`: writes the test as a script.
Result<ExitCode> write_test(Options options);

}  // namespace whittle
