/// Runs one document again and again, on all slots of an oracle.
#pragma once

#include <functional>

#include "oracle/witness.h"

namespace whittle {

struct ManyRuns {
  bool interrupted = false;
  Runs runs = {};
};

/// Ends as soon as `is_enough`, or after `most` runs. The runs count in the order in which they
/// were started, so that a slow run is not left out. Afterwards one run decides about a candidate;
/// see `decide_by`. Requires: no other test is running.
Result<ManyRuns> run_until(WitnessOracle& oracle, const Document& document, std::size_t most,
                           const std::function<bool(const Runs&)>& is_enough);

}  // namespace whittle
