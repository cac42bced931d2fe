/// Passes one after the other, each a list for the algorithm: the round of `tree` and `hoist`.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "passes/pass.h"
#include "plan/strategy.h"
#include "plan/workshop.h"

namespace whittle {

/// One round; `Fixpoint` repeats it. A pass that changed something runs again before the next one;
/// one that is not wanted is left out.
class PassRound {
 public:
  struct Step {
    std::string_view name;
    Found (*find)(const Subject& subject);
  };
  PassRound(const SharedWorkshop& workshop, std::vector<Step> steps);
  std::optional<Stage> next(const StageEnd& end);

 private:
  SharedWorkshop workshop_;
  std::shared_ptr<const std::vector<Step>> steps_;
  std::size_t step_ = 0;
};

}  // namespace whittle
