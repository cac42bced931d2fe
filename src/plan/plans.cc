#include "plan/plans.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "base/did_you_mean.h"
#include "base/reason.h"
#include "plan/closure_plan.h"
#include "plan/debloat/chisel_plan.h"
#include "plan/debloat/debloat.h"
#include "plan/default_plan/auto_plan.h"
#include "plan/default_plan/pump.h"
#include "plan/tree_plans/tree_plans.h"
#include "plan/unit_plan.h"

namespace whittle {
namespace {

template <bool breadth_first, bool backward>
AnyStrategy hddr(SharedStageMaker stage_maker) {
  return hddr_plan(std::move(stage_maker), {breadth_first, backward});
}

// `takes` names the options that have a meaning for a plan. An option without effect is an error,
// because a user who gives one expects an effect.
// Plans that work on trees take a language or a grammar.
constexpr std::string_view trees = "language grammar";
constexpr std::string_view learning = "only without language grammar policy delete_only";
// Plans that repeat a walk over the tree take the number of rounds.
constexpr std::string_view walks = "language grammar rounds no_sweep",
                           walking_passes = "only without language grammar rounds no_sweep";
constexpr std::string_view debloating =
    "language grammar debloat.without_dependencies debloat.without_dead_code policy";

// The table of plans. `auto` is for users; the others follow papers or serve one purpose, and the
// lab compares them.
constexpr auto rows = std::to_array<Plan>({
    {"auto", "every pass that applies to the input, the most promising first",
     "bench: vs-clang13-whittle", learning,
     [](SharedStageMaker stage_maker) {
       AnyStrategy passes_first = auto_strategy(stage_maker);
       return with_pumps(std::move(stage_maker), std::move(passes_first));
     }},
    {"closure", "pieces with everything they need, by a search over a graph of dependencies",
     "bench: closure-two-roots-only", trees, closure_plan},
    {"tree", "the whole syntax tree as one list, then hoists and stand-ins",
     "bench: tree-c-sample-gallop-merge", walking_passes, tree_plan},
    {"perses", "the heaviest nodes first: replaced, or their lists reduced; all candidates parse",
     "Sun and others, Perses, 2018", walks, perses_plan},
    {"hdd", "the syntax tree level by level (HDD*)",
     "Misherghi and Su, HDD, 2006; Hodovan and Kiss, HDD*, 2016", walks, hdd_plan},
    {"coarse", "HDD* on nodes that can be removed entirely, without stand-ins",
     "Hodovan, Kiss and Gyimothy, Coarse HDD, 2017", walks, coarse_plan},
    {"hddr", "the children of one node at a time, depth first (HDDr)",
     "Kiss, Hodovan and Gyimothy, HDDr, 2018", walks, hddr<false, false>},
    {"hddr-backward", "the same, the last child first", "HDDr, 2018: the order of siblings", walks,
     hddr<false, true>},
    {"hddr-wide", "HDDr breadth first", "HDDr, 2018: the order of the walk", walks,
     hddr<true, false>},
    {"hddr-wide-backward", "the same, the last child first", "HDDr, 2018: both orders", walks,
     hddr<true, true>},
    {"hoist", "replaces nodes with their descendants, then removes nodes",
     "Vince, Hodovan, Bartha and Kiss, HDD with hoisting, 2022", walking_passes, hoist_plan},
    {"debloat",
     "dead code, then declarations, then statements block by block",
     "bench: count-gallop-all",
     debloating,
     debloat_plan,
     {},
     true},
    {"chisel", "C as CHISEL's own program reduces it, question by question",
     "Heo and others, CHISEL, 2018", debloating, chisel_plan, "chisel", true},
    {"lines", "one list of lines", "Zeller and Hildebrandt, ddmin, 2002: files as lines", "",
     [](SharedStageMaker stage_maker) {
       return unit_strategy(std::move(stage_maker), Unit::lines);
     }},
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
  return fail(ErrorKind::usage, {Reason::unknown_plan}, unknown_name("plan", name, names),
              "plan/plans.h lists them");
}

Result<void> check_takes(const Plan* plan, std::span<const std::string_view> given) {
  const auto takes = [](const Plan& one, std::string_view option) {
    return std::ranges::any_of(std::views::split(one.takes, ' '), [&](const auto& word) {
      return std::string_view(word.begin(), word.end()) == option;
    });
  };
  for (const std::string_view option : given) {
    if (plan && takes(*plan, option)) continue;
    std::string others;
    for (const Plan& other : rows)
      if (takes(other, option))
        others += fmt::format("{}{}", others.empty() ? "" : ", ", other.name);
    const std::string member = fmt::format("search.{}", option);
    const std::string way_out = fmt::format("these plans support it: {}", others);
    if (!plan)
      return fail(ErrorKind::usage, {Reason::conflict, {"search.unit", member}},
                  fmt::format("search.unit cannot be combined with {}", member), way_out);
    return fail(ErrorKind::usage, {Reason::not_for_plan, {std::string(plan->name), member}},
                fmt::format("the plan {} does not support {}", plan->name, member), way_out);
  }
  return {};
}

}  // namespace whittle
