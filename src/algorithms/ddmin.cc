// After a chunk is removed, the other chunks stay as they were cut. All remaining elements are cut
// into equal parts again only when the granularity increases or a single chunk is left. (Cutting
// again after each success is the other reading of "n - 1"; both give the published counts, and
// this one repeats fewer candidates.)
#include "algorithms/ddmin.h"

#include <algorithm>
#include <cassert>

namespace whittle {

Ddmin::Ddmin(std::size_t size, DdminOptions options)
    : options_(options), remaining_(Subset::all(size)), remaining_count_(size) {
  assert(options.first_cut >= 2);
  if (size >= 2) cut(std::min(size, options.first_cut), 0);
}

std::optional<Query> Ddmin::next_query() const {
  switch (phase_) {
    case DdminPhase::subsets:
      return Query{only(remaining_.size(), chunks_[chunk_]), subset_rate_.value(),
                   role(QueryKind::subset)};
    case DdminPhase::complements:
      return Query{without(remaining_, chunks_[chunk_]), complement_rate_.value(),
                   role(refused_.contains(chunk_) ? QueryKind::revisit
                                                  : removal_of(chunks_[chunk_].size()))};
    case DdminPhase::done:
      break;
  }
  return std::nullopt;
}

QueryRole Ddmin::role(QueryKind kind) const {
  return {.kind = kind,
          .round = static_cast<std::uint32_t>(rounds_ - 1),
          .parts = static_cast<std::uint32_t>(chunks_.count()),
          .part = static_cast<std::uint32_t>(chunk_)};
}

void Ddmin::observe(Outcome outcome) {
  assert(phase_ != DdminPhase::done);
  const bool interesting = outcome == Outcome::interesting;
  (phase_ == DdminPhase::subsets ? subset_rate_ : complement_rate_).count(interesting);
  if (!interesting) {
    if (phase_ == DdminPhase::complements) refused_.insert(chunk_);
    chunk_ = live_from(chunk_ + 1);
    if (++asked_ == live_count_) end_phase();
  } else if (phase_ == DdminPhase::subsets) {
    remaining_ = only(remaining_.size(), chunks_[chunk_]);
    remaining_count_ = chunks_[chunk_].size();
    cut(2, 0);
  } else {
    remaining_ = without(remaining_, chunks_[chunk_]);
    remaining_count_ -= chunks_[chunk_].size();
    live_.erase(chunk_);
    const bool proceed = options_.after_success == AfterSuccess::proceed;
    first_ = live_from(proceed ? chunk_ + 1 : 0);
    // picire keeps its place in the list when one chunk is left and is cut in two.
    if (--live_count_ == 1) return cut(2, proceed && chunk_ > first_ ? 1 : 0);
    begin_round();
  }
}

/// Cuts the remaining elements into `count` chunks, if there are that many elements.
void Ddmin::cut(std::size_t count, std::size_t first) {
  phase_ = DdminPhase::done;
  if (remaining_count_ < count) return;
  chunks_ = Chunks(remaining_, options_.direction, count);
  live_ = Subset::all(count);
  refused_ = Subset::none(count);
  live_count_ = count;
  first_ = first;
  begin_round();
}

void Ddmin::begin_round() {
  ++rounds_;
  begin(options_.order == Order::subsets_first ? DdminPhase::subsets : DdminPhase::complements);
}

void Ddmin::begin(DdminPhase phase) {
  phase_ = phase;
  asked_ = 0;
  chunk_ = phase == DdminPhase::subsets ? live_from(0) : first_;
}

void Ddmin::end_phase() {
  if (phase_ == DdminPhase::subsets && options_.order == Order::subsets_first)
    begin(DdminPhase::complements);
  else if (phase_ == DdminPhase::complements && options_.order == Order::complements_first)
    begin(DdminPhase::subsets);
  else
    refine();
}

void Ddmin::refine() {
  phase_ = DdminPhase::done;
  if (live_count_ == remaining_count_) return;
  std::size_t before_first = 0;
  for (std::size_t chunk = 0; chunk < first_; ++chunk) before_first += live_.contains(chunk);
  const std::size_t count = std::min(remaining_count_, 2 * live_count_);
  const bool proceed = options_.after_success == AfterSuccess::proceed;
  // Scales the offset as picire does; exactly if `count` is not twice as many.
  cut(count, proceed ? before_first * count / live_count_ : 0);
}

/// The first live chunk from `chunk` on, from the first again after the last.
std::size_t Ddmin::live_from(std::size_t chunk) const {
  while (chunk < chunks_.count() && !live_.contains(chunk)) ++chunk;
  return chunk < chunks_.count() ? chunk : live_from(0);
}

}  // namespace whittle
