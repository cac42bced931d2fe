// A local search for what no single deletion finds: a call and the declaration of what it calls, an
// operand with its operator, the two keywords of a loop. After Vulcan (Z. Xu et al., "Pushing the
// Limit of 1-Minimality of Language-Agnostic Program Reduction", OOPSLA 2023): in each window of
// four neighbours, every choice of at least two, the most first. The grammar is not asked, because
// everything it allows was already tried one by one. But no bracket and no quote is removed without
// its partner: the contents of a string would become code.
#include <algorithm>
#include <array>
#include <bit>

#include "passes/tree/tree_edits.h"
#include "passes/tree/tree_passes.h"

namespace whittle {
namespace {

/// Brackets have signs, which cancel out where both of a pair go: `(` is not closed by `]`.
int sign_of_bracket(BytesView text) {
  constexpr int signs[] = {1, 16, 256};
  const char last = text.empty() ? '\0' : text.back();
  const std::size_t open = BytesView("([{").find(last), close = BytesView(")]}").find(last);
  return open != BytesView::npos ? signs[open] : close != BytesView::npos ? -signs[close] : 0;
}

bool is_quote(BytesView text) {
  return text.ends_with('"') || text.ends_with('\'') || text.ends_with('`');
}

}  // namespace

Found find_sibling_windows(const Subject& subject) {
  constexpr std::size_t window = 4;
  Found found;
  for_each_text_tree(subject, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    for (NodeId parent = 0; parent < tree.size(); ++parent) {
      std::vector<NodeId> children;
      // A node without a token would take a place in the window, and removing it removes nothing.
      for (NodeId child : tree.children(parent))
        if (tree[child].weight > 0) children.push_back(child);
      for (std::size_t first = 0; first + 1 < children.size(); ++first) {
        const std::size_t width = std::min(window, children.size() - first);
        // The window's first child goes always: choices without it are of a later window.
        std::vector<unsigned> choices;
        for (unsigned rest = 1; rest < 1u << (width - 1); ++rest) choices.push_back(rest * 2 + 1);
        std::ranges::stable_sort(choices, std::greater{},
                                 [](unsigned choice) { return std::popcount(choice); });
        for (unsigned choice : choices) {
          Edit edit{{}, 0};
          int brackets = 0;
          bool quotes = false;
          for (std::size_t i = 0; i < width; ++i) {
            if (!(choice >> i & 1)) continue;
            const NodeId node = children[first + i];
            if (!tree[node].named && tree.is_leaf(node)) {
              brackets += sign_of_bracket(tree.text(node));
              quotes = quotes || is_quote(tree.text(node));
            }
            const Range range = removal_range(tree, {node, node});
            edit.changes.push_back({file, range.begin, range.end, "", false});
            edit.weight += tree[node].weight;
          }
          if (brackets == 0 && !quotes) found.edits.push_back(std::move(edit));
        }
      }
    }
  });
  return found;
}

}  // namespace whittle
