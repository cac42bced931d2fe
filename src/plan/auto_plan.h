/// The default plan: every pass that applies, the one that promises most first.
#pragma once

#include "plan/strategy.h"
#include "plan/workshop.h"

namespace whittle {

AnyStrategy auto_strategy(SharedWorkshop workshop);

}  // namespace whittle
