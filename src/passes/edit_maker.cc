// An edit of a pass is several changes that belong together: a parameter and its argument at every
// call. Three difficulties are solved here once for all passes:
// - A comma belongs to its row, not to an item: the items that stay decide which commas are
//   removed. So items between commas are collected in rows, and `EditList` decides when it renders.
// - Two places of one edit may lie inside one another. Then only the outer change is kept.
// - Two names may lead to the same changes. The edit is listed once.
#include "passes/edit_maker.h"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <utility>

#include "document/lines.h"

namespace whittle {

// Finds the items of a list from its commas: an item is a node beside a comma. The row is made when
// the first item of the list is removed, because most lists are never touched.
EditMaker::ItemRow& EditMaker::row(const Place& list) {
  const std::uint64_t key = (std::uint64_t{list.file} << 32) | list.node;
  const auto [at, is_new] = row_of_.try_emplace(key, rows_.size());
  if (!is_new) return rows_[at->second];
  ItemRow& row = rows_.emplace_back();
  const Source& source = names_[list];
  const Tree& tree = source.tree();
  NodeId last = no_node, comma = no_node;
  const auto add = [&](NodeId item) {
    if (item != no_node && (row.items.empty() || row.items.back() != item))
      row.items.push_back(item);
  };
  const auto separate = [&](NodeId item) {
    const Range gap = with_gap(*tree.bytes(), {tree[comma].begin, tree[comma].end},
                               {tree[row.items.back()].end, tree[item].begin}, Gap::all);
    row.separated.separators.push_back({list.file, gap.begin, gap.end, {}});
  };
  for (NodeId child : tree.children(list.node)) {
    if (tree[child].extra) continue;
    if (source.is_token(child, ",")) {
      if (comma == no_node) add(last);
      comma = child;
    } else if (comma != no_node && source.is_token(last, ",")) {
      if (tree[child].named && !row.items.empty()) {
        separate(child);
        row.items.push_back(child);
      }
    }
    last = child;
  }
  // A comma after the last item belongs to that item.
  if (comma != no_node && !row.items.empty() && tree[comma].begin >= tree[row.items.back()].end)
    row.separated.separators.push_back({list.file, tree[comma].begin, tree[comma].end, {}});
  row.separated.items.assign(row.items.size(), Separated::no_edit);
  return row;
}

void EditMaker::change(std::uint32_t file, std::uint64_t begin, std::uint64_t end,
                       std::string text) {
  changes_.push_back({Change{file, begin, end, std::move(text)}, Place{file, no_node}});
}

void EditMaker::drop(std::uint32_t file) {
  changes_.push_back(
      {Change{file, 0, names_.document().bytes(file).size(), {}, true}, {file, no_node}});
}

void EditMaker::replace(const Place& place, std::string text) {
  const Node& node = names_[place].tree()[place.node];
  // In `$x` the name is a node without its sign. Rendering would separate the new word from the `$`
  // with a space, so the change includes the sign.
  const BytesView bytes = *names_[place].tree().bytes();
  std::uint64_t begin = node.begin;
  if (begin > 0 && bytes[begin - 1] == '$' && !text.empty() && is_word(text.front())) {
    --begin;
    text.insert(text.begin(), '$');
  }
  change(place.file, begin, node.end, std::move(text));
}

void EditMaker::cut(const Place& place) {
  const Node& node = names_[place].tree()[place.node];
  const BytesView bytes = *names_[place].tree().bytes();
  Range range = with_its_lines(bytes, {node.begin, node.end});
  // If other text follows on the line, one of the two blanks around the node is removed with it.
  if (range.end == node.end)
    while (range.end < bytes.size() && bytes[range.end] == ' ') ++range.end;
  change(place.file, range.begin, range.end);
}

void EditMaker::remove(const Place& place) {
  if (place.node == no_node || place.node == Tree::root()) return;
  const Source& source = names_[place];
  const Tree& tree = source.tree();
  Range range{tree[place.node].begin, tree[place.node].end};
  const NodeId list = source.parent(place.node);
  if (source.beside_comma(place.node)) {
    changes_.push_back({Change{place.file, range.begin, range.end, {}}, place});
    return;
  }
  if (const NodeId after = source.next(place.node); source.is_token(after, ";"))
    range.end = tree[after].end;
  // Attributes that stand before an item, as in Rust, are nodes beside it and mean nothing alone.
  for (NodeId before = source.previous(place.node);
       before != no_node && tree.kind_name(before) == "attribute_item";
       before = source.previous(before))
    range.begin = tree[before].begin;
  // The only statement of a block that must not be empty: `pass` takes its place.
  const std::string& least = source.profile().empty_block;
  if (!least.empty() && source.is(list, Fact::block) && source.next(place.node) == no_node &&
      source.previous(place.node) == no_node) {
    change(place.file, range.begin, range.end, least);
    return;
  }
  range = with_its_lines(*tree.bytes(), range);
  change(place.file, range.begin, range.end);
}

bool EditMaker::finish() {
  // Sorts the changes by place, and the longer of two that begin together first, so that a change
  // inside another one follows it and is skipped. Dropping a file comes before all changes in the
  // file.
  std::ranges::stable_sort(changes_, [](const Pending& a, const Pending& b) {
    return std::tuple(a.change.file, !a.change.drops_file, a.change.begin, ~a.change.end) <
           std::tuple(b.change.file, !b.change.drops_file, b.change.begin, ~b.change.end);
  });
  Edit edit;
  std::vector<Place> items;
  for (Pending& pending : changes_) {
    Change& change = pending.change;
    if (!edit.changes.empty()) {
      const Change& last = edit.changes.back();
      if (last.file == change.file && (last.drops_file || change.begin < last.end)) continue;
    }
    const BytesView old = BytesView(names_.document().bytes(change.file))
                              .substr(change.begin, change.end - change.begin);
    if (old == change.replacement && !change.drops_file) continue;
    if (pending.item.node != no_node) items.push_back(pending.item);
    edit.changes.push_back(std::move(change));
  }
  changes_.clear();
  if (!goes_down_(edit)) return false;
  std::string key;
  for (const Change& change : edit.changes)
    key += fmt::format("{}:{}-{}={};", change.file, change.begin, change.end, change.replacement);
  if (!known_.insert(std::move(key)).second) return false;
  // An item of a row can be removed by only one edit of a list, because the row names one edit for
  // each item. A second edit with the same item is left for the next listing.
  const auto slot = [&](const Place& item) -> std::uint32_t* {
    ItemRow& in = row({item.file, names_[item].parent(item.node)});
    const auto at = std::ranges::lower_bound(in.items, item.node);
    return at == in.items.end() || *at != item.node ? nullptr
                                                    : &in.separated.items[at - in.items.begin()];
  };
  for (const Place& item : items)
    if (const std::uint32_t* taken = slot(item); !taken || *taken != Separated::no_edit)
      return false;
  for (const Place& item : items) *slot(item) = static_cast<std::uint32_t>(found_.edits.size());
  const auto [before, after] = goes_down_.exchange(edit);
  edit.weight = weight_saved(before, after);
  found_.edits.push_back(std::move(edit));
  return true;
}

Found EditMaker::take() {
  for (ItemRow& row : rows_)
    if (std::ranges::any_of(row.separated.items,
                            [](auto edit) { return edit != Separated::no_edit; }))
      found_.rows.push_back(std::move(row.separated));
  return std::move(found_);
}

}  // namespace whittle
