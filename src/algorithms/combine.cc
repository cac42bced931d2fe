// The questions about single chunks do not depend on each other, so `query_ahead` gives all of them
// and the scheduler runs them side by side. Only the search after a failed combination, which the
// paper does not describe, asks one question at a time.
#include "algorithms/combine.h"

#include <algorithm>
#include <cassert>

namespace whittle {

Combine::Combine(std::size_t size, CombineOptions options)
    : options_(options),
      best_(Subset::all(size)),
      remaining_(best_),
      best_count_(size),
      remaining_count_(size) {
  cut(2);
}

std::optional<Query> Combine::query_ahead(std::size_t index) const {
  if (phase_ == CombinePhase::chunks && chunk_ + index < chunks_.count())
    return Query{without(remaining_, chunks_[chunk_ + index]), rate_.value(),
                 role(removal_of(chunks_[chunk_ + index].size()), chunk_ + index)};
  if (phase_ == CombinePhase::combination && index == 0)
    return Query{without_part(parts_.back()), parts_.size() == 1 ? 0.95 : 0.5,
                 role(asks_about_all() ? QueryKind::combination : QueryKind::search,
                      can_go_[parts_.back().begin])};
  return std::nullopt;
}

QueryRole Combine::role(QueryKind kind, std::size_t part) const {
  return {.kind = kind,
          .round = rounds_ - 1,
          .parts = static_cast<std::uint32_t>(chunks_.count()),
          .part = static_cast<std::uint32_t>(part)};
}

/// Requires: there is a part to ask about.
bool Combine::asks_about_all() const {
  return parts_.back().end - parts_.back().begin == can_go_.size();
}

void Combine::observe(Outcome outcome) {
  assert(phase_ != CombinePhase::done);
  const bool interesting = outcome == Outcome::interesting;
  if (phase_ == CombinePhase::chunks) {
    rate_.count(interesting);
    if (interesting) {
      can_go_.push_back(chunk_);
      found(without(remaining_, chunks_[chunk_]));
    }
    if (++chunk_ == chunks_.count()) end_chunks();
    return;
  }
  if (asks_about_all()) ++(interesting ? unambiguity_.successful : unambiguity_.unsuccessful);
  if (interesting)
    take_part();
  else
    parts_.back().fails = true;
  next_part();
}

/// Cuts the remaining elements into `count` chunks, or into single elements if there are fewer.
void Combine::cut(std::size_t count) {
  phase_ = CombinePhase::done;
  if (remaining_count_ == 0) return;
  chunks_ = Chunks(remaining_, options_.direction, std::min(count, remaining_count_));
  can_go_.clear();
  chunk_ = gone_ = 0;
  ++rounds_;
  phase_ = CombinePhase::chunks;
}

void Combine::end_chunks() {
  if (can_go_.size() == 1) ++unambiguity_.trivial;
  parts_.clear();
  if (!can_go_.empty()) parts_.push_back({0, can_go_.size(), false, false});
  phase_ = CombinePhase::combination;
  next_part();
}

/// Goes on to the next part that has to be asked about.
void Combine::next_part() {
  while (!parts_.empty()) {
    const CombinePart part = parts_.back();
    const std::size_t size = part.end - part.begin;
    if (part.fails) {
      parts_.pop_back();
      if (size == 1) continue;
      const std::size_t middle = part.begin + size / 2;
      parts_.push_back({middle, part.end, false, false});
      parts_.push_back({part.begin, middle, true, false});
    } else if (size == 1 && gone_ == 0) {
      take_part();  // nothing has been removed since it was asked about alone
    } else {
      return;
    }
  }
  end_round();
}

/// Removes the last part.
void Combine::take_part() {
  const CombinePart part = parts_.back();
  remaining_ = without_part(part);
  found(remaining_);
  gone_ += part.end - part.begin;
  parts_.pop_back();
  // Both halves together failed: after the first was removed, the second cannot be removed whole.
  if (part.first_half) parts_.back().fails = true;
}

void Combine::found(const Subset& interesting) {
  const std::size_t count = interesting.count();
  if (count >= best_count_) return;
  best_ = interesting;
  best_count_ = count;
}

void Combine::end_round() {
  remaining_count_ = remaining_.count();
  const std::size_t left = chunks_.count() - gone_;
  phase_ = CombinePhase::done;
  if (left < remaining_count_) cut(2 * left);
}

Subset Combine::without_part(const CombinePart& part) const {
  Subset kept = remaining_;
  for (std::size_t i = part.begin; i < part.end; ++i)
    for (const std::uint32_t element : chunks_[can_go_[i]]) kept.erase(element);
  return kept;
}

}  // namespace whittle
