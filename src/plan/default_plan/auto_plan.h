/// The default plan: every pass that applies, the one that promises most first.
#pragma once

#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

AnyStrategy auto_strategy(const SharedStageMaker& stage_maker);

}  // namespace whittle
