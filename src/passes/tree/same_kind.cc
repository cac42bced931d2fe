// Replaces a node with the lightest node of the same kind in the file. Any statement can stand
// where another one does: it parses, and it mostly compiles, because its names are declared. This
// finds edits that `stand-in` does not: the shortest text that the grammar allows may use a name
// that the file does not have.
#include <map>
#include <string>
#include <tuple>

#include "passes/tree/tree_edits.h"
#include "passes/tree/tree_passes.h"

namespace whittle {

Found find_same_kind(const Subject& subject) {
  Found found;
  for_each_text_tree(subject, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    NodeEdits edits(file, facts, subject.goal, found);
    // By the goal, then by tokens and bytes. Of equals, the first in the file, so that runs repeat.
    const auto key = [&](NodeId node) {
      const Measure its = edits.measure_of(node);
      return std::tuple(its.of(subject.goal), its.tokens, its.bytes, node);
    };
    std::map<KindId, NodeId> least;
    for (NodeId node = 1; node < tree.size(); ++node) {
      if (!tree[node].named || tree[node].weight == 0 || tree[node].has_errors) continue;
      const auto [place, is_new] = least.try_emplace(tree[node].kind, node);
      if (!is_new && key(node) < key(place->second)) place->second = node;
    }
    for (NodeId node = 1; node < tree.size(); ++node) {
      if (!tree[node].named || !edits.may_shrink(node)) continue;
      const auto donor = least.find(tree[node].kind);
      if (donor != least.end() &&
          saves(subject.goal, edits.measure_of(node), edits.measure_of(donor->second)))
        edits.replace(node, std::string(tree.text(donor->second)));
    }
  });
  return found;
}

}  // namespace whittle
