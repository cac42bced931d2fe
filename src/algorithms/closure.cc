// A round is a chain of closed sets, each containing the one before it: the closure of the roots,
// extended by one piece after another. The chain is computed once for each root, and a candidate is
// one of its prefixes, so a question costs only a copy. The search over a round is a gallop and a
// bisection, as in the paper.
//
// Repairs make the graph larger while a round is under way. The round is then made again over the
// new graph, and the prefixes that were refused or accepted are found again by their last piece
// (`place_of`), so no question is asked twice.
#include "algorithms/closure.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace whittle {

ClosureReduction::ClosureReduction(std::shared_ptr<const Graph> graph, ClosureOptions options)
    : graph_(std::move(graph)),
      pinned_(std::make_shared<const std::vector<Graph::Id>>(std::move(options.pinned))),
      patience_(options.patience),
      most_questions_(options.most_questions),
      best_(std::make_shared<const Subset>(Subset::all(graph_->pieces()))) {
  if (patience_ == 0)
    patience_ = 8 + 2 * static_cast<std::size_t>(std::bit_width(graph_->pieces()));
  for (Graph::Id piece = 0; piece < graph_->pieces(); ++piece)
    weight_at_halving_ += graph_->weight(piece);
  order_ = make_order(by_distance(Strength::loose));
  begin_round();
}

std::optional<Query> ClosureReduction::next_query() const {
  if (phase_ == ClosurePhase::done) return std::nullopt;
  // The likelihoods are guesses: roots that were found one by one are mostly enough; without a
  // root, an empty document rarely is.
  const double likelihood = asks_ == 0 && !roots_.empty() ? 0.5
                            : asks_ > 0 || repairs_ > 0   ? 0.4
                                                          : 0.05;
  Query query{prefix(asks_), likelihood};
  if (repairs_ > 0) query.role.kind = QueryKind::repair;
  return query;
}

void ClosureReduction::observe(Outcome outcome) {
  if (repairs_ == 0) ++since_halving_;
  repairs_ = 0;
  if (outcome == Outcome::interesting) {
    best_ = std::make_shared<const Subset>(prefix(asks_));
    now_.high = asks_;
    galloping_ = false;
    if (!in_turn_.empty()) phase_ = phase_of(now_.strength);
    in_turn_.clear();
    const std::uint64_t weight = now_.round->weight[asks_];
    if (weight <= weight_at_halving_ / 2) {
      weight_at_halving_ = weight;
      since_halving_ = 0;
    }
  } else {
    now_.low = asks_;
    if (asks_ == 0 && roots_.empty()) refused_start_ = std::make_shared<const Subset>(prefix(0));
  }
  if (now_.high == 0 || !is_patient())
    next_phase();
  else
    choose();
}

bool ClosureReduction::explain(std::vector<Lack> needs) {
  if (repairs_ == most_repairs) return false;
  const Subset asked = prefix(asks_);
  std::erase_if(needs, [&](const Lack& need) {
    return need.piece >= graph_->pieces() || need.needed >= graph_->pieces() ||
           !asked.contains(need.piece) || asked.contains(need.needed) ||
           !best_->contains(need.needed);
  });
  if (needs.empty()) return false;
  ClosureReduction repaired = *this;
  repaired.graph_ = std::make_shared<const Graph>(graph_->with(std::move(needs)));
  repaired.now_ = repaired.remade(now_);
  repaired.asks_ = repaired.place_of(now_, asks_, repaired.now_);
  if (repaired.asks_ == repaired.now_.high) return false;  // all that is left: nothing to ask
  for (SearchState& other : repaired.in_turn_) other = repaired.remade(other);
  ++repaired.repairs_;
  *this = std::move(repaired);
  return true;
}

/// The prefix of a new round that has the same pieces put into it as one of an old round.
std::size_t ClosureReduction::place_of(const SearchState& old, std::size_t length,
                                       const SearchState& now) const {
  if (length == 0) return 0;
  const std::uint32_t last = order_->place[old.round->last[length]];
  const std::vector<Graph::Id>& all = now.round->last;
  const auto end = std::partition_point(
      all.begin() + 1, all.end(), [&](Graph::Id piece) { return order_->place[piece] <= last; });
  return static_cast<std::size_t>(end - all.begin()) - 1;
}

/// The same search over a graph with more edges.
ClosureReduction::SearchState ClosureReduction::remade(const SearchState& old) const {
  SearchState search = make_search(old.strength);
  search.low = place_of(old, old.low, search);
  // The refused prefix may now be everything that is left, which is interesting.
  if (search.low >= search.high) search.low = 0;
  return search;
}

std::shared_ptr<const ClosureReduction::PieceOrder> ClosureReduction::make_order(
    std::vector<Graph::Id> pieces) const {
  PieceOrder order{std::move(pieces), std::vector<std::uint32_t>(graph_->pieces())};
  for (std::uint32_t i = 0; i < order.pieces.size(); ++i) order.place[order.pieces[i]] = i;
  return std::make_shared<const PieceOrder>(std::move(order));
}

/// The pieces by their distance from the roots: the number of edges of at most that strength.
/// Pieces at the same distance, and those that cannot be reached, are ordered from the end to the
/// front.
std::vector<Graph::Id> ClosureReduction::by_distance(Strength strength) const {
  constexpr auto far = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> distance(graph_->nodes(), far);
  std::vector<Graph::Id> reached = roots_;
  for (const Graph::Id root : reached) distance[root] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Graph::Id from = reached[i];
    const auto reach = [&](Graph::Id node) {
      if (distance[node] != far) return;
      distance[node] = distance[from] + 1;
      reached.push_back(node);
    };
    for (const Graph::Id node : graph_->needs(from, strength)) reach(node);
    for (const Graph::Id node : graph_->wants(from, strength)) reach(node);
    for (const Graph::If& edge : graph_->needs_if(from, strength)) reach(edge.then);
    for (const std::uint32_t group : graph_->needs_any(from, strength))
      for (const Graph::Id node : graph_->group(group)) reach(node);
  }
  std::vector<Graph::Id> pieces(graph_->pieces());
  std::iota(pieces.rbegin(), pieces.rend(), Graph::Id{0});
  std::ranges::stable_sort(pieces, {}, [&](Graph::Id piece) { return distance[piece]; });
  return pieces;
}

/// Adds piece after piece to the closure of the roots.
ClosureReduction::SearchState ClosureReduction::make_search(Strength strength) const {
  ClosedSet closed(*graph_, strength, *best_);
  std::vector<Graph::Id> start = *pinned_;
  start.insert(start.end(), roots_.begin(), roots_.end());
  closed.add(start);
  auto round = std::make_shared<ClosureRound>();
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
  for (const Graph::Id piece : order_->pieces) {
    if (closed.contains(piece) || !best_->contains(piece)) continue;
    closed.add(piece);
    note(piece);
  }
  round->kept = closed.pieces();
  const std::size_t longest = round->longest();
  return {strength, std::move(round), 0, longest};
}

/// Asks about the roots alone first.
void ClosureReduction::begin_round() {
  now_ = make_search(phase_ == ClosurePhase::loose    ? Strength::loose
                     : phase_ == ClosurePhase::bodies ? Strength::bodies
                                                      : Strength::tight);
  in_turn_.clear();
  asks_ = 0;
  galloping_ = true;
  if (now_.high == 0) return next_phase();  // all that is left is needed
  if (phase_ == ClosurePhase::loose && roots_.empty()) {
    if (graph_->has(Strength::bodies) || graph_->has(Strength::loose))
      in_turn_.push_back(make_search(Strength::tight));
    if (graph_->has(Strength::bodies) && graph_->has(Strength::loose))
      in_turn_.push_back(make_search(Strength::bodies));
  }
  if (refused_start_ && prefix(0) == *refused_start_) choose();
}

/// Whether the search goes on without having halved the weight. The closure of the roots found so
/// far is a lower bound of the result. If m roots are needed, each removes about one part in m of
/// the weight, so the weight removed so far tells how many more there are. The first ones may
/// remove nothing: two more are waited for.
bool ClosureReduction::is_patient() const {
  if (since_halving_ < patience_) return true;
  if (most_questions_ == 0 || now_.round->weight[0] >= weight_at_halving_ / 4) return false;
  if (since_halving_ < 2 * patience_) return true;
  const std::uint64_t removed = weight_at_halving_ - now_.round->weight[now_.high];
  return (since_halving_ - 2 * patience_) * weight_at_halving_ < removed * most_questions_;
}

void ClosureReduction::next_phase() {
  if (phase_ == ClosurePhase::forward || !is_patient()) {
    phase_ = ClosurePhase::done;
    return;
  }
  // The last phase goes from the front to the end and looks for the needed pieces themselves; the
  // roots of the phases before would be in the way.
  if (phase_ == ClosurePhase::tight) roots_.clear();
  std::vector<Graph::Id> order =
      by_distance(phase_ == ClosurePhase::loose ? Strength::loose : Strength::bodies);
  if (phase_ == ClosurePhase::tight) std::ranges::reverse(order);  // all as far: from the front
  order_ = make_order(std::move(order));
  phase_ = phase_ == ClosurePhase::loose && graph_->has(Strength::bodies) ? ClosurePhase::bodies
           : phase_ == ClosurePhase::loose || phase_ == ClosurePhase::bodies
               ? ClosurePhase::tight
               : ClosurePhase::forward;
  begin_round();
}

/// Chooses the next prefix, or begins the next round if no prefix is left between the refused and
/// the interesting ones.
void ClosureReduction::choose() {
  for (std::size_t i = 0; galloping_ && i <= in_turn_.size(); ++i) {
    if (!in_turn_.empty()) {
      in_turn_.push_back(std::move(now_));
      now_ = std::move(in_turn_.front());
      in_turn_.erase(in_turn_.begin());
    }
    asks_ = now_.leap();
    if (asks_ < now_.high) return;
  }
  galloping_ = false;
  // A piece that large closures do not contain is not in smaller ones either, so the loosest
  // closures are searched. But if even the smallest of those is nearly everything, its root says
  // nothing.
  for (SearchState& other : in_turn_)
    if (std::pair(other.can_pay(), other.strength) > std::pair(now_.can_pay(), now_.strength))
      std::swap(now_, other);
  if (!in_turn_.empty()) phase_ = phase_of(now_.strength);
  in_turn_.clear();
  if (now_.high - now_.low == 1) {
    roots_.push_back(now_.round->last[now_.high]);
    return begin_round();
  }
  asks_ = now_.low + (now_.high - now_.low) / 2;
}

ClosureReduction::ClosurePhase ClosureReduction::phase_of(Strength strength) {
  return strength == Strength::tight    ? ClosurePhase::tight
         : strength == Strength::bodies ? ClosurePhase::bodies
                                        : ClosurePhase::loose;
}

/// Whether a prefix that was not refused is worth asking about.
bool ClosureReduction::SearchState::can_pay() const {
  return low + 1 < high && !is_nearly_all(low + 1);
}

/// True if the prefix weighs more than three quarters of the longest one, so that a success would
/// remove little.
bool ClosureReduction::SearchState::is_nearly_all(std::size_t length) const {
  return round->weight[length] > round->weight[high] - round->weight[high] / 4;
}

/// The next prefix to ask about: four times as long, and up to four times that if it is hardly
/// heavier. The whole round if hardly anything would be removed.
std::size_t ClosureReduction::SearchState::leap() const {
  const std::vector<std::uint64_t>& weight = round->weight;
  const std::size_t length = std::max<std::size_t>(4 * low, 1);
  if (length >= high) return high;
  const auto heavier = std::lower_bound(weight.begin() + static_cast<std::ptrdiff_t>(length),
                                        weight.end(), weight[low] + weight[low] / 4);
  const auto found = std::min(static_cast<std::size_t>(heavier - weight.begin()), 4 * length);
  return found >= high || is_nearly_all(found) ? high : found;
}

Subset ClosureReduction::prefix(std::size_t length) const {
  Subset kept = Subset::none(graph_->pieces());
  for (std::uint32_t i = 0; i < now_.round->count[length]; ++i) kept.insert(now_.round->kept[i]);
  return kept;
}

}  // namespace whittle
