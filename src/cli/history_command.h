/// `whittle history FILE [N]` and `whittle explain FILE`: look at the record of a run.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

/// Lists the bests, or gives best N.
Result<ExitCode> show_history(const Options& options);
/// Says for each line of the result what was tried on it.
Result<ExitCode> show_explanation(const Options& options);

}  // namespace whittle
