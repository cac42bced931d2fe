/// How a command fails on a file.
#pragma once

#include <optional>

#include "base/result.h"
#include "oracle/signature.h"
#include "run/request.h"

namespace whittle {

/// Runs the request's command once on its files. `ErrorKind::not_interesting` if it does not fail.
/// Nothing if the user stops it.
Result<std::optional<Signature>> failure_of(const Request& request);

}  // namespace whittle
