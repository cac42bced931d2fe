// Turns the facts of the grammar into edits of the text. The facts say which nodes can be removed.
// This file decides about the bytes around them: separators, blanks, line ends.
//
// The difficulty is that ranges of nested nodes must nest, or the edit list would drop one of two
// edits. So the blanks and line ends that a node takes along never reach beyond the node around it.
//
// A chain of one operator, `a + b + c`, is a tree of nested nodes, but any of its operands can be
// removed with one operator. So it is treated as one list (`chain_of`), as if the grammar had a
// repetition there. Otherwise, removing `b` would need the replacement of a node by its child.
#include "passes/tree/tree_edits.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <optional>

#include "document/lines.h"

namespace whittle {
namespace {

constexpr BytesView opens = "({[\"'`";

/// The parts of a node that consists of an operator with an operand on either side, and nothing
/// else.
struct Link {
  NodeId left = no_node, mark = no_node, right = no_node;
  explicit operator bool() const { return right != no_node; }
};
Link link_at(const Tree& tree, NodeId node) {
  Link link;
  for (NodeId child : tree.children(node)) {
    if (tree[child].extra) continue;
    if (link.left == no_node) {
      link.left = child;
    } else if (link.mark == no_node) {
      link.mark = child;
    } else if (link.right == no_node) {
      link.right = child;
    } else {
      return {};
    }
  }
  if (!link) return {};
  const bool fits = tree[link.left].named && tree[link.right].named && !tree[link.mark].named &&
                    !tree[node].has_errors && tree[link.mark].weight > 0;
  return fits ? link : Link{};
}

bool links_to(const Tree& tree, NodeId outer, NodeId inner) {
  return inner != no_node && tree[inner].kind == tree[outer].kind && link_at(tree, inner);
}

/// The end of the node before this one, and the beginning of the node after it.
std::uint64_t end_before(const Tree& tree, NodeId node) {
  NodeId before = node - 1;
  if (tree.contains(before, node)) return tree[before].begin;
  // A node can end after its last leaf: a line of the preprocessor includes its line end.
  while (!tree.contains(tree[before].parent, node)) before = tree[before].parent;
  return tree[before].end;
}
std::uint64_t begin_behind(const Tree& tree, NodeId node) {
  const NodeId behind = tree[node].subtree_end;
  return behind < tree.size() ? tree[behind].begin : tree.bytes()->size();
}

/// The place of the line end before [begin, end), if nothing but a separator is on these lines;
/// otherwise `begin`.
std::uint64_t line_end_before(BytesView bytes, std::uint64_t begin, std::uint64_t end) {
  // A line of the preprocessor, or of text, includes its line end; the line end before it belongs
  // to another node.
  if (end > begin && bytes[end - 1] == '\n') return begin;
  const Margins margins = margins_of(bytes, {begin, end});
  if (!margins.starts_line || margins.blanks.begin == 0) return begin;
  std::uint64_t right = margins.blanks.end;
  if (right < bytes.size() && (bytes[right] == ',' || bytes[right] == ';'))
    right = blanks_end(bytes, right + 1);
  if (right < bytes.size() && bytes[right] != '\n') return begin;
  const std::uint64_t line_end = margins.blanks.begin - 1;
  return line_end > 0 && bytes[line_end - 1] == '\r' ? line_end - 1 : line_end;
}

}  // namespace

// An explicit stack: a chain of a hundred thousand operators is as deep as it is long.
List chain_of(const Facts& facts, NodeId node) {
  const Tree& tree = facts.tree();
  List list;
  if (is_inner_link(tree, node)) return list;
  const Link top = link_at(tree, node);
  if (!top || (!links_to(tree, node, top.left) && !links_to(tree, node, top.right))) return list;
  // The stack holds the nodes that are still to be taken apart, in reverse order of the text.
  std::vector<std::pair<NodeId, bool>> open{{node, false}};  // and whether it is an operator
  while (!open.empty()) {
    const auto [next, is_mark] = open.back();
    open.pop_back();
    if (is_mark) {
      list.separators.push_back(next);
    } else if (next == node || links_to(tree, node, next)) {
      const Link link = link_at(tree, next);
      open.insert(open.end(), {{link.right, false}, {link.mark, true}, {link.left, false}});
    } else {
      list.items.push_back({next, next});
    }
  }
  list.minimum = 1;
  return list;
}

bool is_inner_link(const Tree& tree, NodeId node) {
  const NodeId parent = tree[node].parent;
  if (parent == no_node || tree[parent].kind != tree[node].kind) return false;
  const Link outer = link_at(tree, parent);
  return outer && outer.mark != node && link_at(tree, node);
}

// A child that is part of a list is not listed alone as well: two edits for the same bytes would
// exclude each other.
Parts parts_of(const Facts& facts, NodeId parent) {
  const Tree& tree = facts.tree();
  Parts parts{facts.lists_of(parent), {}};
  std::vector<NodeId> listed;
  for (const List& list : parts.lists) {
    for (const Siblings& item : list.items)
      for (NodeId node = item.first;; node = tree[node].next_sibling) {
        listed.push_back(node);
        if (node == item.last) break;
      }
    listed.insert(listed.end(), list.separators.begin(), list.separators.end());
  }
  std::ranges::sort(listed);
  NodeId free_from = 0;  // children before this one belong to an earlier run
  for (NodeId child : tree.children(parent)) {
    if (child < free_from || std::ranges::binary_search(listed, child)) continue;
    const std::optional<Siblings> run = facts.removable(child);
    if (!run || run->first < free_from) continue;
    const auto in_list = std::ranges::lower_bound(listed, run->first);
    if (in_list != listed.end() && *in_list <= run->last) continue;
    parts.singles.push_back(*run);
    free_from = run->last + 1;
  }
  if (!listed.empty()) return parts;
  if (List chain = chain_of(facts, parent); !chain.items.empty())
    parts.lists.push_back(std::move(chain));
  return parts;
}

Range removal_range(const Tree& tree, Siblings run) {
  const BytesView bytes = *tree.bytes();
  Range range{tree[run.first].begin, tree[run.last].end};
  if (range.size() > 0 && bytes[range.end - 1] == '\n') {
    // Whole lines: their indentation is removed with them, and that of the next line stays.
    const Margins margins = margins_of(bytes, range);
    if (margins.starts_line) range.begin = margins.blanks.begin;
    return range;
  }
  if (tree.language().profile.strict == Strict::json_lines) {
    // A record includes its line end, so that the first one leaves no empty line.
    const std::uint64_t line_end = blanks_end(bytes, range.end);
    if (margins_of(bytes, range).starts_line && line_end < bytes.size() && bytes[line_end] == '\n')
      return {range.begin, line_end + 1};
  }
  // If a word follows, the blanks after the run are removed with it; before punctuation they stay.
  const std::uint64_t end =
      std::max(range.end, std::min(blanks_end(bytes, range.end), begin_behind(tree, run.last)));
  if (end < bytes.size() && (is_word(bytes[end]) || opens.find(bytes[end]) != BytesView::npos))
    range.end = end;
  if (run.first == Tree::root()) return range;

  const std::uint64_t begin = line_end_before(bytes, range.begin, tree[run.last].end);
  // A node around this one that begins at the same place must take the same line end along, or the
  // ranges would overlap. Only chains of operators have many such nodes, and far inside a chain the
  // line end does not matter.
  NodeId outer = run.first;
  for (int steps = 0; tree[tree[outer].parent].begin == range.begin; ++steps) {
    if (tree[outer].parent == Tree::root()) break;
    outer = tree[outer].parent;
    if (steps == 64 || line_end_before(bytes, range.begin, tree[outer].end) != begin) return range;
  }
  range.begin = std::max(begin, std::min<std::uint64_t>(end_before(tree, outer), range.begin));
  return range;
}

Weight weight_of(const Tree& tree, Siblings run) {
  Weight weight = 0;
  for (NodeId node = run.first;; node = tree[node].next_sibling) {
    weight += tree[node].weight;
    if (node == run.last) return weight;
  }
}

NodeEdits::NodeEdits(std::uint32_t file, const Facts& facts, Goal goal, Found& found)
    : file_(file), facts_(facts), goal_(goal), found_(found) {
  if (goal == Goal::lines) lines_.emplace(*facts.tree().bytes());
}

// The weight of a node is known from its tree, so no text is counted again.
Measure NodeEdits::measure_of(const Siblings& run) const {
  const Tree& tree = facts_.tree();
  const Range range{tree[run.first].begin, tree[run.last].end};
  return {static_cast<std::int64_t>(weight_of(tree, run)), static_cast<std::int64_t>(range.size()),
          lines_ ? static_cast<std::int64_t>(lines_->ends_in(range)) : 0};
}

std::uint32_t NodeEdits::add_removal(const Siblings& run) {
  const Weight weight = weight_of(facts_.tree(), run);
  if (weight == 0) return Separated::no_edit;
  const Range range = removal_range(facts_.tree(), run);
  found_.edits.push_back({{{file_, range.begin, range.end, "", false}}, weight});
  return static_cast<std::uint32_t>(found_.edits.size() - 1);
}

void NodeEdits::remove(const Siblings& run) {
  add_removal(run);
}

void NodeEdits::remove(const List& list) {
  const Tree& tree = facts_.tree();
  const BytesView bytes = *tree.bytes();
  if (list.items.size() <= list.minimum) return;
  Separated row;
  for (const Siblings& item : list.items) row.items.push_back(add_removal(item));
  if (list.minimum > 0 && std::ranges::find(row.items, Separated::no_edit) == row.items.end())
    found_.not_all.push_back(row.items);
  if (list.separators.empty()) return;
  for (std::size_t i = 0; i < list.separators.size(); ++i) {
    const NodeId separator = list.separators[i];
    const Range room{removal_range(tree, list.items[i]).end, begin_behind(tree, separator)};
    const Range gap =
        with_gap(bytes, {tree[separator].begin, tree[separator].end}, room, Gap::blanks);
    row.separators.push_back({file_, gap.begin, gap.end, "", false});
  }
  found_.rows.push_back(std::move(row));
}

void NodeEdits::remove(const Parts& parts) {
  for (const List& list : parts.lists) remove(list);
  for (const Siblings& run : parts.singles) remove(run);
}

bool NodeEdits::replace(NodeId node, std::string text) {
  const Tree& tree = facts_.tree();
  const Measure before = measure_of(node), after = measure(text);
  if (!saves(goal_, before, after)) return false;
  found_.edits.push_back({{{file_, tree[node].begin, tree[node].end, std::move(text), false}},
                          weight_saved(before, after)});
  return true;
}

// Two deletions around the part that stays, not a replacement: edits inside that part remain
// possible.
void NodeEdits::unwrap(NodeId node, const Siblings& inside) {
  const Tree& tree = facts_.tree();
  const Measure before = measure_of(node), after = measure_of(inside);
  if (!saves(goal_, before, after)) return;
  Edit edit{{}, weight_saved(before, after)};
  if (tree[node].begin < tree[inside.first].begin)
    edit.changes.push_back({file_, tree[node].begin, tree[inside.first].begin, "", false});
  if (tree[inside.last].end < tree[node].end)
    edit.changes.push_back({file_, tree[inside.last].end, tree[node].end, "", false});
  found_.edits.push_back(std::move(edit));
}

std::vector<NodeId> inner_before_outer(const Tree& tree) {
  std::vector<NodeId> nodes;
  std::vector<NodeId> open;
  for (NodeId node = 1; node <= tree.size(); ++node) {
    while (!open.empty() && (node == tree.size() || !tree.contains(open.back(), node))) {
      nodes.push_back(open.back());
      open.pop_back();
    }
    if (node < tree.size()) open.push_back(node);
  }
  return nodes;
}

Found find_all_removals(const Document& document, Trees& trees, Unknown unknown) {
  constexpr Goal any = Goal::tokens;  // removals only, which are smaller by every goal
  Found found;
  for_each_tree_inside(document, trees, [&](std::uint32_t file, const Facts& facts) {
    const Tree& tree = facts.tree();
    if (unknown == Unknown::left_out && tree.language().parser == Parser::brackets &&
        !is_text(*tree.bytes()))
      return;
    NodeEdits edits(file, facts, any, found);
    // Nodes with an edit for all that they span: an only child needs no second one.
    std::vector<bool> goes(tree.size());
    const auto mark = [&](const Siblings& run) {
      if (run.first == run.last) goes[run.first] = true;
    };
    for (NodeId node = 0; node < tree.size(); ++node) {
      if (tree.is_leaf(node)) continue;
      Parts parts = parts_of(facts, node);
      const auto again = [&](const Siblings& run) {
        return goes[node] && tree[run.first].begin == tree[node].begin &&
               tree[run.last].end == tree[node].end;
      };
      for (const List& list : parts.lists) {
        if (list.items.size() == 1 && again(list.items.front())) {
          mark(list.items.front());
          continue;
        }
        edits.remove(list);
        for (const Siblings& item : list.items) mark(item);
      }
      for (const Siblings& run : parts.singles) {
        if (!again(run)) edits.remove(run);
        mark(run);
      }
    }
  });
  return found;
}

// Below a descendant that fits, no further one is looked for: a smaller one is found when the first
// was accepted and the pass runs again. At most 200 nodes are looked at, so that a node with
// thousands of children costs little.
std::vector<NodeId> nearest_replacements(const Facts& facts, NodeId node, std::size_t most,
                                         std::size_t depth) {
  const Tree& tree = facts.tree();
  std::vector<NodeId> found;
  std::vector<NodeId> level{node};
  std::size_t looked_at = 0;
  for (; depth > 0 && !level.empty(); --depth) {
    std::vector<NodeId> below;
    for (NodeId parent : level)
      for (NodeId child : tree.children(parent)) {
        if (!tree[child].named || tree[child].extra || tree[child].weight == 0) continue;
        if (++looked_at > 200) break;
        if (tree[child].weight < tree[node].weight && facts.can_replace(node, child)) {
          found.push_back(child);
        } else {
          below.push_back(child);
        }
      }
    level = std::move(below);
  }
  std::ranges::stable_sort(found, std::greater{}, [&](NodeId child) { return tree[child].weight; });
  if (found.size() > most) found.resize(most);
  return found;
}

}  // namespace whittle
