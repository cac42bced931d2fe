#include "plan/tree_plans/tree_plans.h"

#include <utility>

#include "passes/tree/tree_passes.h"
#include "plan/tree_plans/hdd.h"
#include "plan/tree_plans/pass_rounds.h"
#include "plan/tree_plans/perses.h"
#include "plan/tree_plans/tree_stages.h"

namespace whittle {
namespace {

template <Strategy Round>
AnyStrategy to_fixpoint(SharedStageMaker stage_maker, Round round) {
  return Fixpoint<Round>(std::move(stage_maker), std::move(round));
}

}  // namespace

AnyStrategy hdd_plan(SharedStageMaker stage_maker) {
  return to_fixpoint(stage_maker, Hdd(stage_maker, Unremovable::stand_in));
}

AnyStrategy coarse_plan(SharedStageMaker stage_maker) {
  return to_fixpoint(stage_maker, Hdd(stage_maker, Unremovable::skip));
}

AnyStrategy hddr_plan(SharedStageMaker stage_maker, Traversal traversal) {
  return to_fixpoint(stage_maker, Hddr(stage_maker, traversal));
}

AnyStrategy perses_plan(SharedStageMaker stage_maker) {
  return to_fixpoint(stage_maker, Perses(stage_maker));
}

AnyStrategy hoist_plan(SharedStageMaker stage_maker) {
  return to_fixpoint(
      stage_maker,
      PassRound(stage_maker,
                {{find_hoists, 0}, {find_hoists, 1}, {find_hoists, 2}, find_tree_children}));
}

AnyStrategy tree_plan(SharedStageMaker stage_maker) {
  return to_fixpoint(stage_maker, PassRound(stage_maker, {find_tree_children,
                                                          {find_hoists, 0},
                                                          find_flattenings,
                                                          {find_hoists, 1},
                                                          {find_hoists, 2},
                                                          find_stand_ins}));
}

}  // namespace whittle
