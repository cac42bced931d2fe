/// Rules of a data format that a valid document shows by itself.
///
/// A format has rules that no reference shows: an `<element>` of a RELAX NG schema has content, a
/// `<grammar>` has one `<start>`, a `"get"` of OpenAPI has `"responses"`. A candidate that breaks
/// such a rule in one of a thousand places is refused for a reason that has nothing to do with the
/// bug. The original is valid, so a rule shows in it: nearly all pieces of one kind have a child of
/// another kind.
///
///     const MinedRules rules(kinds, parents);
///     for (const MinedRules::Rule& rule : rules.needed(piece))
///       builder.needs_any(piece, rule.one_of, rule.strength);
///
/// A rule is a guess. A wrong one keeps a piece too many, which later passes remove; it never gives
/// a wrong result. Cost: O(n log n) for n pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graph/graph.h"

namespace whittle {

class MinedRules {
 public:
  using Group = std::vector<Graph::Id>;
  static constexpr Graph::Id no_parent = ~Graph::Id{0};

  /// `kinds[i]` is the kind of piece i, any number that equals that of its kin. `parents[i]` is the
  /// piece around it, or `no_parent`. Parents come before their children.
  MinedRules(std::span<const std::uint32_t> kinds, std::span<const Graph::Id> parents);

  /// The children of a piece. First those of the kinds that most of the piece's kin have.
  std::span<const Graph::Id> children(Graph::Id piece) const;

  /// A piece needs one of these children, which are all that it has of one kind.
  struct Rule {
    Group one_of;
    Strength strength;
  };
  /// The rules for a piece: one for each kind of child that
  /// - at least 19 of 20 pieces of the parent's kind have, if there are at least five (a mandatory
  ///   child), or that occurs exactly once in the document, in a parent that has many children and
  ///   whose own kind occurs once (the start of a grammar, the head of a page): tight;
  /// - the piece has, if there are fewer than five of its kind: only the piece itself shows that it
  ///   is valid with such a child. Weak evidence, so such a rule has the strength of bodies.
  std::vector<Rule> needed(Graph::Id piece) const;

 private:
  /// The number of pieces of the parent's kind that have a child of the child's kind.
  std::size_t having(Graph::Id child) const { return having_[child]; }
  std::optional<Strength> rule_for(Graph::Id child) const;

  std::vector<std::uint32_t> kinds_;
  std::vector<Graph::Id> parents_;
  std::vector<Graph::Id> children_;    // of all pieces, in one array
  std::vector<std::uint32_t> begin_;   // by piece, and the end of the last
  std::vector<std::uint32_t> having_;  // by child
  std::vector<std::uint32_t> kin_;     // by piece: how many pieces of its kind have children
  std::vector<std::uint32_t> same_;    // by piece: how many pieces are of its kind
};

}  // namespace whittle
