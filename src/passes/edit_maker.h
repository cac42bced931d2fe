/// Edits of several changes: a declaration with its uses, a parameter with its arguments.
///
///     EditMaker edits(names, subject.goal);
///     for (const Place& leaf : symbol.declarations) edits.remove(names.item(leaf));
///     edits.finish();
///     return edits.take();
///
/// Commas are handled here: they belong to rows of the `Found`, and rendering keeps the commas
/// between the items that are left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "passes/names/names.h"
#include "passes/pass.h"

namespace whittle {

/// Makes edits of several changes each, so that they can be applied in any combination.
class EditMaker {
 public:
  EditMaker(const Names& names, Goal goal) : names_(names), goes_down_(goal, names.counts()) {}

  /// Removes the node, with its comma, its semicolon, its attributes or its lines.
  void remove(const Place& place);
  /// Removes only the node, with the blanks after it, or with its lines if nothing else is on them.
  void cut(const Place& place);
  void replace(const Place& place, std::string text);
  void change(std::uint32_t file, std::uint64_t begin, std::uint64_t end, std::string text = {});
  void drop(std::uint32_t file);
  /// Makes an edit of all changes since the last call. If they do not make the document smaller by
  /// the goal, they are dropped, and the result is false.
  bool finish();
  void forget() { changes_.clear(); }
  bool empty() const { return changes_.empty(); }
  Found take();

 private:
  struct ItemRow {
    std::vector<NodeId> items;
    Separated separated;
  };
  struct Pending {
    Change change;
    Place item;  // the item of a row that the change removes; no node if there is none
  };
  ItemRow& row(const Place& list);

  const Names& names_;
  Downhill goes_down_;
  std::vector<Pending> changes_;
  std::unordered_map<std::uint64_t, std::size_t> row_of_;  // by file and node of the list
  std::vector<ItemRow> rows_;
  std::unordered_set<std::string> known_;  // keys of edits, so that none is listed twice
  Found found_;
};

/// The edits that `list(edits, source, file)` adds for each file whose language is wanted. Other
/// files are not parsed.
template <typename Wanted, typename List>
Found in_files(const Subject& subject, Wanted wanted, List list) {
  const auto is_wanted = [&](const File& file) {
    return file.kind == File::Kind::regular &&
           wanted(subject.trees.language(file.path, *file.bytes));
  };
  if (std::ranges::none_of(subject.document.files(), is_wanted)) return {};
  const SharedNames names = names_of(subject);
  EditMaker edits(*names, subject.goal);
  for (std::uint32_t file = 0; file < names->files(); ++file)
    if (const Source* source = names->source(file); source && wanted(source->tree().language()))
      list(edits, *source, file);
  return edits.take();
}

/// The name with that number, from 0: with the letters "ab" a, b, aa, ab, ba ...
inline std::string short_name(std::size_t number, std::string_view letters) {
  std::string name;
  for (std::size_t rest = number + 1; rest > 0; rest = (rest - 1) / letters.size())
    name.insert(name.begin(), letters[(rest - 1) % letters.size()]);
  return name;
}

}  // namespace whittle
