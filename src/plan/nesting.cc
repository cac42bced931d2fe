// Nesting by ranges. Passes list thousands of edits, and algorithms need to know which edit lies
// inside which. Sorted by place, with the outer of two first, one walk with a stack of open edits
// answers that in O(n log n).
#include "plan/nesting.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "algorithms/reduction.h"

namespace whittle {
namespace {

constexpr std::uint32_t none = Elements::no_parent;

/// From the first change of an edit to its last.
struct Extent {
  std::uint32_t file;
  std::uint64_t begin, end;
};
Extent extent_of(const Edit& edit) {
  const Change &first = edit.changes.front(), &last = edit.changes.back();
  return {first.file, first.begin, last.end};
}

/// Calls `visit(edit, around)` for each of the edits with these numbers, outer before inner.
/// `around` is the innermost edit that `holds` this one, among those for which `visit` said yes.
template <typename Holds, typename Visit>
void visit_nested(const std::vector<Edit>& edits, std::vector<std::uint32_t> numbers, Holds holds,
                  Visit visit) {
  std::ranges::stable_sort(numbers, {}, [&](std::uint32_t i) {
    const Extent extent = extent_of(edits[i]);
    return std::tuple(extent.file, extent.begin, ~extent.end);
  });
  std::vector<std::uint32_t> open;
  for (const std::uint32_t i : numbers) {
    const Extent inner = extent_of(edits[i]);
    const auto is_around = [&](std::uint32_t other) {
      const Extent outer = extent_of(edits[other]);
      return outer.file == inner.file && holds(outer, inner);
    };
    while (!open.empty() && !is_around(open.back())) open.pop_back();
    if (visit(i, open.empty() ? none : open.back())) open.push_back(i);
  }
}

}  // namespace

std::vector<std::uint32_t> parents_of(const EditList& list) {
  const std::vector<Edit>& edits = list.edits();
  if (std::ranges::any_of(edits, [](const Edit& edit) { return edit.changes.size() != 1; }))
    return {};
  std::vector<std::uint32_t> all(edits.size());
  std::iota(all.begin(), all.end(), 0);
  // An insertion directly after an edit is not inside it.
  const auto holds = [](const Extent& outer, const Extent& inner) {
    return outer.end >= inner.end && outer.end > inner.begin;
  };
  std::vector<std::uint32_t> parents(edits.size(), none);
  bool nested = false, outer_first = true;
  visit_nested(edits, std::move(all), holds, [&](std::uint32_t i, std::uint32_t around) {
    parents[i] = around;
    nested = nested || around != none;
    outer_first = outer_first && (around == none || around < i);
    return true;
  });
  return nested && outer_first ? parents : std::vector<std::uint32_t>{};
}

std::vector<bool> in_grain(const Found& found, double least) {
  // The same share as in `with-orphans`: an edit nearly as heavy as the one around it would repeat
  // its test.
  constexpr double clearly_lighter = 0.7;
  const std::vector<Edit>& edits = found.edits;
  if (least <= 0) return std::vector<bool>(edits.size(), true);
  std::vector<std::uint32_t> heavy;
  for (std::uint32_t i = 0; i < edits.size(); ++i)
    if (edits[i].weight >= least && !edits[i].changes.empty()) heavy.push_back(i);
  std::vector<bool> chosen(edits.size());
  // The pass lists only edits that are clearly lighter than their parents.
  if (!found.parents.empty()) {
    for (const std::uint32_t i : heavy) chosen[i] = true;
    return chosen;
  }
  const auto holds = [](const Extent& outer, const Extent& inner) {
    return outer.end >= inner.end;
  };
  visit_nested(edits, std::move(heavy), holds, [&](std::uint32_t i, std::uint32_t around) {
    chosen[i] = around == none || edits[i].weight <= clearly_lighter * edits[around].weight;
    return chosen[i];
  });
  return chosen;
}

}  // namespace whittle
