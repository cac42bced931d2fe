/// The golden run: runs a command once, on the original, to find out which failure to keep.
#pragma once

#include <optional>

#include "oracle/local_oracle.h"

namespace whittle {

/// Runs the main command of `spec` on the original, without any expectation, and returns how it
/// fails; nothing if the user interrupts. `ErrorKind::not_interesting` if it does not fail or does
/// not end in time.
Result<std::optional<Signature>> golden_run(const TestSpec& spec, const Document& original,
                                            LocalOracle::Options options);

}  // namespace whittle
