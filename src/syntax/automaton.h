/// A grammar rule as a finite automaton over the kinds of a node's children.
///
/// Hidden rules leave no node, so their parts show up among the children of whoever uses them. With
/// these written out where they are used, what a rule allows its children to be is a regular
/// language, and "may this child go?" is a question about states: run the automaton forwards over
/// the children before the gap and backwards over those behind it, and see whether the two meet.
/// Any gap, any insertion and any replacement in a list of n children is then answered in constant
/// time after O(n) of preparation.
///
/// (A hidden rule that contains itself is written out once, and every inner use leads to that one
/// copy: exact for `list: item | list "," item`, slightly too generous for true nesting, which
/// hidden rules hardly have.)
///
/// States are numbers of sets of positions in the rule, made when first reached and remembered, so
/// that equal children cost a table lookup each.
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

/// Kinds that may stand in one place, each with where its text comes from in the grammar.
struct Label {
  struct Leaf {
    KindId kind;
    std::uint32_t source;  ///< the part of the grammar that derives it
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
  static constexpr State dead = 0;  ///< nothing may follow: these children do not derive

  /// A transition between positions, and an empty one.
  struct Edge {
    std::uint32_t from;
    std::uint32_t to;
    const Label* label;  ///< null: without consuming a child
  };
  /// Positions are numbered from 0 to `positions` - 1; 0 is the start and 1 the end. Kinds are
  /// those below `text` and `text` itself, of which one may stand for several in a row: two tokens
  /// without nodes of their own look like one.
  Automaton(std::uint32_t positions, std::span<const Edge> edges, KindId text);

  State start() const { return start_; }
  Ending end() const { return end_; }
  /// The state after one more child.
  State step(State state, KindId kind) const;
  /// The ending before one more child.
  Ending step_back(Ending ending, KindId kind) const;
  /// Whether children that led to `state` may be followed by those that `ending` stands for.
  bool meets(State state, Ending ending) const;

  /// Calls `visit(label)` for each label that may stand between the two.
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
    std::vector<std::uint32_t> forward;  // by kind; unknown if not asked for yet
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
