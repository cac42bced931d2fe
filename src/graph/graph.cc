// The graph is stored as arrays of edges by node (compressed rows), because a search computes many
// closures of graphs with tens of thousands of nodes, and a closure must cost no more than its own
// edges.
//
// A closure is not unique: `needs_any` leaves a choice, and `wants` depends on the rest of the set.
// `ClosedSet::add` follows edges in three levels, and takes a level only if the levels before it
// have nothing left:
//
// - nodes that are certainly needed;
// - wanted nodes whose needs are all kept. Such a node costs nothing more. A wanted node with a
//   missing need *watches* that need, and is examined again when it is kept; so each need is looked
//   at once, not once for every node that is added;
// - groups of which no member is kept. The first member that exists is chosen. This comes last,
//   because a later certain node may satisfy the group at no cost.
#include "graph/graph.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace whittle {

void GraphBuilder::needs(Id node, Id needed, Strength strength) {
  assert(node < nodes_ && needed < nodes_);
  if (node != needed) needs_.push_back({node, strength, needed});
}

void GraphBuilder::needs_any(Id node, std::vector<Id> of, Strength strength) {
  assert(node < nodes_);
  if (of.size() == 1) return needs(node, of.front(), strength);
  if (of.empty() || std::ranges::find(of, node) != of.end()) return;
  any_.push_back({node, strength, std::move(of)});
}

void GraphBuilder::needs_if(Id node, Id needed, Id condition, Strength strength) {
  assert(node < nodes_ && needed < nodes_ && condition < nodes_);
  if (node == condition) return needs(node, needed, strength);
  if (needed != node && needed != condition) if_.push_back({node, strength, {condition, needed}});
}

void GraphBuilder::wants(Id node, Id wanted, Strength strength) {
  assert(node < nodes_ && wanted < nodes_);
  if (node != wanted) wants_.push_back({node, strength, wanted});
}

/// Packs the edges into rows. They are sorted by node and strength already, so each node takes its
/// own from the front; offsets mark where the edges of each strength begin.
template <typename T>
Graph::Rows<T> GraphBuilder::rows(std::vector<Edge<T>> edges) const {
  Graph::Rows<T> rows;
  rows.begin.reserve(nodes_ + 1);
  rows.bodies.reserve(nodes_);
  rows.loose.reserve(nodes_);
  std::size_t next = 0;
  for (Id node = 0; node < nodes_; ++node) {
    rows.begin.push_back(static_cast<std::uint32_t>(rows.items.size()));
    for (const Strength strength : {Strength::tight, Strength::bodies, Strength::loose}) {
      if (strength != Strength::tight)
        (strength == Strength::bodies ? rows.bodies : rows.loose)
            .push_back(static_cast<std::uint32_t>(rows.items.size()));
      for (; next < edges.size() && edges[next].from == node && edges[next].strength == strength;
           ++next)
        rows.items.push_back(std::move(edges[next].to));
    }
  }
  rows.begin.push_back(static_cast<std::uint32_t>(rows.items.size()));
  return rows;
}

Graph GraphBuilder::build() {
  const auto tidy = [](auto& edges) {
    const auto key = [](const auto& edge) { return std::tie(edge.from, edge.strength, edge.to); };
    std::ranges::sort(edges, {}, key);
    // A loose edge beside the same tight one is redundant but harmless, so it stays.
    const auto again = std::ranges::unique(edges, {}, key);
    edges.erase(again.begin(), again.end());
  };
  tidy(needs_);
  tidy(wants_);
  tidy(if_);
  tidy(any_);

  Graph graph;
  graph.nodes_ = nodes_;
  const auto note_strengths = [&](const auto& edges) {
    for (const auto& edge : edges) graph.has_[static_cast<std::size_t>(edge.strength)] = true;
  };
  note_strengths(needs_);
  note_strengths(wants_);
  note_strengths(if_);
  note_strengths(any_);
  graph.needs_ = rows(std::move(needs_));
  graph.wants_ = rows(std::move(wants_));
  std::vector<Edge<std::uint32_t>> any;
  for (const auto& [from, strength, of] : any_) {
    any.push_back({from, strength, static_cast<std::uint32_t>(graph.groups_.size())});
    graph.groups_.push_back(static_cast<std::uint32_t>(graph.members_.size()));
    graph.members_.insert(graph.members_.end(), of.begin(), of.end());
  }
  graph.groups_.push_back(static_cast<std::uint32_t>(graph.members_.size()));
  graph.any_ = rows(std::move(any));
  // A condition is stored at both of its nodes: whichever is kept last finds the other one kept and
  // follows the edge.
  std::vector<Edge<Graph::If>> both;
  for (const auto& [from, strength, to] : if_) {
    both.push_back({from, strength, {to.first, to.second}});
    both.push_back({to.first, strength, {from, to.second}});
  }
  std::ranges::stable_sort(
      both, {}, [](const Edge<Graph::If>& edge) { return std::tuple(edge.from, edge.strength); });
  graph.edges_if_ = if_.size();
  graph.if_ = rows(std::move(both));
  graph.weights_ = std::move(weights_);
  return graph;
}

// Only the rows of `needs` are rebuilt, in O(edges). This happens once for each repair, which takes
// a run of the compiler as well, so an incremental change would not pay.
Graph Graph::with(std::vector<Lack> more) const {
  std::erase_if(more, [&](const Lack& need) {
    return need.piece >= nodes_ || need.needed >= nodes_ || need.piece == need.needed;
  });
  std::ranges::sort(more);
  Graph graph = *this;
  Rows<Id>& rows = graph.needs_;
  rows = {};
  auto next = more.begin();
  const auto copy = [&](std::uint32_t begin, std::uint32_t end) {
    rows.items.insert(rows.items.end(), needs_.items.begin() + begin, needs_.items.begin() + end);
    return static_cast<std::uint32_t>(rows.items.size());
  };
  for (Id node = 0; node < nodes_; ++node) {
    rows.begin.push_back(static_cast<std::uint32_t>(rows.items.size()));
    for (; next != more.end() && next->piece == node; ++next) rows.items.push_back(next->needed);
    rows.bodies.push_back(copy(needs_.begin[node], needs_.bodies[node]));
    rows.loose.push_back(copy(needs_.bodies[node], needs_.loose[node]));
    copy(needs_.loose[node], needs_.begin[node + 1]);
  }
  rows.begin.push_back(static_cast<std::uint32_t>(rows.items.size()));
  return graph;
}

ClosedSet::ClosedSet(const Graph& graph, Strength strength, const Subset& within)
    : graph_(graph),
      strength_(strength),
      state_(graph.nodes(), State::free),
      watched_(graph.nodes()),
      looked_at_(graph.nodes()) {
  within.for_each_missing([&](std::size_t piece) { state_[piece] = State::absent; });
}

void ClosedSet::add(std::span<const Id> pieces) {
  for (const Id piece : pieces) keep(piece);
  for (;;) {
    // Certain nodes first, then wanted nodes that cost nothing, then a choice.
    if (!open_.empty()) {
      const Id node = open_.back();
      open_.pop_back();
      follow(node);
    } else if (!wanted_.empty()) {
      const Id wanted = wanted_.back();
      wanted_.pop_back();
      consider(wanted);
    } else if (next_group_ < groups_.size()) {
      const std::uint32_t group = groups_[next_group_++];
      if (is_satisfied(group)) continue;
      const auto first =
          std::ranges::find_if(graph_.group(group), [&](Id id) { return exists(id); });
      keep(*first);
    } else {
      return;
    }
  }
}

void ClosedSet::keep(Id node) {
  if (state_[node] != State::free) return;
  state_[node] = State::kept;
  if (node < graph_.pieces()) pieces_.push_back(node);
  open_.push_back(node);
}

void ClosedSet::follow(Id node) {
  for (const Id needed : graph_.needs(node, strength_)) keep(needed);
  for (const auto& [other, then] : graph_.needs_if(node, strength_))
    if (contains(other)) keep(then);
  for (const std::uint32_t group : graph_.needs_any(node, strength_)) groups_.push_back(group);
  for (const Id wanted : graph_.wants(node, strength_))
    if (state_[wanted] == State::free) wanted_.push_back(wanted);
  for (std::uint32_t at = watched_[node]; at != 0; at = watches_[at].next)
    wanted_.push_back(watches_[at].wanted);
  watched_[node] = 0;
}

/// Keeps the node if all its needs are kept; otherwise it watches the first missing one.
void ClosedSet::consider(Id wanted) {
  if (state_[wanted] != State::free) return;
  const auto needs = graph_.needs(wanted, strength_);
  // Needs before `next` are known to be kept and stay kept, so a later call continues there.
  for (std::uint32_t& next = looked_at_[wanted]; next < needs.size(); ++next)
    if (state_[needs[next]] == State::free && watch_missing(needs[next], wanted)) return;
  if (!watch_group(wanted, wanted)) keep(wanted);
}

/// A node without text costs nothing itself, so only its groups are watched.
bool ClosedSet::watch_missing(Id needed, Id wanted) {
  if (needed >= graph_.pieces()) return watch_group(needed, wanted);
  watch(needed, wanted);
  return true;
}

/// Whether a group of the node is not satisfied; if so, `wanted` watches all members of that group.
bool ClosedSet::watch_group(Id node, Id wanted) {
  for (const std::uint32_t group : graph_.needs_any(node, strength_)) {
    if (is_satisfied(group)) continue;
    for (const Id one : graph_.group(group)) watch(one, wanted);
    return true;
  }
  return false;
}

void ClosedSet::watch(Id node, Id wanted) {
  watches_.push_back({wanted, watched_[node]});
  watched_[node] = static_cast<std::uint32_t>(watches_.size() - 1);
}

/// True also if no member of the group exists.
bool ClosedSet::is_satisfied(std::uint32_t group) const {
  bool possible = false;
  for (const Id one : graph_.group(group)) {
    if (contains(one)) return true;
    possible = possible || exists(one);
  }
  return !possible;
}

Subset closure_of(const Graph& graph, Strength strength, std::span<const Graph::Id> roots) {
  ClosedSet closed(graph, strength, Subset::all(graph.pieces()));
  closed.add(roots);
  Subset kept = Subset::none(graph.pieces());
  for (const Graph::Id piece : closed.pieces()) kept.insert(piece);
  return kept;
}

}  // namespace whittle
