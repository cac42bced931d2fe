/// `whittle blame FILE -- COMMAND`: names the optimisation of gcc or clang that the failure needs.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

/// With `--reduce-command`, FILE is then reduced with all other optimisations switched off.
Result<ExitCode> run_blame(Options options);

}  // namespace whittle
