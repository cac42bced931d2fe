/// Finds out by one run of a command what there is to keep.
#pragma once

#include <optional>

#include "oracle/local_oracle.h"

namespace whittle {

/// Runs the main command of `spec` on the original, whatever it is expected to show, and gives how
/// it fails; nothing if the user interrupts. An error (`not_interesting`) if it does not fail at
/// all.
Result<std::optional<Signature>> golden_run(const TestSpec& spec, const Document& original,
                                            LocalOracle::Options options);

}  // namespace whittle
