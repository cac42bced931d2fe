/// The options of `whittle worker` and `whittle cluster` that no other command has.
#pragma once

#include <span>

#include "cli/options.h"

namespace whittle {

/// Known only after the word `worker` or `cluster`; `whittle worker --help` shows them.
std::span<const OptionRow> cluster_rows();

}  // namespace whittle
