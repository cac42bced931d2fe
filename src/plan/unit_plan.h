/// One list of units and nothing else: what `--unit` asks for.
#pragma once

#include "document/units.h"
#include "plan/strategy.h"
#include "plan/workshop.h"

namespace whittle {

AnyStrategy unit_strategy(SharedWorkshop workshop, Unit unit);

}  // namespace whittle
