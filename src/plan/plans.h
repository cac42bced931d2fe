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
  /// The reason why the plan exists: a paper, or a measurement as in `Pass`.
  std::string_view evidence;
  std::string_view takes;  ///< members of `SearchOptions` that it supports; separated by spaces
  AnyStrategy (*make)(SharedStageMaker stage_maker);
  std::string_view algorithm = {};  ///< for its lists, unless another one is asked for
  bool lists_again = false;         ///< each of its rounds lists everything that is left
};

/// One row for each plan, in the order `--list plans` prints them.
std::span<const Plan> plans();

/// Fails with a "did you mean" if there is no such plan.
Result<const Plan*> find_plan(std::string_view name);

/// Fails if one of the options `given` (by name, without dashes) means nothing to the plan, or to a
/// run with `--unit` if there is no plan.
Result<void> check_takes(const Plan* plan, std::span<const std::string_view> given);

}  // namespace whittle
