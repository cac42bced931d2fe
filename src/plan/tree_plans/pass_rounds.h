/// Runs passes one after the other, each as a list for the algorithm: the round of the plans `tree`
/// and `hoist`.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "passes/pass.h"
#include "plan/stage_maker.h"
#include "plan/strategy.h"

namespace whittle {

/// One round; `Fixpoint` repeats it. A pass that changed something runs again before the next one.
/// Unwanted passes are left out.
class PassRound {
 public:
  /// The passes that list these edits. Requires: each has a row.
  PassRound(const SharedStageMaker& stage_maker, const std::vector<FindEdits>& passes);
  std::optional<Stage> next(const StageEnd& end);

 private:
  SharedStageMaker stage_maker_;
  std::shared_ptr<const std::vector<const Pass*>> passes_;
  std::size_t next_ = 0;  // the pass that runs next, or again
};

}  // namespace whittle
