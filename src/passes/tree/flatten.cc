// Replaces a node with the items of a list inside it: `if (c) { a; b; }` becomes `a; b;`,
// `namespace n { f g }` becomes `f g`, `<p><b/><i/></p>` becomes `<b/><i/>`.
#include "passes/tree/tree_edits.h"
#include "passes/tree/tree_passes.h"

namespace whittle {
namespace {

/// All children from the list's first item to its last, separators included.
std::vector<NodeId> children_of(const Tree& tree, const List& list) {
  std::vector<NodeId> nodes;
  for (NodeId node = list.items.front().first; node != no_node; node = tree[node].next_sibling) {
    if (!tree[node].extra) nodes.push_back(node);
    if (node == list.items.back().last) break;
  }
  return nodes;
}

/// The heaviest list below `node` whose items may stand in its place.
std::vector<NodeId> flattened(const Facts& facts, NodeId node) {
  const Tree& tree = facts.tree();
  std::vector<NodeId> best;
  Weight best_weight = 0;
  std::vector<NodeId> level{node};
  std::size_t looked_at = 0;
  // Three levels: an `if`, its block, the list in the block. Useful lists lie no deeper, and
  // looking at all descendants of every node would take quadratic time.
  for (int depth = 0; depth < 3; ++depth) {
    std::vector<NodeId> below;
    for (NodeId parent : level) {
      for (const List& list : facts.lists_of(parent)) {
        if (list.items.empty()) continue;
        const Weight weight = weight_of(tree, {list.items.front().first, list.items.back().last});
        // A list as heavy as the node saves nothing; asking about a long list takes time.
        if (weight <= best_weight || weight >= tree[node].weight) continue;
        std::vector<NodeId> children = children_of(tree, list);
        if (!facts.can_replace(node, children)) continue;
        best = std::move(children);
        best_weight = weight;
      }
      for (NodeId child : tree.children(parent))
        if (!tree.is_leaf(child) && ++looked_at <= 100) below.push_back(child);
    }
    level = std::move(below);
  }
  return best;
}

}  // namespace

Found find_flattenings(const Subject& subject) {
  Found found;
  for_each_text_tree(subject, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    NodeEdits edits(file, facts, subject.goal, found);
    for (NodeId node : inner_before_outer(tree)) {
      if (!tree[node].named || tree.is_leaf(node) || tree[node].weight < 2) continue;
      const std::vector<NodeId> items = flattened(facts, node);
      if (!items.empty()) edits.unwrap(node, {items.front(), items.back()});
    }
  });
  return found;
}

}  // namespace whittle
