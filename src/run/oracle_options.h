/// The options of the oracle of a request, besides the test.
#pragma once

#include "base/result.h"
#include "document/document.h"
#include "oracle/local_oracle.h"
#include "run/request.h"
#include "run/stop.h"

namespace whittle {

/// The options for candidates of `original`. An error if tests cannot see `TestOptions::around`.
Result<LocalOracle::Options> oracle_options(const Request& request, const Document& original,
                                            const StopReasons& stop);

}  // namespace whittle
