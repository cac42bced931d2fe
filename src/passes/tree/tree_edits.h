/// Makes edits from nodes: which nodes can be removed, and the bytes that are removed with each.
///
/// Tree passes and tree plans use these functions. A node that stands alone on its lines is removed
/// with the lines, so that no blank lines are left. Separators belong to `Separated` rows.
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

/// The same, and after each tree those inside it that are in other languages. Published plans know
/// one tree for each file.
template <typename Visit>
void for_each_tree_inside(const Document& document, Trees& trees, Visit visit) {
  for_each_tree(document, trees, [&](std::uint32_t file, const Facts& facts) {
    visit(file, facts);
    for (const std::shared_ptr<const Tree>& inside : parse_embedded(facts.tree()))
      visit(file, Facts(inside));
  });
}

/// The same for files that are text: in binary files, bytes that look like brackets are not
/// brackets, so such edits are useless.
template <typename Visit>
void for_each_text_tree(const Subject& subject, Visit visit) {
  for_each_tree_inside(subject.document, subject.trees,
                       [&](std::uint32_t file, const Facts& facts) {
                         if (is_text(*facts.tree().bytes())) visit(file, facts);
                       });
}

/// The children of one node that can be removed: in lists, or alone.
struct Parts {
  std::vector<List> lists;
  std::vector<Siblings> singles;
};
Parts parts_of(const Facts& facts, NodeId parent);

/// Operators nest: `a + b + c` is a node inside another of the same kind. Such a chain counts as
/// one list. Returns the operands of the outermost node of the chain, with the operators as
/// separators; no items if `node` is not the outermost of at least two.
List chain_of(const Facts& facts, NodeId node);
/// Whether the node is inside such a chain: its operands belong to the outermost.
bool is_inner_link(const Tree& tree, NodeId node);

/// The bytes to remove with these nodes: also the blanks after them, and the line end if nothing
/// else is on the line. The ranges of nested nodes nest.
Range removal_range(const Tree& tree, Siblings run);

/// The number of tokens of all nodes of the run.
Weight weight_of(const Tree& tree, Siblings run);

/// Lists edits of one file's nodes.
class NodeEdits {
 public:
  NodeEdits(std::uint32_t file, const Facts& facts, Goal goal, Found& found);

  /// The measure of a run of nodes; lines are counted only if they are the goal.
  Measure measure_of(const Siblings& run) const;
  Measure measure_of(NodeId node) const { return measure_of({node, node}); }
  /// Whether a replacement could be smaller than the node: a single token cannot lose tokens, only
  /// bytes.
  bool may_shrink(NodeId node) const {
    return facts_.tree()[node].weight >= (goal_ == Goal::bytes ? 1 : 2);
  }

  /// Lists the removals of all `parts`. Nodes without a token of their own (the inside of a string)
  /// are left to other passes.
  void remove(const Parts& parts);
  void remove(const List& list);
  void remove(const Siblings& run);
  /// Replaces a node if that is smaller by the goal. Returns whether it is.
  bool replace(NodeId node, std::string text);
  /// Deletes the text of `node` around the nodes `inside`, if that is smaller by the goal. Edits
  /// inside these nodes can be applied as well.
  void unwrap(NodeId node, const Siblings& inside);

 private:
  std::uint32_t add_removal(const Siblings& run);  // the edit's number, or `Separated::no_edit`

  std::uint32_t file_;
  const Facts& facts_;
  Goal goal_;
  std::optional<LineIndex> lines_;  // only if the goal needs it
  Found& found_;
};

/// Whether to look at binary files without a known language, whose trees consist of brackets only.
enum class Unknown { listed, left_out };

/// The removals of all nodes in all files that the grammar allows to be removed, outer before
/// inner, one change each. An only child that spans its whole parent is not listed again.
Found find_all_removals(const Document& document, Trees& trees, Unknown unknown = Unknown::listed);

/// All nodes but the root, inner before outer: an algorithm that works from the end to the front
/// meets outer nodes first.
std::vector<NodeId> inner_before_outer(const Tree& tree);

/// Descendants that may replace `node`, the heaviest first. Descendants of such a node are left
/// out. At most `most`; looks no deeper than `depth`.
std::vector<NodeId> nearest_replacements(const Facts& facts, NodeId node, std::size_t most,
                                         std::size_t depth = 6);

}  // namespace whittle
