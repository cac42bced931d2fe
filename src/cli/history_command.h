/// `whittle history FILE [N]`, `whittle explain FILE` and `whittle bugs FILE`: look at what a run
/// has kept.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

/// Lists the bests, or gives best N.
Result<ExitCode> show_history(const Options& options);
/// Says for each line of the result what was tried on it.
Result<ExitCode> show_explanation(const Options& options);

/// Lists the other bugs that runs on FILE came across.
Result<ExitCode> show_bugs(const Options& options);

}  // namespace whittle
