/// Tries every single unit, or every single node if no unit is given, until none can be removed:
/// what `--verify` runs. If it changes nothing, the document was minimal as it came.
#pragma once

#include <optional>

#include "document/units.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

AnyStrategy verify_strategy(SharedStageMaker stage_maker, std::optional<Unit> unit);

}  // namespace whittle
