// Finds the combinations of removals that cannot compile, so that they are not tested: a use
// without any declaration. Debloating uses this (`plan/debloat/debloat.h`), where a test compiles
// and runs a program, and a candidate that does not compile wastes the test.
#include "passes/names/needs.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace whittle {
namespace {

/// Which edit removes a place.
class EditAt {
 public:
  EditAt(const std::vector<Edit>& edits, std::uint32_t files) : by_file_(files) {
    for (std::uint32_t number = 0; number < edits.size(); ++number)
      for (const Change& change : edits[number].changes)
        by_file_[change.file].push_back({change.begin, change.end, number});
    for (std::vector<Removed>& file : by_file_) std::ranges::sort(file, {}, &Removed::begin);
  }

  std::uint32_t operator()(std::uint32_t file, std::uint64_t position) const {
    const std::vector<Removed>& removed = by_file_[file];
    const auto behind = std::ranges::upper_bound(removed, position, {}, &Removed::begin);
    if (behind == removed.begin() || position >= std::prev(behind)->end) return Need::everybody;
    return std::prev(behind)->edit;
  }

 private:
  struct Removed {
    std::uint64_t begin, end;
    std::uint32_t edit;
  };
  std::vector<std::vector<Removed>> by_file_;
};

}  // namespace

bool declares_function(const Names& names, const Place& leaf) {
  return names.item(leaf).node != no_node && names[leaf].parameters_of(leaf.node) != no_node;
}

bool has_body(const Names& names, const Place& function) {
  return names[function].child(function.node, Field::body) != no_node;
}

void add_needs(const Names& names, Found& found) {
  const EditAt edit_at(found.edits, names.files());
  const auto edits_of = [&](const std::vector<Place>& leaves) {
    std::vector<std::uint32_t> edits;
    for (const Place& leaf : leaves)
      edits.push_back(edit_at(leaf.file, names[leaf].tree()[leaf.node].begin));
    std::ranges::sort(edits);
    const auto same = std::ranges::unique(edits);
    edits.erase(same.begin(), same.end());
    return edits;
  };
  const auto is_definition = [&](const Place& leaf) {
    return declares_function(names, leaf) && has_body(names, names.item(leaf));
  };
  for (const Symbol& symbol : names.symbols()) {
    std::vector<Place> declarations = symbol.declarations;
    if (std::ranges::any_of(declarations, is_definition))
      std::erase_if(declarations, [&](const Place& leaf) { return !is_definition(leaf); });
    const std::vector<std::uint32_t> declaring = edits_of(declarations);
    // `everybody` sorts last: one declaration stays whatever is removed.
    if (declaring.empty() || declaring.back() == Need::everybody) continue;
    for (const std::uint32_t user : edits_of(symbol.uses))
      if (!std::ranges::binary_search(declaring, user)) found.needs.push_back({user, declaring});
  }
  std::ranges::sort(found.needs);
  const auto same = std::ranges::unique(found.needs);
  found.needs.erase(same.begin(), same.end());
}

// Follows needs with a single alternative from the parts that always stay. A need with several
// alternatives forces none of them, so it stays for the search.
void take_out_needed(Found& found) {
  std::vector<std::vector<std::uint32_t>> needed_by(found.edits.size());
  std::vector<bool> stays(found.edits.size());
  std::vector<std::uint32_t> open;
  const auto keep = [&](std::uint32_t edit) {
    if (!stays[edit]) open.push_back(edit);
    stays[edit] = true;
  };
  for (const Need& need : found.needs) {
    if (need.any_of.size() != 1) continue;
    if (need.user == Need::everybody)
      keep(need.any_of.front());
    else
      needed_by[need.user].push_back(need.any_of.front());
  }
  while (!open.empty()) {
    const std::uint32_t user = open.back();
    open.pop_back();
    for (const std::uint32_t needed : needed_by[user]) keep(needed);
  }
  found.filter([&](std::size_t edit, const Edit&) { return !stays[edit]; });
}

}  // namespace whittle
