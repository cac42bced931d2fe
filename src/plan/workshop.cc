#include "plan/workshop.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <utility>

namespace whittle {

std::optional<Stage> Workshop::stage(std::string_view pass, const Document& document, Found found,
                                     bool nested) const {
  const Keep::Ranges kept = keep.ranges(document);
  std::vector<std::uint32_t> renumbered(found.edits.size(), Separated::no_edit);
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < found.edits.size(); ++i) {
    if (kept.touches(found.edits[i]) || !goes_down(goal, found.edits[i], document)) continue;
    renumbered[i] = static_cast<std::uint32_t>(edits.size());
    edits.push_back(std::move(found.edits[i]));
  }
  for (Separated& row : found.rows)
    for (std::uint32_t& item : row.items)
      if (item != Separated::no_edit) item = renumbered[item];
  auto list = std::make_shared<const EditList>(document, std::move(edits), found.joining,
                                               std::move(found.rows));
  if (list->empty()) return std::nullopt;
  Elements elements =
      nested ? Elements(list->weights(), parents_of(*list)) : Elements(list->weights());
  return Stage{intern(fmt::format("{}/{}", pass, algorithm)), list, reduce(std::move(elements))};
}

std::vector<std::uint32_t> parents_of(const EditList& edits) {
  std::vector<std::uint32_t> order(edits.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto change = [&](std::uint32_t i) -> const Change& {
    assert(edits.edits()[i].changes.size() == 1);
    return edits.edits()[i].changes.front();
  };
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    const Change &x = change(a), &y = change(b);
    return std::tuple(x.file, x.begin, ~x.end) < std::tuple(y.file, y.begin, ~y.end);
  });
  std::vector<std::uint32_t> parents(edits.size(), Elements::no_parent);
  std::vector<std::uint32_t> open;
  for (std::uint32_t i : order) {
    while (!open.empty() &&
           (change(open.back()).file != change(i).file || change(open.back()).end < change(i).end ||
            change(open.back()).end <= change(i).begin))
      open.pop_back();
    if (!open.empty()) parents[i] = open.back();
    open.push_back(i);
  }
  return parents;
}

}  // namespace whittle
