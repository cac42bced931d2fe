/// A reduction from the command line to the last line printed.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

Result<ExitCode> reduce(const Options& options);

}  // namespace whittle
