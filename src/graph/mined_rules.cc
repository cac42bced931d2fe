#include "graph/mined_rules.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace whittle {
namespace {

/// Nineteen of twenty, of at least five: with fewer instances chance makes rules.
constexpr std::size_t enough_instances = 5;
bool is_nearly_all_of(std::size_t part, std::size_t whole) {
  return whole >= enough_instances && 20 * part >= 19 * whole;
}

/// From this many children on, a kind that occurs once among them is a part of the parent's frame
/// rather than one of its items.
constexpr std::size_t many_children = 20;

}  // namespace

MinedRules::MinedRules(std::span<const std::uint32_t> kinds, std::span<const Graph::Id> parents)
    : kinds_(kinds.begin(), kinds.end()),
      parents_(parents.begin(), parents.end()),
      begin_(kinds.size() + 1),
      having_(kinds.size()),
      kin_(kinds.size()),
      same_(kinds.size()) {
  for (const Graph::Id parent : parents_)
    if (parent != no_parent) ++begin_[parent + 1];
  std::unordered_map<std::uint32_t, std::uint32_t> with_children, instances;
  for (std::size_t piece = 0; piece < kinds_.size(); ++piece) {
    ++instances[kinds_[piece]];
    if (begin_[piece + 1] > 0) ++with_children[kinds_[piece]];
    begin_[piece + 1] += begin_[piece];
  }
  children_.resize(begin_.back());
  std::vector<std::uint32_t> next = begin_;
  // Each pair of kinds is counted once for a parent, however many such children that one has.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, Graph::Id>> pairs;
  const auto pair_of = [&](Graph::Id child) {
    return std::pair(kinds_[parents_[child]], kinds_[child]);
  };
  for (Graph::Id child = 0; child < kinds_.size(); ++child) {
    if (parents_[child] == no_parent) continue;
    children_[next[parents_[child]]++] = child;
    auto& [count, last] = pairs.try_emplace(pair_of(child), 0, no_parent).first->second;
    if (std::exchange(last, parents_[child]) != parents_[child]) ++count;
  }
  for (Graph::Id piece = 0; piece < kinds_.size(); ++piece) {
    kin_[piece] = with_children[kinds_[piece]];
    same_[piece] = instances[kinds_[piece]];
    if (parents_[piece] != no_parent) having_[piece] = pairs.at(pair_of(piece)).first;
  }
  for (std::size_t piece = 0; piece < kinds_.size(); ++piece)
    std::stable_sort(children_.begin() + begin_[piece], children_.begin() + begin_[piece + 1],
                     [&](Graph::Id a, Graph::Id b) { return having_[a] > having_[b]; });
}

std::span<const Graph::Id> MinedRules::children(Graph::Id piece) const {
  return std::span(children_).subspan(begin_[piece], begin_[piece + 1] - begin_[piece]);
}

std::optional<Strength> MinedRules::rule_for(Graph::Id child) const {
  const Graph::Id parent = parents_[child];
  const bool is_in_frame =
      same_[child] == 1 && same_[parent] == 1 && children(parent).size() >= many_children;
  if (is_in_frame || is_nearly_all_of(having(child), kin_[parent])) return Strength::tight;
  if (kin_[parent] < enough_instances) return Strength::bodies;
  return std::nullopt;
}

std::vector<MinedRules::Rule> MinedRules::needed(Graph::Id piece) const {
  std::map<std::uint32_t, Rule> rules;
  for (const Graph::Id child : children(piece))
    if (const std::optional<Strength> strength = rule_for(child)) {
      Rule& rule = rules[kinds_[child]];
      rule.strength = *strength;
      rule.one_of.push_back(child);
    }
  std::vector<Rule> all;
  for (auto& [kind, rule] : rules) all.push_back(std::move(rule));
  return all;
}

}  // namespace whittle
