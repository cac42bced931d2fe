// A grammar has hundreds of rules and a document uses few of their states. So states are not
// computed in advance: the subset construction runs step by step, as far as the questions lead it,
// and each step is remembered.
#include "syntax/automaton.h"

#include <algorithm>
#include <utility>

namespace whittle {
namespace {

constexpr std::uint32_t unknown = ~std::uint32_t{0};
constexpr std::uint32_t first_position = 0;
constexpr std::uint32_t last_position = 1;

}  // namespace

// Removes the empty transitions. Only the end and the positions from which a child can be consumed
// matter; they get new numbers. Each transition then leads to the set of all such positions that
// its target reaches by empty transitions. Behind text, further text is reached too: see the
// constructor's contract.
Automaton::Automaton(std::uint32_t positions, std::span<const Edge> edges, KindId text)
    : kinds_(text + std::size_t{1}) {
  std::vector<std::vector<std::uint32_t>> empty(positions);
  std::vector<std::vector<std::uint32_t>> more_text(positions);
  std::vector<bool> matters(positions, false);
  matters[last_position] = true;
  for (const Edge& edge : edges) {
    if (edge.label)
      matters[edge.from] = true;
    else
      empty[edge.from].push_back(edge.to);
    if (edge.label && edge.label->contains(text)) more_text[edge.from].push_back(edge.to);
  }
  std::vector<std::uint32_t> renumbered(positions, unknown);
  std::uint32_t count = 0;
  for (std::uint32_t p = 0; p < positions; ++p)
    if (matters[p]) renumbered[p] = count++;

  // Marks positions as seen by the number of the walk, so that nothing must be cleared between
  // walks.
  std::vector<std::uint32_t> seen(positions, 0);
  std::uint32_t mark = 0;
  const auto reached_from = [&](std::uint32_t position, bool after_text) {
    Set reached;
    std::vector<std::uint32_t> todo{position};
    seen[position] = ++mark;
    while (!todo.empty()) {
      const std::uint32_t at = todo.back();
      todo.pop_back();
      if (matters[at]) reached.push_back(renumbered[at]);
      for (std::uint32_t next : empty[at])
        if (std::exchange(seen[next], mark) != mark) todo.push_back(next);
      if (!after_text) continue;
      for (std::uint32_t next : more_text[at])
        if (std::exchange(seen[next], mark) != mark) todo.push_back(next);
    }
    std::ranges::sort(reached);
    return reached;
  };

  arcs_.resize(count);
  std::vector<std::uint32_t> target_of(2 * std::size_t{positions}, unknown);
  for (const Edge& edge : edges) {
    if (!edge.label) continue;
    const bool is_text = edge.label->contains(text);
    std::uint32_t& target = target_of[2 * std::size_t{edge.to} + is_text];
    if (target == unknown) {
      target = static_cast<std::uint32_t>(targets_.size());
      targets_.push_back(reached_from(edge.to, is_text));
    }
    arcs_[renumbered[edge.from]].push_back({edge.label, target});
  }
  number({});  // the empty set is number 0, which is `dead`
  start_ = number(reached_from(first_position, false));
  end_ = number({renumbered[last_position]});
}

std::uint32_t Automaton::number(Set set) const {
  const auto [at, is_new] =
      numbers_.try_emplace(std::move(set), static_cast<std::uint32_t>(sets_.size()));
  if (is_new) sets_.push_back({at->first, {}, {}});
  return at->second;
}

Automaton::State Automaton::step(State state, KindId kind) const {
  if (sets_[state].forward.empty()) sets_[state].forward.resize(kinds_, unknown);
  if (const State known = sets_[state].forward[kind]; known != unknown) return known;
  Set reached;
  for (std::uint32_t position : sets_[state].positions)
    for (const Arc& arc : arcs_[position])
      if (arc.label->contains(kind))
        reached.insert(reached.end(), targets_[arc.target].begin(), targets_[arc.target].end());
  std::ranges::sort(reached);
  reached.erase(std::ranges::unique(reached).begin(), reached.end());
  const State next = number(std::move(reached));
  return sets_[state].forward[kind] = next;
}

Automaton::Ending Automaton::step_back(Ending ending, KindId kind) const {
  if (sets_[ending].backward.empty()) sets_[ending].backward.resize(kinds_, unknown);
  if (const Ending known = sets_[ending].backward[kind]; known != unknown) return known;
  Set before;
  for (std::uint32_t position = 0; position < arcs_.size(); ++position)
    for (const Arc& arc : arcs_[position])
      if (arc.label->contains(kind) && intersect(targets_[arc.target], sets_[ending].positions)) {
        before.push_back(position);
        break;
      }
  const Ending next = number(std::move(before));
  return sets_[ending].backward[kind] = next;
}

bool Automaton::meets(State state, Ending ending) const {
  const auto [at, is_new] = meets_.try_emplace(std::uint64_t{state} << 32 | ending, false);
  if (is_new) at->second = intersect(sets_[state].positions, sets_[ending].positions);
  return at->second;
}

bool Automaton::intersect(const Set& a, const Set& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) return true;
    *i < *j ? ++i : ++j;
  }
  return false;
}

}  // namespace whittle
