/// Every plan by name.
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

struct Plan {
  std::string_view name;
  std::string_view summary;
  AnyStrategy (*make)(SharedStageMaker stage_maker);
};

/// One row for each plan, in the order `--list-plans` prints them.
std::span<const Plan> plans();

/// Fails with a "did you mean" if there is no such plan.
Result<const Plan*> find_plan(std::string_view name);

}  // namespace whittle
