#include "plan/staged_search.h"

#include <cassert>
#include <utility>

namespace whittle {

StagedSearch::StagedSearch(Document start, AnyStrategy strategy, Goal goal)
    : current_(std::make_shared<const Document>(std::move(start))),
      strategy_(std::move(strategy)),
      goal_(goal) {
  begin({*current_});
  end_finished_stages();
}

std::optional<Question> StagedSearch::question(std::size_t index) const {
  if (!stage_) return std::nullopt;
  std::optional<Query> query = stage_->reduction.query_ahead(index);
  if (!query) return std::nullopt;
  return Question{stage_->edits, std::move(query->kept), query->likelihood, stage_->name};
}

void StagedSearch::observe(Outcome outcome) {
  assert(stage_);
  ++queries_;
  stage_->reduction.observe(outcome);
  end_finished_stages();
}

Document StagedSearch::best() const {
  if (!stage_) return *current_;
  Document now = stage_->edits->render(stage_->reduction.best());
  return is_smaller(goal_, now, *current_) ? now : *current_;
}

void StagedSearch::begin(const StageEnd& end) {
  stage_ = strategy_.next(end);
  queries_ = 0;
}

void StagedSearch::end_finished_stages() {
  while (stage_ && !stage_->reduction.next_query()) {
    const Stage ended = std::move(*stage_);
    const Subset& kept = ended.reduction.best();
    bool changed = kept.count() < kept.size();
    if (changed) {
      // Edits that each go down go down together, as far as counting their own text can tell; this
      // is what makes sure of it.
      Document now = ended.edits->render(kept);
      changed = is_smaller(goal_, now, *current_);
      if (changed) current_ = std::make_shared<const Document>(std::move(now));
    }
    begin({*current_, changed, ended.edits.get(), &kept, queries_});
  }
}

}  // namespace whittle
