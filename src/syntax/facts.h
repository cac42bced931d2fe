/// What may be done to the nodes of a tree: which can go, which stand in a list, what may stand for
/// what. The grammar answers; where there is none, everything may go and anything may replace
/// anything, as in an ERROR node.
///
///     Facts facts(tree);
///     for (const List& list : facts.lists_of(node)) ...   // any subset of the items may stay
///     if (auto gone = facts.removable(node)) ...          // this one, with its comma
///     if (auto text = facts.stand_in(node)) ...           // `0`, `{}`, `;`
///     if (facts.can_replace(node, donor)) ...             // the donor's text for the node's
///
/// What is answered is that the grammar derives the result; line ends and indentation are outside
/// of its reach, so a few in a thousand do not parse after all.
///
/// A parent's children are looked at once, in linear time, and the last few parents are remembered:
/// ask about siblings together. One thread.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "syntax/grammar.h"
#include "syntax/tree.h"

namespace whittle {

/// Neighbours under one parent, first to last, both included; one node mostly.
struct Siblings {
  NodeId first = no_node;
  NodeId last = no_node;
  friend bool operator==(const Siblings&, const Siblings&) = default;
};

/// Children of which any subset may stay, if at least `minimum` of the items do.
struct List {
  std::vector<Siblings> items;
  /// Separator i follows item i and goes with it, or when all later items go; there are as many as
  /// items, one fewer, or none at all.
  std::vector<NodeId> separators;
  std::uint32_t minimum = 0;  ///< 0 or 1
};

class Facts {
 public:
  explicit Facts(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {}

  const Tree& tree() const { return *tree_; }

  /// What goes if this node goes: itself alone, or with a mark beside it; nothing if the rest would
  /// not derive. The root stays.
  std::optional<Siblings> removable(NodeId node) const;

  /// The lists among the children of `parent`, in order of their first items. They share no child,
  /// except that comments and errors, which may always go, are a list of their own.
  std::vector<List> lists_of(NodeId parent) const;

  /// The shortest text that may stand in the node's place: fewest tokens, then fewest bytes.
  /// Nothing unless it is shorter than the node's own.
  std::optional<std::string> stand_in(NodeId node) const;

  /// Whether `donor`, from anywhere in this tree, may stand in the node's place. A mark such as `;`
  /// never stands for a named node, nor the other way round.
  bool can_replace(NodeId node, NodeId donor) const {
    return can_replace(node, std::span(&donor, 1));
  }
  /// Whether all of them may, one after the other: the statements of a block in place of the block.
  bool can_replace(NodeId node, std::span<const NodeId> donors) const;

  /// Whether the grammar derives the children the node has. If not, nothing is known of them: all
  /// may go if there are errors among them, none otherwise.
  bool is_derived(NodeId parent) const;

  /// The bytes from the first to the last.
  std::pair<std::uint32_t, std::uint32_t> range(const Siblings& run) const {
    return {(*tree_)[run.first].begin, (*tree_)[run.last].end};
  }

 private:
  enum class Rule : std::uint8_t {
    grammar,  // ask the automaton
    free,     // anything goes
    unknown,  // the grammar does not derive these children
  };
  // The children of one parent, and what the automaton says between them.
  struct Row {
    NodeId parent = no_node;
    Rule rule = Rule::unknown;
    const Automaton* automaton = nullptr;
    // Extras and errors left out. Visible text that has no node of its own stands among them; it
    // has the number of the node behind it.
    std::vector<NodeId> children;
    std::vector<KindId> kinds;               // of each; `Grammar::text_kind` for such text
    std::vector<Automaton::State> states;    // before each child, and after the last
    std::vector<Automaton::Ending> endings;  // likewise
    std::vector<NodeId> loose;               // extras and errors
  };

  const Row& row(NodeId parent) const;
  Row make_row(NodeId parent) const;
  std::size_t index_of(const Row& row, NodeId child) const;
  bool has_text(std::uint32_t begin, std::uint32_t end) const;
  bool is_ended_from_behind(NodeId node) const;
  bool is_text(const Row& row, std::size_t at) const {
    return row.kinds[at] == tree_->syntax().grammar()->text_kind();
  }
  bool is_loose(NodeId node) const { return (*tree_)[node].extra || (*tree_)[node].error; }
  bool fits(const Row& row, std::size_t begin, std::size_t end) const {
    return row.automaton->meets(row.states[begin], row.endings[end]);
  }
  void add_grammar_lists(const Row& row, std::vector<List>& lists) const;
  void add_free_lists(const Row& row, std::vector<List>& lists) const;
  // What came of looking for a separated list: children [begin, end) were looked at.
  struct Attempt {
    std::size_t begin;
    std::size_t end;
    std::optional<List> list;
  };
  Attempt separated(const Row& row, std::size_t separator) const;

  std::shared_ptr<const Tree> tree_;
  mutable std::list<Row> rows_;  // the last used first
  using Slot = std::tuple<const Automaton*, Automaton::State, Automaton::Ending>;
  mutable std::map<Slot, std::optional<std::string>> stand_ins_;
};

}  // namespace whittle
