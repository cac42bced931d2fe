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
  return to_fixpoint(workshop, PassRound(workshop, {find_hoists<0>, find_hoists<1>, find_hoists<2>,
                                                    find_tree_children}));
}

AnyStrategy tree_plan(SharedWorkshop workshop) {
  return to_fixpoint(workshop,
                     PassRound(workshop, {find_tree_children, find_hoists<0>, find_flattenings,
                                          find_hoists<1>, find_hoists<2>, find_stand_ins}));
}

}  // namespace whittle
