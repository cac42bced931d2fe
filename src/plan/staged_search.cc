// Drives a strategy stage by stage. A stage ends when its reduction has no query left; a strategy
// may give stages that are over at once, so the search moves on until there is a question or
// nothing.
//
// Repairs are the one difficulty. The reason of a refusal comes from a compiler, takes seconds, and
// is asked for after the outcome was told. By then the refusal may have ended the stage, so the
// search keeps a copy of itself from before and, if the reason leads to a better question, goes
// back to the copy. Copies that test ahead assume that no reason is found.
#include "plan/staged_search.h"

#include <cassert>
#include <utility>

namespace whittle {
namespace {

/// After a repair, the compiler is asked about the repaired candidate at once, and so on until
/// nothing is missing: testing a candidate that does not compile is mostly useless. But some tests
/// look for exactly that, so the first repair is tested. Repairs that are not tested saved 26 of
/// the 139 tests of the first search on `runs` (docs/rejected.md, "Closures: the first twenty
/// tests").
constexpr std::size_t tested_repairs = 1;

}  // namespace

StagedSearch::StagedSearch(Document start, AnyStrategy strategy, Goal goal,
                           std::size_t lists_before)
    : smallest_(std::make_shared<const Document>(std::move(start))),
      strategy_(std::move(strategy)),
      goal_(goal),
      lists_(lists_before) {
  begin({*smallest_});
  end_finished_stages();
}

std::optional<Question> StagedSearch::question(std::size_t index) const {
  if (!stage_) return std::nullopt;
  std::optional<Query> query = stage_->reduction.query_ahead(index);
  if (!query) return std::nullopt;
  return Question{.edits = stage_->edits,
                  .kept = std::move(query->kept),
                  .likelihood = query->likelihood,
                  .stage = stage_->name,
                  .role = query->role,
                  .list = lists_};
}

void StagedSearch::observe(Outcome outcome) {
  assert(stage_);
  list_steps_.clear();
  before_refusal_.reset();
  if (outcome == Outcome::uninteresting && stage_->why)
    before_refusal_ = std::make_shared<const StagedSearch>(*this);
  move_on(outcome);
}

std::optional<Explained> StagedSearch::find_reason() {
  if (!before_refusal_) return std::nullopt;
  // `before` is asked for the query again: it is the state in which the refused candidate was the
  // next query.
  StagedSearch before = *std::exchange(before_refusal_, nullptr);
  const Stage& stage = *before.stage_;
  const Query query = *stage.reduction.next_query();
  const Hash candidate = stage.edits->render(query.kept).hash();
  std::optional<std::vector<Lack>> needs = stage.why(query, candidate);
  if (!needs) return std::nullopt;
  Explained event{stage.name, before.lists_, candidate, std::move(*needs)};
  event.asks_again = before.stage_->reduction.explain(event.needs);
  if (event.asks_again) {
    ++before.queries_;
    ++before.repairs_;
    *this = std::move(before);
    // Not tested yet: the compiler is asked about the repaired candidate first.
    if (repairs_ > tested_repairs) before_refusal_ = std::make_shared<const StagedSearch>(*this);
  }
  return event;
}

void StagedSearch::move_on(Outcome outcome) {
  ++queries_;
  repairs_ = 0;
  if (stage_->is_logged) {
    Subset applied = stage_->reduction.best();
    applied -= stage_->reduction.next_query()->kept;
    log_.add({applied.elements(), outcome});
  }
  stage_->reduction.observe(outcome);
  end_finished_stages();
}

Document StagedSearch::best() const {
  if (!stage_) return *smallest_;
  Document now = stage_->edits->render(stage_->reduction.best());
  return is_smaller(goal_, now, *smallest_) ? now : *smallest_;
}

void StagedSearch::begin(const StageEnd& end) {
  stage_ = strategy_.next(end);
  queries_ = 0;
  if (stage_) list_steps_.push_back({++lists_, stage_->name, stage_->edits, {}});
}

void StagedSearch::end_stage() {
  const Stage ended = std::move(*stage_);
  const Subset& kept = ended.reduction.best();
  Document now = ended.edits->base();
  bool changed = kept.count() < kept.size();
  if (changed) {
    Document after = ended.edits->render(kept);
    // Edits that each make the document smaller also do so in combination, as far as counting their
    // own text can tell. Rendering may add blanks, so the result is compared here.
    changed = ended.may_grow || is_smaller(goal_, after, now);
    if (changed) now = std::move(after);
    if (changed && is_smaller(goal_, now, *smallest_))
      smallest_ = std::make_shared<const Document>(now);
  }
  list_steps_.push_back({lists_, ended.name, ended.edits, kept, changed});
  const StageLog log = std::exchange(log_, {});
  begin({now, changed, ended.edits.get(), &kept, queries_, ended.reduction.gave_up(), &log});
}

void StagedSearch::end_finished_stages() {
  while (stage_ && !stage_->reduction.next_query()) end_stage();
}

void StagedSearch::skip_list() {
  list_steps_.clear();
  before_refusal_.reset();
  if (stage_) end_stage();
  end_finished_stages();
}

}  // namespace whittle
