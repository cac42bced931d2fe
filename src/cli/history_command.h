/// `whittle history FILE [N]`, `whittle explain FILE` and `whittle bugs FILE`: print the record of
/// a run and the bugs that it kept.
#pragma once

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"

namespace whittle {

/// Lists the bests, or gives best N.
Result<ExitCode> show_history(const Options& options);
/// Prints for each line of the result the edits that were tried on it.
Result<ExitCode> show_explanation(const Options& options);

/// Lists the other bugs that runs on FILE came across.
Result<ExitCode> show_bugs(const Options& options);

}  // namespace whittle
