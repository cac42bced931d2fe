/// The edits that a grammar allows: which nodes can be removed, which form a list, which can
/// replace which. Without a grammar, and inside an ERROR node, nearly everything may be removed and
/// replaced; built-in trees only keep their brackets, and a line does not replace a token.
///
///     Facts facts(tree);
///     for (const List& list : facts.lists_of(node)) ...   // any subset of the items may stay
///     if (auto removed = facts.removable(node)) ...       // this one, with its comma
///     if (auto text = facts.stand_in(node)) ...           // `0`, `{}`, `;`
///     if (facts.can_replace(node, donor)) ...             // the donor's text for the node's
///
/// A positive answer means that the grammar derives the result. A grammar does not cover line ends
/// and indentation, so a few results in a thousand do not parse after all.
///
/// The children of a parent are analysed once, in linear time, and the last few parents are
/// remembered, so ask about siblings together. Not safe for several threads.
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

/// Neighbours under one parent, from `first` to `last`, both included; mostly one node.
struct Siblings {
  NodeId first = no_node;
  NodeId last = no_node;
  friend bool operator==(const Siblings&, const Siblings&) = default;
};

/// Children of which any subset may stay, as long as at least `minimum` items stay.
struct List {
  std::vector<Siblings> items;
  /// Separator i follows item i. It is removed with item i, or if all later items are removed.
  /// There are as many separators as items, one fewer, or none.
  std::vector<NodeId> separators;
  std::uint32_t minimum = 0;  ///< 0 or 1
};

class Facts {
 public:
  explicit Facts(std::shared_ptr<const Tree> tree) : tree_(std::move(tree)) {}

  const Tree& tree() const { return *tree_; }

  /// The nodes to remove with this one: the node alone, or the node and a mark beside it. Nothing
  /// if the grammar would not derive the rest. The root is never removed.
  std::optional<Siblings> removable(NodeId node) const;

  /// The lists among the children of `parent`, in order of their first items. Comments and errors,
  /// which may always be removed, are a list of their own and may lie inside items of another list.
  /// Without a grammar, the same children may be in two lists: whole items, and single children.
  std::vector<List> lists_of(NodeId parent) const;

  /// The shortest text that may stand in the node's place: fewest tokens, then fewest bytes.
  /// Nothing if it is not shorter than the node's own text.
  std::optional<std::string> stand_in(NodeId node) const;

  /// Whether `donor`, from anywhere in this tree, may stand in the node's place. A mark such as `;`
  /// never replaces a named node, and a named node never replaces a mark.
  bool can_replace(NodeId node, NodeId donor) const {
    return can_replace(node, std::span(&donor, 1));
  }
  /// Whether all donors, one after the other, may stand in the node's place: the statements of a
  /// block in place of the block.
  bool can_replace(NodeId node, std::span<const NodeId> donors) const;

  /// Whether the grammar can say anything about the children of `parent`. False if it does not
  /// derive them and there are no errors among them: then none may be removed.
  bool is_derived(NodeId parent) const;

  /// The bytes from the first sibling to the last.
  std::pair<std::uint32_t, std::uint32_t> range(const Siblings& run) const {
    return {(*tree_)[run.first].begin, (*tree_)[run.last].end};
  }

 private:
  enum class Rule : std::uint8_t {
    grammar,  // the automaton decides
    free,     // there is no grammar, or there are errors: anything may be removed
    unknown,  // the grammar does not derive these children
  };
  // The children of one parent, and the states of the automaton between them.
  struct ChildRow {
    NodeId parent = no_node;
    Rule rule = Rule::unknown;
    const Automaton* automaton = nullptr;
    // Without extras and errors. Visible text without a node is an entry too; it has the number of
    // the node behind it.
    std::vector<NodeId> children;
    std::vector<KindId> kinds;               // of each; `Grammar::text_kind` for such text
    std::vector<Automaton::State> states;    // before each child, and after the last
    std::vector<Automaton::Ending> endings;  // likewise
    std::vector<NodeId> loose;               // extras and errors
  };

  const ChildRow& row(NodeId parent) const;
  ChildRow make_row(NodeId parent) const;
  std::size_t index_of(const ChildRow& row, NodeId child) const;
  bool has_text(std::uint32_t begin, std::uint32_t end) const;
  bool is_ended_from_behind(NodeId node) const;
  bool is_text(const ChildRow& row, std::size_t at) const {
    return row.kinds[at] == tree_->syntax().grammar()->text_kind();
  }
  bool is_loose(NodeId node) const { return (*tree_)[node].extra || (*tree_)[node].error; }
  bool fits(const ChildRow& row, std::size_t begin, std::size_t end) const {
    return row.automaton->meets(row.states[begin], row.endings[end]);
  }
  void add_grammar_lists(const ChildRow& row, std::vector<List>& lists) const;
  void add_free_lists(const ChildRow& row, std::vector<List>& lists) const;
  // The result of looking for a separated list: children [begin, end) were looked at.
  struct Attempt {
    std::size_t begin;
    std::size_t end;
    std::optional<List> list;
  };
  Attempt separated(const ChildRow& row, std::size_t separator) const;

  std::shared_ptr<const Tree> tree_;
  mutable std::list<ChildRow> rows_;  // the last used first
  using Slot = std::tuple<const Automaton*, Automaton::State, Automaton::Ending>;
  mutable std::map<Slot, std::optional<std::string>> stand_ins_;
};

}  // namespace whittle
