#include "plan/plans.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/did_you_mean.h"

namespace whittle {
namespace {

constexpr auto rows = std::to_array<Plan>({
    {"auto", "every pass that fits the input, the one that promises most first", auto_strategy},
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
