/// Every plan by name.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/result.h"
#include "document/units.h"
#include "plan/strategy.h"
#include "plan/workshop.h"

namespace whittle {

struct Plan {
  std::string_view name;
  std::string_view summary;
  std::string_view takes;  ///< of the options that choose passes and grammars; separated by spaces
  AnyStrategy (*make)(SharedWorkshop workshop);
};

/// One row for each plan, in the order `--list-plans` prints them.
std::span<const Plan> plans();

/// Fails with a "did you mean" if there is no such plan.
Result<const Plan*> find_plan(std::string_view name);

/// Fails if one of the options `given` (by name, without dashes) means nothing to the plan, or to a
/// run with `--unit` if there is no plan.
Result<void> check_takes(const Plan* plan, std::span<const std::string_view> given);

/// Every pass, the one that promises most first.
AnyStrategy auto_strategy(SharedWorkshop workshop);
/// One list of units and nothing else: what `--unit` asks for.
AnyStrategy unit_strategy(SharedWorkshop workshop, Unit unit);
/// Tries every single unit, or every single node if no unit is given, until none can go: what
/// `--verify` runs. When it changes nothing, the document was minimal as it came.
AnyStrategy verify_strategy(SharedWorkshop workshop, std::optional<Unit> unit);

}  // namespace whittle
