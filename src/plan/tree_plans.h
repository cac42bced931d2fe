/// The tree plans, each to a fixpoint; `plans.cc` has a row for each.
#pragma once

#include "plan/hddr.h"
#include "plan/strategy.h"
#include "plan/workshop.h"

namespace whittle {

AnyStrategy hdd_plan(SharedWorkshop workshop);
AnyStrategy coarse_plan(SharedWorkshop workshop);
AnyStrategy hddr_plan(SharedWorkshop workshop, Traversal traversal);
AnyStrategy perses_plan(SharedWorkshop workshop);
/// A descendant in place of its ancestor, as long as that works; then what can go.
AnyStrategy hoist_plan(SharedWorkshop workshop);
/// The whole tree as one list, in which a node that cannot go gives its children to the pool; then
/// hoists, flattened blocks and stand-ins, each as one list over the whole tree.
AnyStrategy tree_plan(SharedWorkshop workshop);

}  // namespace whittle
