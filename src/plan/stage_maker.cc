// The way from the edits of a pass to a stage. Edits that cannot help are filtered out here, once
// for all strategies, and the relations between edits (nesting, groups, needs) become parts of the
// reduction, so no algorithm needs to know them.
#include "plan/stage_maker.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "plan/delete_only.h"
#include "plan/nesting.h"
#include "plan/reductions.h"

namespace whittle {

bool StageMaker::wants(const Pass& pass) const {
  return wants(pass.name) && pass.finder(keep_names) &&
         !(is_delete_only && pass.effect != Effect::deletes);
}

bool StageMaker::wants(std::string_view name) const {
  const auto names = [&](const std::vector<std::string>& list) {
    return std::ranges::find(list, name) != list.end();
  };
  return (only.empty() || names(only)) && !names(without);
}

// The check for the input kind comes first: it costs nothing, and many passes would parse the
// document to find nothing.
Found StageMaker::find(const Pass& pass, const Document& document) const {
  const Subject subject{document, *trees, *tools, goal, binary_files};
  if (!pass.applies_to(subject)) return {};
  Found found = pass.finder(keep_names)(subject);
  if (!delete_only_files.empty()) leave_values_whole(pass, subject, delete_only_files, found);
  return found;
}

std::optional<Stage> StageMaker::stage(std::string_view name, const Document& document, Found found,
                                       const LeaveOut& leave_out,
                                       const std::vector<float>* chances) const {
  const Keep::Ranges kept = keep.ranges(document);
  const Downhill goes_down(goal, document);
  std::vector<bool> pinned(found.edits.size());  // items whose count is kept text must stay
  for (const Counted& counted : found.counts)
    if (kept.touches(Edit{{counted.number}}))
      for (std::uint32_t item : counted.items) pinned[item] = true;
  found.filter([&](std::size_t i, const Edit& edit) {
    return !pinned[i] && !kept.touches(edit) && goes_down(edit) &&
           !(leave_out && leave_out(i, edit));
  });

  const std::size_t listed = found.edits.size();
  auto parents = std::move(found.parents);
  auto groups = std::move(found.not_all);
  auto needs = std::move(found.needs);
  const bool are_independent = found.are_independent;
  auto list = std::make_shared<const EditList>(edit_list(document, std::move(found)));
  if (list->empty()) return std::nullopt;
  // The numbers of edits are valid only if the list left out none for overlapping, which is rare.
  // If it did, groups and needs are dropped: the test will refuse the candidates that they would
  // have excluded.
  const bool all_there = list->size() == listed;
  if (parents.empty() || !all_there) parents = parents_of(*list);
  Elements elements =
      parents.empty() ? Elements(list->weights()) : Elements(list->weights(), parents);
  if (chances && chances->size() == list->size()) elements = elements.with_chances(*chances);
  if (are_independent) elements = elements.that_are_independent();
  AnyReduction reduction = reduce(std::move(elements));
  if (!groups.empty() && all_there)
    reduction = not_all(std::move(reduction), std::move(groups), parents);
  if (!needs.empty() && all_there)
    reduction = none_dangling(std::move(reduction), std::move(needs));
  return Stage{intern(fmt::format("{}/{}", name, algorithm)), list, std::move(reduction)};
}

}  // namespace whittle
