// An `if` becomes its branch, a call its argument, a sum its operand, a class the method in it:
// all of them are a descendant in the place of its ancestor. Which descendant? The property mostly
// needs something deep inside, and the heaviest candidate is the most likely to hold it; the others
// come in later ranks, and deeper ones when a hoist has succeeded and the pass looks again.
#include <string>

#include "passes/tree_edits.h"
#include "passes/tree_passes.h"

namespace whittle {

Found find_hoists(const Subject& subject, std::size_t rank) {
  Found found;
  for_each_text_tree(subject, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    NodeEdits edits(file, facts, found);
    for (NodeId node = 1; node < tree.size(); ++node) {
      if (!tree[node].named || tree.is_leaf(node) || tree[node].weight < 2) continue;
      const std::vector<NodeId> donors = nearest_replacements(facts, node, rank + 1);
      if (donors.size() > rank) edits.replace(node, std::string(tree.text(donors[rank])));
    }
  });
  return found;
}

}  // namespace whittle
