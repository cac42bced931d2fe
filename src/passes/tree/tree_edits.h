/// From nodes to edits: what can go below a node, and the bytes that go with it.
///
/// Tree passes and tree plans are made of these. A node that stands alone on its lines takes the
/// lines along, so that no blank ones are left; separators go by `Separated` rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/lexer.h"
#include "passes/pass.h"
#include "syntax/facts.h"
#include "syntax/trees.h"

namespace whittle {

/// Calls `visit(file number, facts)` for each file that has a tree.
template <typename Visit>
void for_each_tree(const Document& document, Trees& trees, Visit visit) {
  for (std::uint32_t file = 0; file < document.files().size(); ++file) {
    const File& one = document.files()[file];
    if (one.kind != File::Kind::regular) continue;
    if (auto tree = trees.tree(one.path, one.bytes)) visit(file, Facts(std::move(tree)));
  }
}

/// The same for files that are text: in binary files, bytes that look like brackets are not
/// brackets, so such edits are useless.
template <typename Visit>
void for_each_text_tree(const Subject& subject, Visit visit) {
  for_each_tree(subject.document, subject.trees, [&](std::uint32_t file, const Facts& facts) {
    if (is_text(*facts.tree().bytes())) visit(file, facts);
  });
}

/// The children of one node that can be removed: in lists, or alone.
struct Parts {
  std::vector<List> lists;
  std::vector<Siblings> singles;
};
Parts parts_of(const Facts& facts, NodeId parent);

/// `a + b + c` is one node inside another of the same kind, and counts as one list. The operands of
/// the outermost node of such a chain, with the operators as separators; no items if `node` is not
/// the outermost of at least two.
List chain_of(const Facts& facts, NodeId node);
/// Whether the node is inside such a chain: its operands belong to the outermost.
bool is_inner_link(const Tree& tree, NodeId node);

/// The bytes that go when these nodes go: the blank rest of the line as well, and the line's end if
/// nothing else is on it. Of nodes inside one another the ranges nest.
Range removal_range(const Tree& tree, Siblings run);

/// The tokens of neighbours together.
Weight weight_of(const Tree& tree, Siblings run);

/// Lists edits of one file's nodes.
class NodeEdits {
 public:
  NodeEdits(std::uint32_t file, const Facts& facts, Goal goal, Found& found);

  /// Its counts; lines only if they are the goal.
  Measure measure_of(const Siblings& run) const;
  Measure measure_of(NodeId node) const { return measure_of({node, node}); }
  /// Whether something else in the place of a node could save anything: a single token cannot
  /// become fewer, but shorter.
  bool may_shrink(NodeId node) const {
    return facts_.tree()[node].weight >= (goal_ == Goal::bytes ? 1 : 2);
  }

  /// Everything that can go directly below a node. Nodes without a token of their own (a string's
  /// inside) are left to other passes.
  void remove(const Parts& parts);
  void remove(const List& list);
  void remove(const Siblings& run);
  /// Replaces a node, if that saves what the goal counts. Says whether it does.
  bool replace(NodeId node, std::string text);
  /// Deletes what stands around the nodes inside `node`, if that saves something: they take its
  /// place, and whatever else is done inside them can be done as well.
  void unwrap(NodeId node, const Siblings& inside);

 private:
  std::uint32_t add_removal(const Siblings& run);  // the edit's number, or `Separated::no_edit`

  std::uint32_t file_;
  const Facts& facts_;
  Goal goal_;
  std::optional<LineIndex> lines_;  // only if the goal needs it
  Found& found_;
};

/// Whether binary files of no known language, of which there are only brackets, are looked at.
enum class Unknown { listed, left_out };

/// The removal of everything in all files that can go, outer before inner, one change each. An only
/// child that is all of its parent is not listed again.
Found find_all_removals(const Document& document, Trees& trees, Unknown unknown = Unknown::listed);

/// All nodes but the root, inner before outer: an algorithm that goes from the end to the front
/// meets the outer ones first.
std::vector<NodeId> inner_before_outer(const Tree& tree);

/// Nodes that may stand in the place of `node`: of its descendants those that no other one is
/// around, the heaviest first. At most `most`; looks no deeper than `depth`.
std::vector<NodeId> nearest_replacements(const Facts& facts, NodeId node, std::size_t most,
                                         std::size_t depth = 6);

}  // namespace whittle
