#include "plan/workshop.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <tuple>
#include <utility>

#include "plan/reductions.h"

namespace whittle {

bool Workshop::wants(std::string_view pass) const {
  const auto names = [&](const std::vector<std::string>& list) {
    return std::ranges::find(list, pass) != list.end();
  };
  return (only.empty() || names(only)) && !names(without);
}

std::optional<Stage> Workshop::stage(std::string_view pass, const Document& document, Found found,
                                     const LeaveOut& leave_out) const {
  const Keep::Ranges kept = keep.ranges(document);
  const Downhill goes_down(goal, document);
  std::vector<std::uint32_t> renumbered(found.edits.size(), Separated::no_edit);
  std::vector<bool> pinned(found.edits.size());  // what counts them is to stay as it is
  for (const Counted& counted : found.counts)
    if (kept.touches(Edit{{counted.number}}))
      for (std::uint32_t item : counted.items) pinned[item] = true;
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < found.edits.size(); ++i) {
    const Edit& edit = found.edits[i];
    if (pinned[i] || kept.touches(edit) || !goes_down(edit) || (leave_out && leave_out(i, edit)))
      continue;
    renumbered[i] = static_cast<std::uint32_t>(edits.size());
    edits.push_back(std::move(found.edits[i]));
  }
  renumber(found.rows, renumbered);
  renumber(found.counts, renumbered);
  for (auto& group : found.not_all)
    for (std::uint32_t& edit : group) edit = renumbered[edit];
  std::erase_if(found.not_all, [](const auto& group) {
    return std::ranges::find(group, Separated::no_edit) != group.end();  // one stays anyway
  });
  const std::size_t listed = edits.size();
  std::vector<std::uint32_t> parents(found.parents.empty() ? 0 : listed);
  // Around each edit, the nearest of those that are there; what is around comes earlier.
  std::vector<std::uint32_t> nearest(found.parents.size(), Elements::no_parent);
  for (std::size_t i = 0; i < found.parents.size(); ++i) {
    if (const std::uint32_t parent = found.parents[i]; parent != Found::no_parent)
      nearest[i] = renumbered[parent] != Separated::no_edit ? renumbered[parent] : nearest[parent];
    if (renumbered[i] != Separated::no_edit) parents[renumbered[i]] = nearest[i];
  }
  found.edits = std::move(edits);
  auto not_all = std::move(found.not_all);
  auto list = std::make_shared<const EditList>(edit_list(document, std::move(found)));
  if (list->empty()) return std::nullopt;
  // Numbers of edits hold only if none was left out for overlapping; hardly any ever is.
  const bool all_there = list->size() == listed;
  if (parents.empty() || !all_there) parents = parents_of(*list);
  AnyReduction reduction =
      reduce(parents.empty() ? Elements(list->weights()) : Elements(list->weights(), parents));
  if (!not_all.empty() && all_there)
    reduction = NotAll(std::move(reduction), std::move(not_all), parents);
  return Stage{intern(fmt::format("{}/{}", pass, algorithm)), list, std::move(reduction)};
}

std::vector<std::uint32_t> parents_of(const EditList& edits) {
  if (std::ranges::any_of(edits.edits(), [](const Edit& edit) { return edit.changes.size() != 1; }))
    return {};
  std::vector<std::uint32_t> order(edits.size());
  std::iota(order.begin(), order.end(), 0);
  const auto change = [&](std::uint32_t i) -> const Change& {
    return edits.edits()[i].changes.front();
  };
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const Change &x = change(a), &y = change(b);
    return std::tuple(x.file, x.begin, ~x.end) < std::tuple(y.file, y.begin, ~y.end);
  });
  std::vector<std::uint32_t> parents(edits.size(), Elements::no_parent);
  std::vector<std::uint32_t> open;
  bool nested = false;
  for (std::uint32_t i : order) {
    while (!open.empty() &&
           (change(open.back()).file != change(i).file || change(open.back()).end < change(i).end ||
            change(open.back()).end <= change(i).begin))
      open.pop_back();
    if (!open.empty()) {
      if (open.back() > i) return {};
      parents[i] = open.back();
      nested = true;
    }
    open.push_back(i);
  }
  return nested ? parents : std::vector<std::uint32_t>{};
}

}  // namespace whittle
