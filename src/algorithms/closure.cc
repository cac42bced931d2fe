#include "algorithms/closure.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace whittle {

ClosureReduction::ClosureReduction(std::shared_ptr<const Graph> graph, ClosureOptions options)
    : graph_(std::move(graph)),
      pinned_(std::make_shared<const std::vector<Graph::Id>>(std::move(options.pinned))),
      patience_(options.patience),
      best_(std::make_shared<const Subset>(Subset::all(graph_->pieces()))) {
  if (patience_ == 0)
    patience_ = 8 + 2 * static_cast<std::size_t>(std::bit_width(graph_->pieces()));
  for (Graph::Id piece = 0; piece < graph_->pieces(); ++piece) weight_ += graph_->weight(piece);
  weight_at_halving_ = weight_;
  begin_round();
}

std::optional<Query> ClosureReduction::next_query() const {
  if (phase_ == Phase::done) return std::nullopt;
  // Roots that were found one by one are mostly enough; before any is, nothing is.
  const double likelihood = asks_ > 0 ? 0.4 : roots_.empty() ? 0.05 : 0.5;
  return Query{prefix(asks_), likelihood};
}

void ClosureReduction::observe(Outcome outcome) {
  ++since_halving_;
  if (outcome == Outcome::interesting) {
    best_ = std::make_shared<const Subset>(prefix(asks_));
    weight_ = round_->weight[asks_];
    high_ = asks_;
    galloping_ = false;
    if (weight_ <= weight_at_halving_ / 2) {
      weight_at_halving_ = weight_;
      since_halving_ = 0;
    }
  } else {
    low_ = asks_;
    if (asks_ == 0 && roots_.empty()) refused_start_ = std::make_shared<const Subset>(prefix(0));
  }
  if (high_ == 0 || since_halving_ >= patience_) {
    next_phase();
  } else if (!galloping_ && high_ - low_ == 1) {
    roots_.push_back(round_->last[high_]);
    begin_round();
  } else {
    choose();
  }
}

/// Puts what is left in order, and asks about the roots alone.
void ClosureReduction::begin_round() {
  ClosedSet closed(*graph_, strength(), *best_);
  std::vector<Graph::Id> start = *pinned_;
  start.insert(start.end(), roots_.begin(), roots_.end());
  closed.add(start);
  auto round = std::make_shared<Round>();
  std::uint64_t weight = 0;
  std::size_t weighed = 0;
  const auto note = [&](Graph::Id last) {
    for (; weighed < closed.pieces().size(); ++weighed)
      weight += graph_->weight(closed.pieces()[weighed]);
    round->count.push_back(static_cast<std::uint32_t>(weighed));
    round->weight.push_back(weight);
    round->last.push_back(last);
  };
  note(0);
  std::vector<std::uint32_t> order = best_->elements();
  if (phase_ != Phase::forward) std::ranges::reverse(order);
  for (const Graph::Id piece : order) {
    if (closed.contains(piece)) continue;
    closed.add(piece);
    note(piece);
  }
  round->kept = closed.pieces();
  round_ = std::move(round);
  low_ = 0;
  high_ = round_->longest();
  asks_ = 0;
  galloping_ = true;
  if (high_ == 0) return next_phase();  // all that is left is needed
  if (refused_start_ && prefix(0) == *refused_start_) choose();
}

void ClosureReduction::next_phase() {
  if (phase_ == Phase::forward || since_halving_ >= patience_) {
    phase_ = Phase::done;
    return;
  }
  // A tight closure of the same roots is the best guess; from the front they are in the way.
  if (phase_ == Phase::tight) roots_.clear();
  phase_ = phase_ == Phase::loose ? Phase::tight : Phase::forward;
  begin_round();
}

/// The next prefix. Requires: one between `low_` and `high_` is open.
void ClosureReduction::choose() {
  if (galloping_) {
    asks_ = leap();
    if (asks_ < high_) return;
    galloping_ = false;
  }
  if (high_ - low_ == 1) {  // everything else was refused
    roots_.push_back(round_->last[high_]);
    return begin_round();
  }
  asks_ = low_ + (high_ - low_) / 2;
}

/// Four times as far, and further if that is hardly heavier; to the end if hardly anything lies
/// beyond.
std::size_t ClosureReduction::leap() const {
  const std::vector<std::uint64_t>& weight = round_->weight;
  const std::size_t length = std::max<std::size_t>(4 * low_, 1);
  if (length >= high_) return high_;
  const auto heavier = std::lower_bound(weight.begin() + static_cast<std::ptrdiff_t>(length),
                                        weight.end(), weight[low_] + weight[low_] / 4);
  const auto found = static_cast<std::size_t>(heavier - weight.begin());
  return found >= high_ || weight[found] > weight[high_] / 4 * 3 ? high_ : found;
}

Subset ClosureReduction::prefix(std::size_t length) const {
  Subset kept = Subset::none(graph_->pieces());
  for (std::uint32_t i = 0; i < round_->count[length]; ++i) kept.insert(round_->kept[i]);
  return kept;
}

}  // namespace whittle
