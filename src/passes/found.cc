// Takes edits out of a listing without changing the meaning of the others. Rows, counts, groups,
// needs and parents all name edits by number, so this file is the only place that renumbers them.
#include "passes/found.h"

#include <algorithm>
#include <utility>

namespace whittle {

void Found::filter(const std::function<bool(std::size_t number, const Edit& edit)>& stays) {
  std::vector<std::uint32_t> renumbered(edits.size(), Separated::no_edit);
  std::vector<Edit> left;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (!stays(i, edits[i])) continue;
    renumbered[i] = static_cast<std::uint32_t>(left.size());
    left.push_back(std::move(edits[i]));
  }
  edits = std::move(left);

  renumber(rows, renumbered);
  renumber(counts, renumbered);
  for (auto& group : not_all)
    for (std::uint32_t& edit : group) edit = renumbered[edit];
  std::erase_if(not_all, [](const auto& group) {
    return std::ranges::find(group, Separated::no_edit) != group.end();  // one stays anyway
  });

  for (Need& need : needs) {
    if (need.user != Need::everybody) need.user = renumbered[need.user];
    for (std::uint32_t& edit : need.any_of) edit = renumbered[edit];
  }
  // A need is dropped if one of its alternatives can no longer be removed: it is always fulfilled.
  std::erase_if(needs, [](const Need& need) {
    return std::ranges::find(need.any_of, Separated::no_edit) != need.any_of.end();
  });

  if (parents.empty()) return;
  std::vector<std::uint32_t> parents_left(edits.size());
  // For each old edit, the nearest edit around it that was not taken out. A parent comes before its
  // children, so the answer for the parent is already known.
  std::vector<std::uint32_t> nearest(parents.size(), no_parent);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (const std::uint32_t parent = parents[i]; parent != no_parent)
      nearest[i] = renumbered[parent] != Separated::no_edit ? renumbered[parent] : nearest[parent];
    if (renumbered[i] != Separated::no_edit) parents_left[renumbered[i]] = nearest[i];
  }
  parents = std::move(parents_left);
}

EditList edit_list(const Document& document, Found found) {
  return EditList(document, std::move(found.edits), found.joining, std::move(found.rows),
                  std::move(found.counts));
}

}  // namespace whittle
