#include "plan/plans.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/did_you_mean.h"
#include "plan/closure_plan.h"
#include "plan/pump.h"
#include "plan/tree_plans.h"

namespace whittle {
namespace {

template <bool breadth_first, bool backward>
AnyStrategy hddr(SharedWorkshop workshop) {
  return hddr_plan(std::move(workshop), {breadth_first, backward});
}

constexpr auto rows = std::to_array<Plan>({
    {"auto", "every pass that fits the input, the one that promises most first",
     [](SharedWorkshop workshop) { return with_pumps(workshop, auto_strategy(workshop)); }},
    {"closure", "pieces with everything they need, found by a search over what needs what",
     closure_plan},
    {"tree", "the whole syntax tree as one list, then hoists and stand-ins", tree_plan},
    {"perses", "nodes by weight: replaced, their lists reduced; all candidates parse", perses_plan},
    {"hdd", "the syntax tree level by level (HDD*)", hdd_plan},
    {"coarse", "HDD* of nodes that can vanish, without stand-ins", coarse_plan},
    {"hddr", "the children of one node at a time, depth first (HDDr)", hddr<false, false>},
    {"hddr-backward", "the same, the last child first", hddr<false, true>},
    {"hddr-wide", "HDDr breadth first", hddr<true, false>},
    {"hddr-wide-backward", "the same, the last child first", hddr<true, true>},
    {"hoist", "descendants in place of their ancestors, then what can go", hoist_plan},
    {"lines", "one list of lines",
     [](SharedWorkshop workshop) { return unit_strategy(std::move(workshop), Unit::lines); }},
});

}  // namespace

std::span<const Plan> plans() {
  return rows;
}

Result<const Plan*> find_plan(std::string_view name) {
  const auto found = std::ranges::find(rows, name, &Plan::name);
  if (found != rows.end()) return &*found;
  std::vector<std::string_view> names;
  for (const Plan& plan : rows) names.push_back(plan.name);
  return fail(ErrorKind::usage, unknown_name("plan", name, names), "see: whittle --list-plans");
}

}  // namespace whittle
