/// `whittle worker`, `whittle cluster`, and the workers of a run.
#pragma once

#include <memory>

#include "base/result.h"
#include "cli/exit_codes.h"
#include "cli/options.h"
#include "oracle/hosts.h"

namespace whittle {

/// Works for others until it is stopped.
Result<ExitCode> run_worker(const Options& options);

/// `cluster up`, `cluster status` and `cluster down`.
Result<ExitCode> run_cluster(const Options& options);

/// The hosts of `--workers`; null without that option.
Result<std::unique_ptr<Hosts>> hosts_of(const Options& options);

}  // namespace whittle
