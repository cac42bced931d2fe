// Finds a node again after an edit. Node numbers change with every parse, and the edits do not say
// how rendering placed blanks. Visible characters do: the n-th visible character that an edit left
// is the n-th of the new text. The cost is linear in the file, once for each stage that changed it.
#include "plan/tree_plans/remembered_nodes.h"

#include <algorithm>
#include <cassert>

#include "document/lexer.h"

namespace whittle {

RememberedNode remember(std::uint32_t file, const Tree& tree, NodeId node) {
  return {file, tree[node].begin, tree[node].end, tree[node].kind};
}

NodeId find_node(const Tree& tree, const RememberedNode& remembered) {
  // Nodes are numbered in preorder, so their begins are sorted.
  NodeId low = 0, high = tree.size();
  while (low < high) {
    const NodeId middle = low + (high - low) / 2;
    if (tree[middle].begin < remembered.begin) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  NodeId any = no_node;
  for (NodeId node = low; node < tree.size() && tree[node].begin == remembered.begin; ++node) {
    if (tree[node].end != remembered.end) continue;
    if (tree[node].kind == remembered.kind) return node;
    if (any == no_node) any = node;
  }
  return any;
}

Moved::Moved(const EditList& edits, const Subset& kept, const Document& now)
    : files_(edits.base().files().size()) {
  const std::vector<Change> changes = edits.changes(kept);
  auto change = changes.begin();
  for (std::uint32_t number = 0; number < files_.size(); ++number) {
    File& file = files_[number];
    if (change == changes.end() || change->file != number) continue;
    assert(!change->drops_file);  // the plans that remember nodes drop none
    file.changed = true;
    const Bytes& old = edits.base().bytes(number);
    file.visible_before.reserve(old.size() + 1);
    std::uint32_t visible = 0;
    for (std::size_t place = 0; place <= old.size();) {
      if (change != changes.end() && change->file == number && change->begin == place) {
        const auto added =
            std::ranges::count_if(change->replacement, [](char c) { return !is_space(c); });
        file.visible_before.resize(change->end, visible);
        visible += static_cast<std::uint32_t>(added);
        const bool is_insertion = change->end == place;
        place = change->end;
        ++change;
        if (!is_insertion) continue;
      }
      file.visible_before.resize(place, visible);
      file.visible_before.push_back(visible);
      if (place < old.size() && !is_space(old[place])) ++visible;
      ++place;
    }
    const Bytes& text = now.bytes(number);
    for (std::uint32_t place = 0; place < text.size(); ++place)
      if (!is_space(text[place])) file.place_of.push_back(place);
  }
}

std::optional<RememberedNode> Moved::operator()(const RememberedNode& remembered) const {
  const File& file = files_[remembered.file];
  if (!file.changed) return remembered;
  // The node now begins at the first visible character at or after its old beginning, and ends
  // after the last one before its old end.
  const std::uint32_t first = file.visible_before[remembered.begin],
                      end = file.visible_before[remembered.end];
  if (first >= end || end > file.place_of.size()) return std::nullopt;
  RememberedNode moved = remembered;
  moved.begin = file.place_of[first];
  moved.end = std::uint64_t{file.place_of[end - 1]} + 1;
  return moved;
}

std::vector<RememberedNode> still_there(const std::vector<RememberedNode>& nodes,
                                        const StageEnd& end) {
  if (!end.changed) return nodes;
  const Moved moved(*end.edits, *end.kept, end.document);
  std::vector<RememberedNode> left;
  for (const RememberedNode& node : nodes)
    if (auto now = moved(node)) left.push_back(*now);
  return left;
}

}  // namespace whittle
