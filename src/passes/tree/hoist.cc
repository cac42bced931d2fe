// Replaces a node with one of its descendants: an `if` becomes its branch, a call its argument, a
// sum its operand, a class the method in it. Which descendant? The property mostly needs something
// deep inside, and the heaviest candidate is the most likely to contain it. Lighter ones have later
// ranks; deeper ones are found when a hoist has succeeded and the pass runs again.
//
// An edit deletes the text around the descendant instead of replacing the ancestor with its text,
// so that a thousand nested calls can all be removed at once. Nodes between the two have no edit,
// because the ranges would overlap.
#include <algorithm>
#include <string>
#include <vector>

#include "passes/tree/tree_edits.h"
#include "passes/tree/tree_passes.h"

namespace whittle {

Found find_hoists(const Subject& subject, std::size_t rank) {
  Found found;
  for_each_text_tree(subject, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    struct Hoist {
      NodeId node, donor;
      std::vector<NodeId> between;
    };
    std::vector<Hoist> hoists;
    for (NodeId node = 1; node < tree.size(); ++node) {
      if (!tree[node].named || tree.is_leaf(node) || tree[node].weight < 2) continue;
      const std::vector<NodeId> donors = nearest_replacements(facts, node, rank + 1);
      if (donors.size() <= rank) continue;
      Hoist& hoist = hoists.emplace_back(Hoist{node, donors[rank], {}});
      for (NodeId way = tree[hoist.donor].parent; way != node; way = tree[way].parent)
        hoist.between.push_back(way);
    }
    // The hoist with the fewest nodes in between first: it excludes the fewest others.
    std::ranges::stable_sort(hoists, {}, [](const Hoist& hoist) { return hoist.between.size(); });
    std::vector<NodeId> donor(tree.size(), no_node);
    std::vector<bool> passed_over(tree.size());
    for (const Hoist& hoist : hoists) {
      if (passed_over[hoist.node] ||
          std::ranges::any_of(hoist.between, [&](NodeId way) { return donor[way] != no_node; }))
        continue;
      donor[hoist.node] = hoist.donor;
      for (NodeId way : hoist.between) passed_over[way] = true;
    }
    NodeEdits edits(file, facts, subject.goal, found);
    for (NodeId node : inner_before_outer(tree)) {
      const NodeId to = donor[node];
      if (to == no_node) continue;
      // The donor may itself be replaced. If its replacement does not fit here, the two edits must
      // not be combined: a replacement of the whole node wins over every edit inside it.
      if (donor[to] == no_node || facts.can_replace(node, donor[to])) {
        edits.unwrap(node, {to, to});
      } else {
        edits.replace(node, std::string(tree.text(to)));
      }
    }
  });
  return found;
}

}  // namespace whittle
