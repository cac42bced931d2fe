// Optimism with a receipt: a success is merged at once, and the stamp of each merge says which
// questions were built on it. A later success proves all merges before it. A refuted merge is
// undone back to the last proven subset, and outcomes that were built on it lose their meaning.
#include "algorithms/gallop/merge_ledger.h"

#include <utility>

namespace whittle {
namespace {

// Chosen with bench/simulate. Fewer doubts test merges that hold; more waste questions on those
// that do not.
constexpr std::size_t doubts_allowed = 6;
constexpr std::size_t refutations_allowed = 32;

}  // namespace

MergeLedger::MergeLedger(std::size_t elements, bool has_width)
    : has_width_(has_width),
      best_(std::make_shared<const Subset>(Subset::all(elements))),
      proven_(best_),
      merged_(best_) {}

bool MergeLedger::is_doubtful() const {
  return doubts_ >= doubts_allowed;
}

bool MergeLedger::is_refuted_often() const {
  return refutations_ >= refutations_allowed;
}

void MergeLedger::accept(const OpenQuestion& question, const Nesting& nesting) {
  if (question.kept->count() < best_->count()) best_ = question.kept;
  // A subset built on a refuted merge is interesting, but it lacks elements that are back in
  // `merged_`. So it may be the best, and is no basis for the steps.
  const bool stands = !question.refuted;
  const bool is_latest = stands && question.stamp == stamp_;
  if (stands) {
    proven_ = question.kept;
    proven_stamp_ = question.stamp;
    std::erase_if(steps_, [&](const MergeStep& step) { return step.stamp <= proven_stamp_; });
    doubts_ = 0;
  }
  if (question.is_about_merge()) {
    if (is_latest) merged_ = proven_;
    return;
  }
  ++stamp_;
  if (is_latest) {
    merged_ = proven_;
    proven_stamp_ = stamp_;
  } else {
    Subset less = *merged_;
    nesting.erase(less, question.group.elements());
    merged_ = std::make_shared<const Subset>(std::move(less));
  }
  if (has_width_) steps_.push_back({stamp_, question.group});
}

MergeLedger::RefutedMerge MergeLedger::refute(MergeStamp stamp) {
  ++refutations_;
  RefutedMerge refuted{.proven = proven_stamp_, .to_blame = {}, .undecided = {}};
  for (MergeStep& step : steps_) {
    if (step.stamp > stamp) {
      refuted.undecided.push_back(std::move(step.group));
      continue;
    }
    for (const std::uint32_t element : step.group.elements())
      if (proven_->contains(element)) refuted.to_blame.push_back(element);
  }
  steps_.clear();
  merged_ = proven_;
  proven_stamp_ = ++stamp_;
  doubts_ = 0;
  return refuted;
}

}  // namespace whittle
