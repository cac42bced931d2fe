/// `whittle batch FOLDER -- COMMAND @@`: the crash files of a fuzzer, grouped by how they fail.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

/// Runs the command on each file of the folder, and reduces the smallest file of each group. The
/// results and a report go to another folder; the files stay as they are.
Result<ExitCode> run_batch(Options options);

}  // namespace whittle
