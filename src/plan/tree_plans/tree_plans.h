/// The tree plans, each to a fixpoint; `plans.cc` has a row for each.
#pragma once

#include "plan/stage_maker.h"
#include "plan/strategy.h"
#include "plan/tree_plans/hddr.h"

namespace whittle {

AnyStrategy hdd_plan(SharedStageMaker stage_maker);
AnyStrategy coarse_plan(SharedStageMaker stage_maker);
AnyStrategy hddr_plan(SharedStageMaker stage_maker, Traversal traversal);
AnyStrategy perses_plan(SharedStageMaker stage_maker);
/// Replaces nodes with their descendants, as long as that works; then removes nodes.
AnyStrategy hoist_plan(SharedStageMaker stage_maker);
/// The whole tree as one list, in which a node that cannot be removed gives its children to the
/// pool; then hoists, flattened blocks and stand-ins, each as one list over the whole tree.
AnyStrategy tree_plan(SharedStageMaker stage_maker);

}  // namespace whittle
