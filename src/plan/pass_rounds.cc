#include "plan/pass_rounds.h"

namespace whittle {

std::optional<Stage> PassRound::next(const StageEnd& end) {
  if (end.edits && !end.changed) ++step_;
  for (; step_ < steps_->size(); ++step_) {
    const Step& step = (*steps_)[step_];
    if (!workshop_->wants(step.name)) continue;
    if (auto stage =
            workshop_->stage(step.name, end.document, step.find({end.document, *workshop_->trees})))
      return stage;
  }
  return std::nullopt;
}

}  // namespace whittle
