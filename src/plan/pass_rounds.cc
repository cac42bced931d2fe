#include "plan/pass_rounds.h"

#include <utility>

#include "plan/tree_stages.h"

namespace whittle {

PassRound::PassRound(const SharedWorkshop& workshop, const std::vector<FindEdits>& passes)
    : workshop_(and_none(workshop, AndNone::When::last)) {
  std::vector<const Pass*> wanted;
  for (const FindEdits find : passes)
    if (const Pass& pass = pass_of(find); workshop->wants(pass)) wanted.push_back(&pass);
  passes_ = std::make_shared<const std::vector<const Pass*>>(std::move(wanted));
}

std::optional<Stage> PassRound::next(const StageEnd& end) {
  if (end.edits && !end.changed) ++next_;
  for (; next_ < passes_->size(); ++next_) {
    const Pass& pass = *(*passes_)[next_];
    if (auto stage = workshop_->stage(pass.name, end.document, workshop_->find(pass, end.document)))
      return stage;
  }
  return std::nullopt;
}

}  // namespace whittle
