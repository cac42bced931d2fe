// The recursion of the paper as a work list of nodes: a plan must be a value that can be copied
// between two questions, and a call stack cannot.
#include "plan/tree_plans/hddr.h"

#include <algorithm>
#include <utility>

#include "plan/tree_plans/level_edits.h"
#include "plan/tree_plans/tree_stages.h"

namespace whittle {
namespace {

/// Whether the node's first child is its only one.
bool is_single(const Tree& tree, NodeId node) {
  return tree[node + 1].next_sibling == no_node;
}

}  // namespace

Hddr::Hddr(const SharedStageMaker& stage_maker, Traversal traversal)
    : stage_maker_(and_none(stage_maker, AndNone::When::last)), traversal_(traversal) {}

std::optional<Stage> Hddr::next(const StageEnd& end) {
  std::vector<RememberedNode> open;
  if (!open_) {
    for_each_tree(end.document, *stage_maker_->trees, [&](std::uint32_t file, const Facts& facts) {
      open.push_back(remember(file, facts.tree(), Tree::root()));
    });
    std::ranges::reverse(open);
  } else {
    open = still_there(*open_, end);
  }

  // The children of a node join the work list before its stage runs. `still_there` drops those that
  // the stage removed.
  std::optional<Stage> stage;
  while (!stage && !open.empty()) {
    const RememberedNode remembered = open.back();
    open.pop_back();
    const File& file = end.document.files()[remembered.file];
    const auto tree = stage_maker_->trees->tree(file.path, file.bytes);
    NodeId node = tree ? find_node(*tree, remembered) : no_node;
    if (node == no_node || tree->is_leaf(node)) continue;
    Found found;
    const Facts facts(tree);
    add_level_edits(remembered.file, facts, node, Unremovable::stand_in, stage_maker_->goal, found);
    // An only child is treated together with its parent, as in HDD: its own list would have one
    // element.
    while (is_single(*tree, node) && !tree->is_leaf(node + 1))
      add_level_edits(remembered.file, facts, ++node, Unremovable::stand_in, stage_maker_->goal,
                      found);
    stage = stage_maker_->stage("hddr", end.document, std::move(found));

    std::vector<RememberedNode> children;  // the next one last
    for (NodeId child : tree->children(node))
      if (!tree->is_leaf(child) && remember(remembered.file, *tree, child) != remembered)
        children.push_back(remember(remembered.file, *tree, child));
    if (!traversal_.backward) std::ranges::reverse(children);
    open.insert(traversal_.breadth_first ? open.begin() : open.end(), children.begin(),
                children.end());
  }
  open_ = std::make_shared<const std::vector<RememberedNode>>(std::move(open));
  return stage;
}

}  // namespace whittle
