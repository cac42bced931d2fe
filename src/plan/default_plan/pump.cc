// A pump is a bet: one test for the edit, and a limited number of tests afterwards. Strategies are
// values, so the bet works on a copy. If it fails, the original strategy is still in the state in
// which it had nothing left to do, and the next stage is made from the old document.
#include "plan/default_plan/pump.h"

#include <fmt/format.h>
#include <utility>
#include <vector>

#include "document/goal.h"
#include "plan/reductions.h"

namespace whittle {
namespace {

/// Ends a reduction after so many queries.
class AtMost {
 public:
  AtMost(AnyReduction inner, std::size_t queries) : inner_(std::move(inner)), left_(queries) {}

  std::optional<Query> next_query() const { return query_ahead(0); }
  std::optional<Query> query_ahead(std::size_t index) const {
    return index < left_ ? inner_.query_ahead(index) : std::nullopt;
  }
  void observe(Outcome outcome) {
    inner_.observe(outcome);
    --left_;
  }
  const Subset& best() const { return inner_.best(); }

 private:
  AnyReduction inner_;
  std::size_t left_;
};

class Pumps {
 public:
  Pumps(SharedStageMaker stage_maker, AnyStrategy inside)
      : stage_maker_(std::move(stage_maker)), inside_(std::move(inside)) {
    for (const Pass& pass : passes())
      if (pass.external && stage_maker_->wants(pass)) passes_.push_back(&pass);
  }

  std::optional<Stage> next(const StageEnd& end) {
    switch (phase_) {
      case Phase::reducing:
        return reduce(end);
      case Phase::pumping:
        if (!end.changed) return pump();
        phase_ = Phase::trying;
        trial_ = inside_;
        tests_left_ = tests_of_a_pump(static_cast<std::size_t>(measure(end.document).tokens));
        return try_on({end.document});
      // The trial ends as soon as the document is smaller than before the pump. The copy of the
      // strategy then continues as the strategy itself, with what it has learned on the way.
      case Phase::trying:
        if (!is_smaller(stage_maker_->goal, end.document, before_)) {
          tests_left_ -= end.queries;
          return try_on(end);
        }
        inside_ = *std::exchange(trial_, std::nullopt);
        phase_ = Phase::reducing;
        return reduce(end);
    }
    return std::nullopt;
  }
  std::size_t left_out() const { return inside_.left_out(); }

 private:
  enum class Phase { reducing, pumping, trying };

  std::optional<Stage> reduce(const StageEnd& end) {
    if (std::optional<Stage> stage = inside_.next(end)) return stage;
    phase_ = Phase::pumping;
    before_ = end.document;
    edits_.clear();
    in_vain_ = 0;
    return pump();
  }

  /// Continues with the pass after the last one: a pass that has just helped is not the likeliest
  /// to help again.
  std::optional<Stage> pump() {
    phase_ = Phase::pumping;
    while (edits_.empty()) {
      if (in_vain_ == passes_.size()) return std::nullopt;
      pass_ = (pass_ + 1) % passes_.size();
      ++in_vain_;
      edits_ = growing(stage_maker_->find(*passes_[pass_], before_));
    }
    auto list =
        std::make_shared<const EditList>(before_, std::vector{edits_.back()}, Joining::exact);
    edits_.pop_back();
    return Stage{intern(fmt::format("{}/pump", passes_[pass_]->name)), std::move(list), FirstOf(1),
                 true};
  }

  /// The edits of the pass that make the document larger, in reverse order: they are taken from the
  /// end.
  std::vector<Edit> growing(Found found) const {
    const Keep::Ranges kept = stage_maker_->keep.ranges(before_);
    const Downhill goes_down(stage_maker_->goal, before_);
    std::erase_if(found.edits,
                  [&](const Edit& edit) { return kept.touches(edit) || goes_down(edit); });
    if (found.edits.size() > most_pumps) found.edits.resize(most_pumps);
    return {found.edits.rbegin(), found.edits.rend()};
  }

  std::optional<Stage> try_on(const StageEnd& end) {
    std::optional<Stage> stage;
    if (tests_left_ > 0) stage = trial_->next(end);
    if (!stage) return pump();
    stage->reduction = AtMost(std::move(stage->reduction), tests_left_);
    return stage;
  }

  SharedStageMaker stage_maker_;
  AnyStrategy inside_;
  std::vector<const Pass*> passes_;  // the passes whose edits may be pumps
  Phase phase_ = Phase::reducing;
  // The document that the strategy inside could not make smaller.
  Document before_;
  std::size_t pass_ = 0;              // the last that was asked for pumps
  std::size_t in_vain_ = 0;           // passes asked about `before_`
  std::vector<Edit> edits_;           // edits of that pass that are still to be tried
  std::optional<AnyStrategy> trial_;  // a copy of the strategy, at work on a larger document
  std::size_t tests_left_ = 0;        // for it
};

}  // namespace

AnyStrategy with_pumps(SharedStageMaker stage_maker, AnyStrategy inside) {
  return Pumps(std::move(stage_maker), std::move(inside));
}

}  // namespace whittle
