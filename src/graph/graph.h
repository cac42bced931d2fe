/// Dependencies between the pieces of a document, and closures: sets that contain everything their
/// members need.
///
/// A piece is something that can be removed: a declaration, a member, a function's body, an element
/// of a data file. Pieces are numbers here; the providers in `closure/` know their text.
/// There are four kinds of edges:
///
/// - `needs(a, b)`: if a is kept, b is.
/// - `needs_any(a, {b, c})`: if a is kept, one of them is: overloads, redeclarations. If none is
///   kept for another reason, the first one is.
/// - `needs_if(a, b, c)`: if a and c are both kept, b is. For example, a mentions the name of
///   member b, and c is the class of b.
/// - `wants(a, b)`: if a is kept, b is kept as well, provided that everything b needs (conditions
///   aside) is kept anyway: access labels, specialisations, the other overloads.
///
/// An edge has one of three strengths. Tight edges always count. Edges from a function's head to
/// its body count in phases that keep functions working. Loose edges count only in the careful
/// first phase: guesses from the spelling of a name, or members that a class may use without naming
/// them.
///
///     GraphBuilder builder(weights);
///     builder.needs(use, declaration, Strength::tight);
///     const Graph graph = builder.build();
///     ClosedSet kept(graph, Strength::loose, Subset::all(graph.pieces()));
///     kept.add(root);
///     use(kept.pieces());
///
/// A value. Wrong edges make a search ask more, and never give a wrong result: every candidate is
/// tested.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/lack.h"
#include "base/outcome.h"
#include "base/subset.h"

namespace whittle {

/// Each includes those before it.
enum class Strength : std::uint8_t { tight, bodies, loose };

/// A piece declares a name. A function's body has the name of its function.
struct PieceName {
  std::uint32_t piece = 0;
  std::string name;
  friend auto operator<=>(const PieceName&, const PieceName&) = default;
};

class Graph {
 public:
  /// Ids [0, pieces()) are pieces; ids [pieces(), nodes()) are nodes without text. A name that many
  /// pieces mention and many declare gets such a node, because direct edges between them would be
  /// quadratic in number.
  using Id = std::uint32_t;
  struct If {
    Id other;  ///< the condition: if this node is kept too,
    Id then;   ///< this node is needed
  };

  Graph() = default;

  std::size_t pieces() const { return weights_.size(); }
  std::size_t nodes() const { return nodes_; }
  std::size_t edges() const {
    return needs_.items.size() + any_.items.size() + edges_if_ + wants_.items.size();
  }
  /// Whether there is an edge of this strength and of no other.
  bool has(Strength strength) const { return has_[static_cast<std::size_t>(strength)]; }
  /// The tokens of a piece, without those of the pieces inside it.
  Weight weight(Id piece) const { return weights_[piece]; }

  /// Edges of at most that strength: the tight ones, or all.
  std::span<const Id> needs(Id node, Strength most) const { return needs_.of(node, most); }
  std::span<const Id> wants(Id node, Strength most) const { return wants_.of(node, most); }
  /// Listed for both nodes of a condition, so that either of them can trigger it.
  std::span<const If> needs_if(Id node, Strength most) const { return if_.of(node, most); }
  /// Numbers of groups; see `group`.
  std::span<const std::uint32_t> needs_any(Id node, Strength most) const {
    return any_.of(node, most);
  }
  std::span<const Id> group(std::uint32_t number) const {
    return std::span(members_).subspan(groups_[number], groups_[number + 1] - groups_[number]);
  }

  /// The same graph with additional tight edges. Edges between nodes that do not exist are left
  /// out.
  Graph with(std::vector<Lack> more) const;

 private:
  friend class GraphBuilder;
  /// The edges of all nodes in one array, by node; tight before bodies before loose.
  template <typename T>
  struct Rows {
    std::vector<T> items;
    std::vector<std::uint32_t> begin;          // by node, and the end of the last
    std::vector<std::uint32_t> bodies, loose;  // by node: where edges of these strengths begin

    std::span<const T> of(Id node, Strength most) const {
      const std::uint32_t end = most == Strength::tight    ? bodies[node]
                                : most == Strength::bodies ? loose[node]
                                                           : begin[node + 1];
      return std::span(items).subspan(begin[node], end - begin[node]);
    }
  };

  std::size_t nodes_ = 0;
  std::vector<Weight> weights_;
  Rows<Id> needs_, wants_;
  Rows<If> if_;
  std::size_t edges_if_ = 0;
  std::array<bool, 3> has_{};  // by strength
  Rows<std::uint32_t> any_;
  std::vector<std::uint32_t> groups_;  // where each begins in `members_`, and the end of the last
  std::vector<Id> members_;
};

class GraphBuilder {
 public:
  using Id = Graph::Id;

  explicit GraphBuilder(std::vector<Weight> weights)
      : weights_(std::move(weights)), nodes_(static_cast<Id>(weights_.size())) {}

  /// Adds a node without text.
  Id add_node() { return nodes_++; }
  Id nodes() const { return nodes_; }

  /// All four require that the nodes exist. An edge from a node to itself and a repeated edge have
  /// no effect.
  void needs(Id node, Id needed, Strength strength);
  void needs_any(Id node, std::vector<Id> of, Strength strength);
  void needs_if(Id node, Id needed, Id condition, Strength strength);
  void wants(Id node, Id wanted, Strength strength);

  Graph build();

 private:
  template <typename T>
  struct Edge {
    Id from;
    Strength strength;
    T to;
  };
  template <typename T>
  Graph::Rows<T> rows(std::vector<Edge<T>> edges) const;

  std::vector<Weight> weights_;
  Id nodes_;
  std::vector<Edge<Id>> needs_, wants_;
  std::vector<Edge<std::pair<Id, Id>>> if_;  // condition, needed
  std::vector<Edge<std::vector<Id>>> any_;
};

/// A set of pieces that grows and always holds everything its members need.
///
/// Only pieces of `within` exist; edges to other pieces are ignored. Adding a closed set to itself
/// changes nothing. `add` takes time linear in the added nodes and their edges.
class ClosedSet {
 public:
  using Id = Graph::Id;

  /// Empty. Requires: the graph outlives it.
  ClosedSet(const Graph& graph, Strength strength, const Subset& within);

  void add(Id piece) { add(std::span(&piece, 1)); }
  /// Adds all of them before it chooses a member of any `needs_any` group.
  void add(std::span<const Id> pieces);
  bool contains(Id node) const { return state_[node] == State::kept; }
  /// The pieces, in the order in which they were added.
  const std::vector<Id>& pieces() const { return pieces_; }

 private:
  enum class State : std::uint8_t { absent, free, kept };

  bool exists(Id node) const { return state_[node] != State::absent; }
  void keep(Id node);
  void follow(Id node);
  void consider(Id wanted);
  void watch(Id node, Id wanted);
  bool watch_missing(Id needed, Id wanted);
  bool watch_group(Id node, Id wanted);
  bool is_satisfied(std::uint32_t group) const;

  const Graph& graph_;
  Strength strength_;
  std::vector<State> state_;
  std::vector<Id> pieces_;
  std::vector<Id> open_;               // kept, their edges not followed yet
  std::vector<Id> wanted_;             // examined when `open_` is empty
  std::vector<std::uint32_t> groups_;  // of kept nodes; perhaps not satisfied yet
  std::size_t next_group_ = 0;
  // Wanted nodes to examine again when a node is kept: linked lists by node; 0 ends a list.
  struct Watch {
    Id wanted;
    std::uint32_t next;
  };
  std::vector<Watch> watches_{{0, 0}};
  std::vector<std::uint32_t> watched_;
  std::vector<std::uint32_t>
      looked_at_;  // by wanted node: how many of its needs are known to be kept
};

/// The roots and everything that they need.
Subset closure_of(const Graph& graph, Strength strength, std::span<const Graph::Id> roots);

}  // namespace whittle
