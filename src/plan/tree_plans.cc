#include "plan/tree_plans.h"

#include <utility>

#include "passes/tree/tree_passes.h"
#include "plan/hdd.h"
#include "plan/pass_rounds.h"
#include "plan/perses.h"
#include "plan/tree_stages.h"

namespace whittle {
namespace {

template <Strategy Round>
AnyStrategy to_fixpoint(SharedWorkshop workshop, Round round) {
  return Fixpoint<Round>(std::move(workshop), std::move(round));
}

}  // namespace

AnyStrategy hdd_plan(SharedWorkshop workshop) {
  return to_fixpoint(workshop, Hdd(workshop, Unremovable::stand_in));
}

AnyStrategy coarse_plan(SharedWorkshop workshop) {
  return to_fixpoint(workshop, Hdd(workshop, Unremovable::skip));
}

AnyStrategy hddr_plan(SharedWorkshop workshop, Traversal traversal) {
  return to_fixpoint(workshop, Hddr(workshop, traversal));
}

AnyStrategy perses_plan(SharedWorkshop workshop) {
  return to_fixpoint(workshop, Perses(workshop));
}

AnyStrategy hoist_plan(SharedWorkshop workshop) {
  return to_fixpoint(workshop, PassRound(workshop, {{"hoist", find_hoists<0>},
                                                    {"hoist-2", find_hoists<1>},
                                                    {"hoist-3", find_hoists<2>},
                                                    {"tree-children", find_tree_children}}));
}

AnyStrategy tree_plan(SharedWorkshop workshop) {
  return to_fixpoint(workshop, PassRound(workshop, {{"tree-children", find_tree_children},
                                                    {"hoist", find_hoists<0>},
                                                    {"flatten", find_flattenings},
                                                    {"hoist-2", find_hoists<1>},
                                                    {"hoist-3", find_hoists<2>},
                                                    {"stand-in", find_stand_ins}}));
}

}  // namespace whittle
