/// Tries every single unit, or every single node if no unit is given, until none can go: what
/// `--verify` runs. If it changes nothing, the document was minimal as it came.
#pragma once

#include <optional>

#include "document/units.h"
#include "plan/strategy.h"
#include "plan/workshop.h"

namespace whittle {

AnyStrategy verify_strategy(SharedWorkshop workshop, std::optional<Unit> unit);

}  // namespace whittle
