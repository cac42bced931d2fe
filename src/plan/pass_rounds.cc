#include "plan/pass_rounds.h"

#include <utility>

#include "plan/tree_stages.h"

namespace whittle {

PassRound::PassRound(const SharedWorkshop& workshop, std::vector<Step> steps)
    : workshop_(and_none(workshop, AndNone::When::last)),
      steps_(std::make_shared<const std::vector<Step>>(std::move(steps))) {}

std::optional<Stage> PassRound::next(const StageEnd& end) {
  if (end.edits && !end.changed) ++step_;
  for (; step_ < steps_->size(); ++step_) {
    const Step& step = (*steps_)[step_];
    if (!workshop_->wants(step.name)) continue;
    if (auto stage = workshop_->stage(
            step.name, end.document, step.find({end.document, *workshop_->trees, workshop_->goal})))
      return stage;
  }
  return std::nullopt;
}

}  // namespace whittle
