#include "plan/tree_plans/pass_rounds.h"

#include <utility>

#include "plan/tree_plans/tree_stages.h"

namespace whittle {

PassRound::PassRound(const SharedStageMaker& stage_maker, const std::vector<FindEdits>& passes)
    : stage_maker_(and_none(stage_maker, AndNone::When::last)) {
  std::vector<const Pass*> wanted;
  for (const FindEdits find : passes)
    if (const Pass& pass = pass_of(find); stage_maker->wants(pass)) wanted.push_back(&pass);
  passes_ = std::make_shared<const std::vector<const Pass*>>(std::move(wanted));
}

std::optional<Stage> PassRound::next(const StageEnd& end) {
  // A pass that changed the document runs again: its edits were made for the old document, and new
  // ones may have become possible.
  if (end.edits && !end.changed) ++next_;
  for (; next_ < passes_->size(); ++next_) {
    const Pass& pass = *(*passes_)[next_];
    if (auto stage =
            stage_maker_->stage(pass.name, end.document, stage_maker_->find(pass, end.document)))
      return stage;
  }
  return std::nullopt;
}

}  // namespace whittle
