/// Tries every single unit, or every single node if no unit is given, until none can be removed:
/// the strategy of `--verify`. If it changes nothing, the document was already minimal.
#pragma once

#include <optional>

#include "document/units.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

AnyStrategy verify_strategy(SharedStageMaker stage_maker, std::optional<Unit> unit);

}  // namespace whittle
