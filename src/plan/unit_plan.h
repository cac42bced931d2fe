/// One list of units and nothing else: the strategy of `--unit`.
#pragma once

#include "document/units.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

AnyStrategy unit_strategy(SharedStageMaker stage_maker, Unit unit);

}  // namespace whittle
