/// The parameters of algorithms and plans: `--algorithm NAME:KEY=VALUE,...`, `--plan NAME:KEY,...`.
///
/// A name starts from the defaults of all parameters. Without a name, as in `-a :seed=3`, the
/// algorithm and its other parameters stay as they are.
#pragma once

#include <span>
#include <string_view>

#include "cli/options.h"

namespace whittle {

/// Their names have no dashes.
std::span<const OptionRow> algorithm_parameters();
std::span<const OptionRow> plan_parameters();

Result<void> set_algorithm(Options& options, std::string_view value);
Result<void> set_plan(Options& options, std::string_view value);

}  // namespace whittle
