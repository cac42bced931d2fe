/// A grammar rule as a finite automaton over the kinds of a node's children.
///
/// Hidden rules make no node, so their parts appear among the children of the rule that uses them.
/// If hidden rules are expanded where they are used, the sequences of children that a rule allows
/// form a regular language. "May this child be removed?" is then a question about states: run the
/// automaton forwards over the children before the gap and backwards over those behind it, and
/// check whether the two meet. After O(n) preparation for n children, each gap, insertion or
/// replacement is decided in constant time.
///
/// A hidden rule that contains itself is expanded once, and every inner use leads to that one copy.
/// This is exact for `list: item | list "," item`. It accepts slightly too much for true nesting,
/// which hidden rules hardly have.
///
/// A state is the number of a set of positions in the rule (the subset construction). States are
/// made when they are first reached and then kept, so that a known step costs one table lookup.
///
/// For one thread at a time: `step`, `step_back` and `meets` fill tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "syntax/syntax.h"

namespace whittle {

/// The kinds of child that one transition accepts, each with the part of the grammar that gives its
/// text.
struct Label {
  struct Leaf {
    KindId kind;
    std::uint32_t source;  ///< the part of the grammar that derives this child
  };
  std::vector<Leaf> leaves;
  std::vector<std::uint64_t> kinds;  ///< a bit for each kind

  bool contains(KindId kind) const {
    return kind / 64 < kinds.size() && (kinds[kind / 64] >> (kind % 64) & 1);
  }
};

class Automaton {
 public:
  using State = std::uint32_t;      ///< a set of positions, reached from the start
  using Ending = std::uint32_t;     ///< a set of positions from which the end is reached
  static constexpr State dead = 0;  ///< the rule does not derive children that begin like this

  /// A transition between two positions.
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    const Label* label;  ///< the children it accepts; null: an empty transition, without a child
  };
  /// Positions are numbered from 0 to `positions` - 1; 0 is the start and 1 the end. Kinds are
  /// numbered from 0 to `text`. The kind `text` means visible text without a node. One such child
  /// may stand for several tokens in a row, because the tree does not show where one ends.
  Automaton(std::uint32_t positions, std::span<const Edge> edges, KindId text);

  State start() const { return start_; }
  Ending end() const { return end_; }
  /// The state after one more child.
  State step(State state, KindId kind) const;
  /// The ending before one more child.
  Ending step_back(Ending ending, KindId kind) const;
  /// Whether the children that led to `state` may be followed by the children that `ending` stands
  /// for.
  bool meets(State state, Ending ending) const;

  /// Calls `visit(label)` for each label that allows one child between the two.
  template <typename Visit>
  void between(State state, Ending ending, Visit visit) const {
    for (std::uint32_t position : sets_[state].positions)
      for (const Arc& arc : arcs_[position])
        if (intersect(targets_[arc.target], sets_[ending].positions)) visit(*arc.label);
  }

  std::size_t size() const { return arcs_.size(); }

 private:
  using Set = std::vector<std::uint32_t>;  // positions in ascending order
  struct Arc {
    const Label* label;
    std::uint32_t target;  // in targets_: positions reached, empty transitions included
  };
  struct Known {
    Set positions;
    std::vector<std::uint32_t> forward;  // by kind; `unknown` if not computed yet
    std::vector<std::uint32_t> backward;
  };
  static bool intersect(const Set& a, const Set& b);
  std::uint32_t number(Set set) const;

  std::size_t kinds_;
  std::vector<std::vector<Arc>> arcs_;  // by position
  std::vector<Set> targets_;
  State start_ = 0;
  Ending end_ = 0;
  mutable std::vector<Known> sets_;  // 0 is the empty set
  mutable std::map<Set, std::uint32_t> numbers_;
  mutable std::unordered_map<std::uint64_t, bool> meets_;
};

}  // namespace whittle
