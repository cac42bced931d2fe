// Takes edits out of a listing without changing the meaning of the others. Rows, counts, groups,
// needs and parents all name edits by number, so this file is the only place that renumbers them.
#include "passes/found.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace whittle {

void Found::filter(const std::function<bool(std::size_t number, const Edit& edit)>& stays) {
  std::vector<std::uint32_t> numbers(edits.size(), Separated::no_edit);
  std::uint32_t left = 0;
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (stays(i, edits[i])) numbers[i] = left++;
  join(numbers);
}

void Found::join(const std::vector<std::uint32_t>& numbers) {
  std::vector<Edit> joined;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (numbers[i] == Separated::no_edit) continue;
    if (numbers[i] == joined.size()) {
      joined.push_back(std::move(edits[i]));
    } else {
      Edit& edit = joined[numbers[i]];
      edit.weight += edits[i].weight;
      std::ranges::move(edits[i].changes, std::back_inserter(edit.changes));
    }
  }
  edits = std::move(joined);

  renumber(rows, numbers);
  renumber(counts, numbers);
  const auto renumber_set = [&](std::vector<std::uint32_t>& set) {
    for (std::uint32_t& edit : set) edit = numbers[edit];
    std::ranges::sort(set);
    set.erase(std::ranges::unique(set).begin(), set.end());
  };
  const auto has = [](const std::vector<std::uint32_t>& set, std::uint32_t edit) {
    return std::ranges::binary_search(set, edit);
  };
  std::ranges::for_each(not_all, renumber_set);
  std::erase_if(not_all, [&](const auto& group) {
    return has(group, Separated::no_edit);  // one stays anyway
  });

  for (Need& need : needs) {
    if (need.user != Need::everybody) need.user = numbers[need.user];
    renumber_set(need.any_of);
  }
  // A need is dropped if it is always fulfilled: one of its alternatives can no longer be removed,
  // or only together with the user.
  std::erase_if(needs, [&](const Need& need) {
    return has(need.any_of, Separated::no_edit) || has(need.any_of, need.user);
  });

  if (parents.empty()) return;
  std::vector<std::uint32_t> parents_left(edits.size(), no_parent);
  // For each old edit, the nearest edit around it that was not taken out. A parent comes before its
  // children, so the answer for the parent is already known.
  std::vector<std::uint32_t> nearest(parents.size(), no_parent);
  for (std::size_t i = 0; i < parents.size(); ++i) {
    if (const std::uint32_t parent = parents[i]; parent != no_parent)
      nearest[i] = numbers[parent] != Separated::no_edit ? numbers[parent] : nearest[parent];
    if (numbers[i] != Separated::no_edit) parents_left[numbers[i]] = nearest[i];
  }
  parents = std::move(parents_left);
}

EditList edit_list(const Document& document, Found found) {
  return EditList(document, std::move(found.edits), found.joining, std::move(found.rows),
                  std::move(found.counts));
}

}  // namespace whittle
