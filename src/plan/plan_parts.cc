#include "plan/plan_parts.h"

#include <algorithm>
#include <array>

#include "passes/pass.h"

namespace whittle {

std::span<const PlanPart> plan_parts() {
  static constexpr std::array rows{plan_part::probe,         plan_part::closure,
                                   plan_part::adds_error,    plan_part::is_plain,
                                   plan_part::refused_alone, plan_part::chances};
  return rows;
}

bool is_pass_or_part(std::string_view name) {
  return find_pass(name) ||
         std::ranges::find(plan_parts(), name, &PlanPart::name) != plan_parts().end();
}

}  // namespace whittle
