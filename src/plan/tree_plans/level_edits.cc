// A child is removed if the grammar allows it, and otherwise replaced by its stand-in, as in
// picireny. Both kinds are in one list, so that the algorithm decides about them together.
#include "plan/tree_plans/level_edits.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace whittle {

void add_level_edits(std::uint32_t file, const Facts& facts, NodeId parent, Unremovable unremovable,
                     Goal goal, Found& found) {
  const Tree& tree = facts.tree();
  const Parts parts = parts_of(facts, parent);
  NodeEdits edits(file, facts, goal, found);
  edits.remove(parts);
  if (unremovable == Unremovable::skip) return;
  std::vector<Siblings> removed = parts.singles;
  for (const List& list : parts.lists)
    removed.insert(removed.end(), list.items.begin(), list.items.end());
  std::ranges::sort(removed, {}, &Siblings::first);
  for (NodeId child : tree.children(parent)) {
    if (!edits.may_shrink(child)) continue;
    const auto behind = std::ranges::upper_bound(removed, child, {}, &Siblings::first);
    if (behind != removed.begin() && child <= std::prev(behind)->last) continue;
    if (auto text = facts.stand_in(child)) edits.replace(child, std::move(*text));
  }
}

}  // namespace whittle
