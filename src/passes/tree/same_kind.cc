// Where a grammar wants a statement, any statement of the file will parse, and mostly compile: its
// names are declared. So the lightest node of each kind stands in for all others of the kind. This
// finds what `stand-in` cannot: the shortest text that the grammar allows may use a name that the
// file does not have.
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
    // By tokens, then by bytes; the first of several alike, so that runs repeat.
    const auto key = [&](NodeId node) {
      return std::tuple(tree[node].weight, tree[node].end - tree[node].begin, node);
    };
    std::map<KindId, NodeId> lightest;
    for (NodeId node = 1; node < tree.size(); ++node) {
      if (!tree[node].named || tree[node].weight == 0 || tree[node].has_errors) continue;
      const auto [place, is_new] = lightest.try_emplace(tree[node].kind, node);
      if (!is_new && key(node) < key(place->second)) place->second = node;
    }
    NodeEdits edits(file, facts, found);
    for (NodeId node = 1; node < tree.size(); ++node) {
      if (!tree[node].named || tree[node].weight < 2) continue;
      const auto donor = lightest.find(tree[node].kind);
      if (donor != lightest.end() && tree[donor->second].weight < tree[node].weight)
        edits.replace(node, std::string(tree.text(donor->second)));
    }
  });
  return found;
}

}  // namespace whittle
