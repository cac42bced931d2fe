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

}  // namespace

EditForest forest_of(const std::vector<Edit>& edits) {
  EditForest forest{std::vector<std::uint32_t>(edits.size()),
                    std::vector<std::uint32_t>(edits.size(), none)};
  std::iota(forest.order.begin(), forest.order.end(), 0);
  std::ranges::stable_sort(forest.order, {}, [&](std::uint32_t i) {
    const Extent extent = extent_of(edits[i]);
    return std::tuple(extent.file, extent.begin, ~extent.end);
  });
  std::vector<std::uint32_t> open;
  for (const std::uint32_t i : forest.order) {
    const Extent inner = extent_of(edits[i]);
    // An insertion directly after an edit is not inside it.
    const auto is_around = [&](std::uint32_t other) {
      const Extent outer = extent_of(edits[other]);
      return outer.file == inner.file && outer.end >= inner.end && outer.end > inner.begin;
    };
    while (!open.empty() && !is_around(open.back())) open.pop_back();
    if (!open.empty()) forest.parents[i] = open.back();
    open.push_back(i);
  }
  return forest;
}

std::vector<std::uint32_t> parents_of(const EditList& list) {
  const std::vector<Edit>& edits = list.edits();
  if (std::ranges::any_of(edits, [](const Edit& edit) { return edit.changes.size() != 1; }))
    return {};
  std::vector<std::uint32_t> parents = forest_of(edits).parents;
  bool nested = false, outer_first = true;
  for (std::uint32_t i = 0; i < edits.size(); ++i) {
    nested = nested || parents[i] != none;
    outer_first = outer_first && (parents[i] == none || parents[i] < i);
  }
  return nested && outer_first ? parents : std::vector<std::uint32_t>{};
}

}  // namespace whittle
