// A node that cannot be removed may still become as short as the grammar allows: an expression
// becomes `0` or a name, a block `{}`. The grammar knows that shortest text for each kind of node
// (`Facts::stand_in`).
#include <utility>

#include "passes/tree/tree_edits.h"
#include "passes/tree/tree_passes.h"

namespace whittle {

Found find_stand_ins(const Subject& subject) {
  Found found;
  for_each_text_tree(subject, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    NodeEdits edits(file, facts, subject.goal, found);
    for (NodeId node = 1; node < tree.size(); ++node) {
      // A single token cannot become shorter.
      if (!tree[node].named || !edits.may_shrink(node)) continue;
      if (auto text = facts.stand_in(node)) edits.replace(node, std::move(*text));
    }
  });
  return found;
}

}  // namespace whittle
