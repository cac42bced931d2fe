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
  for (Graph::Id piece = 0; piece < graph_->pieces(); ++piece)
    weight_at_halving_ += graph_->weight(piece);
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
    now_.high = asks_;
    galloping_ = false;
    if (in_turn_ && now_.strength == Strength::tight) phase_ = Phase::tight;
    in_turn_.reset();
    const std::uint64_t weight = now_.round->weight[asks_];
    if (weight <= weight_at_halving_ / 2) {
      weight_at_halving_ = weight;
      since_halving_ = 0;
    }
  } else {
    now_.low = asks_;
    if (asks_ == 0 && roots_.empty()) refused_start_ = std::make_shared<const Subset>(prefix(0));
  }
  if (now_.high == 0 || since_halving_ >= patience_)
    next_phase();
  else
    choose();
}

/// Puts what is left in order.
ClosureReduction::Search ClosureReduction::make_search(Strength strength) const {
  ClosedSet closed(*graph_, strength, *best_);
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
  const std::size_t longest = round->longest();
  return {strength, std::move(round), 0, longest};
}

/// Asks about the roots alone first.
void ClosureReduction::begin_round() {
  now_ = make_search(phase_ == Phase::loose ? Strength::loose : Strength::tight);
  in_turn_.reset();
  asks_ = 0;
  galloping_ = true;
  if (now_.high == 0) return next_phase();  // all that is left is needed
  if (phase_ == Phase::loose && roots_.empty() && graph_->has_loose_edges())
    in_turn_ = make_search(Strength::tight);
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

/// The next prefix, or the next round if there is none between those refused and those not.
void ClosureReduction::choose() {
  for (int i = 0; galloping_ && i < (in_turn_ ? 2 : 1); ++i) {
    if (in_turn_) std::swap(now_, *in_turn_);
    asks_ = now_.leap();
    if (asks_ < now_.high) return;
  }
  galloping_ = false;
  // What is not in large closures will not be in smaller ones: the loose ones are searched.
  if (in_turn_ && now_.strength == Strength::tight) std::swap(now_, *in_turn_);
  in_turn_.reset();
  if (now_.high - now_.low == 1) {
    roots_.push_back(now_.round->last[now_.high]);
    return begin_round();
  }
  asks_ = now_.low + (now_.high - now_.low) / 2;
}

/// Four times as far, and up to four times that if it is hardly heavier; to the end if hardly
/// anything lies beyond.
std::size_t ClosureReduction::Search::leap() const {
  const std::vector<std::uint64_t>& weight = round->weight;
  const std::size_t length = std::max<std::size_t>(4 * low, 1);
  if (length >= high) return high;
  const auto heavier = std::lower_bound(weight.begin() + static_cast<std::ptrdiff_t>(length),
                                        weight.end(), weight[low] + weight[low] / 4);
  const auto found = std::min(static_cast<std::size_t>(heavier - weight.begin()), 4 * length);
  return found >= high || weight[found] > weight[high] - weight[high] / 4 ? high : found;
}

Subset ClosureReduction::prefix(std::size_t length) const {
  Subset kept = Subset::none(graph_->pieces());
  for (std::uint32_t i = 0; i < now_.round->count[length]; ++i) kept.insert(now_.round->kept[i]);
  return kept;
}

}  // namespace whittle
