// Unlike ddmin, a round goes on behind a removed chunk and never comes back: the next round has
// twice as many chunks as were left, not twice as many as before.
#include "algorithms/one_pass.h"

#include <algorithm>
#include <cassert>

namespace whittle {

OnePass::OnePass(std::size_t size, OnePassOptions options)
    : options_(options), remaining_(Subset::all(size)), remaining_count_(size) {
  assert(options.first_cut >= 1);
  cut(options.first_cut);
}

std::optional<Query> OnePass::next_query() const {
  switch (phase_) {
    case OnePassPhase::subsets:
      return Query{only(remaining_.size(), chunks_[chunk_]), subset_rate_.value(),
                   role(QueryKind::subset)};
    case OnePassPhase::complements:
      return Query{without(remaining_, chunks_[chunk_]), complement_rate_.value(),
                   role(removal_of(chunks_[chunk_].size()))};
    case OnePassPhase::done:
      break;
  }
  return std::nullopt;
}

QueryRole OnePass::role(QueryKind kind) const {
  return {.kind = kind,
          .round = rounds_ - 1,
          .parts = static_cast<std::uint32_t>(chunks_.count()),
          .part = static_cast<std::uint32_t>(chunk_)};
}

void OnePass::observe(Outcome outcome) {
  assert(phase_ != OnePassPhase::done);
  const bool interesting = outcome == Outcome::interesting;
  (phase_ == OnePassPhase::subsets ? subset_rate_ : complement_rate_).count(interesting);
  if (interesting && phase_ == OnePassPhase::subsets) {
    remaining_ = only(remaining_.size(), chunks_[chunk_]);
    remaining_count_ = chunks_[chunk_].size();
    return cut(2);
  }
  if (interesting) {
    remaining_ = without(remaining_, chunks_[chunk_]);
    remaining_count_ -= chunks_[chunk_].size();
    ++gone_;
  }
  if (++chunk_ == chunks_.count()) end_phase();
}

/// Cuts the remaining elements into `count` chunks, or into single elements if there are fewer.
void OnePass::cut(std::size_t count) {
  phase_ = OnePassPhase::done;
  if (remaining_count_ == 0) return;
  chunks_ = Chunks(remaining_, options_.direction, std::min(count, remaining_count_));
  chunk_ = gone_ = 0;
  ++rounds_;
  // A single chunk contains all elements, which are known to be interesting.
  phase_ =
      options_.subsets && chunks_.count() > 1 ? OnePassPhase::subsets : OnePassPhase::complements;
}

void OnePass::end_phase() {
  if (phase_ == OnePassPhase::subsets) {
    phase_ = OnePassPhase::complements;
    chunk_ = 0;
    return;
  }
  const std::size_t left = chunks_.count() - gone_;
  phase_ = OnePassPhase::done;
  if (left < remaining_count_) cut(2 * left);
}

}  // namespace whittle
