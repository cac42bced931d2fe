#include "syntax/reindent.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "document/lines.h"

namespace whittle {
namespace {

constexpr std::uint64_t step = 2;

/// `key: |` and its lines: all that matters is how deep these are below the first.
bool moves_with_its_line(const Tree& tree, NodeId node) {
  return tree.kind_name(node) == "block_scalar";
}

/// Leaves that are more than white space; such a block counts as one.
std::vector<NodeId> visible_leaves(const Tree& tree) {
  std::vector<NodeId> leaves;
  for (NodeId node = 0; node < tree.size();) {
    const bool is_block = moves_with_its_line(tree, node);
    if ((is_block || tree.is_leaf(node)) && !is_all_space(tree.text(node))) leaves.push_back(node);
    node = is_block ? tree[node].subtree_end : node + 1;
  }
  return leaves;
}

/// The kinds of all nodes and the text of the leaves, without layout.
std::vector<std::pair<KindId, BytesView>> shape_of(const Tree& tree) {
  std::vector<std::pair<KindId, BytesView>> shape;
  for (NodeId node = 0; node < tree.size(); ++node) {
    const bool is_leaf = tree.is_leaf(node);
    if (is_leaf && is_all_space(tree.text(node))) continue;
    const bool has_text = is_leaf && !moves_with_its_line(tree, node);
    shape.emplace_back(tree[node].kind, has_text ? trimmed(tree.text(node)) : BytesView());
  }
  return shape;
}

class Reindenter {
 public:
  explicit Reindenter(const Tree& tree)
      : tree_(tree), bytes_(*tree.bytes()), leaves_(visible_leaves(tree)) {}

  Bytes text() {
    for (const Range& line : find_lines(bytes_)) add_line(line);
    return std::move(out_);
  }

 private:
  void add_line(const Range& line) {
    while (next_ < leaves_.size() && tree_[leaves_[next_]].end <= line.begin) ++next_;
    const bool is_inside = next_ < leaves_.size() && tree_[leaves_[next_]].begin < line.begin;
    if (is_inside) return add_inner_line(line, leaves_[next_]);
    if (is_all_space(line.in(bytes_))) return;
    std::uint64_t at = line.begin;
    while (is_blank(bytes_[at])) ++at;
    const bool begins_with_leaf = next_ < leaves_.size() && tree_[leaves_[next_]].begin == at;
    const std::uint64_t indent =
        begins_with_leaf ? indent_of(leaves_[next_], line) : at - line.begin;
    shift_ = static_cast<std::int64_t>(indent) - static_cast<std::int64_t>(at - line.begin);
    out_.append(indent, ' ');
    line_begin_ = out_.size() - indent;
    add_tokens(at, line.end);
  }

  /// A line that begins inside a token.
  void add_inner_line(const Range& line, NodeId leaf) {
    std::uint64_t at = line.begin;
    line_begin_ = out_.size();
    if (moves_with_its_line(tree_, leaf)) {
      while (shift_ < 0 && at < line.end && bytes_[at] == ' ' &&
             at - line.begin < static_cast<std::uint64_t>(-shift_))
        ++at;
      if (shift_ > 0 && !is_all_space(line.in(bytes_)))
        out_.append(static_cast<std::size_t>(shift_), ' ');
    }
    add_tokens(at, line.end);
  }

  /// The rest of a line, with one blank where there were several between two tokens.
  void add_tokens(std::uint64_t at, std::uint64_t end) {
    for (std::size_t i = next_; i < leaves_.size() && tree_[leaves_[i]].begin < end; ++i) {
      const Node& leaf = tree_[leaves_[i]];
      if (leaf.begin >= at) {
        const BytesView gap = bytes_.substr(at, leaf.begin - at);
        out_ += gap.size() > 1 && std::ranges::all_of(gap, is_blank) ? BytesView(" ") : gap;
        at = leaf.begin;
        columns_.emplace(leaf.begin, out_.size() - line_begin_);
      }
      const std::uint64_t stop = std::min<std::uint64_t>(leaf.end, end);
      if (stop > at) out_ += bytes_.substr(at, stop - at);
      at = std::max(at, stop);
    }
    BytesView rest = bytes_.substr(at, end - at);
    if (is_all_space(rest)) rest = rest.ends_with('\n') ? BytesView("\n") : BytesView();
    out_ += rest;
  }

  std::uint64_t column_of(std::uint64_t begin) const {
    const auto known = columns_.find(begin);
    return known == columns_.end() ? 0 : known->second;
  }
  /// The new indentation of the line on which a place is that was laid out already.
  std::uint64_t indent_at(std::uint64_t place) const {
    std::uint64_t at = place == 0 ? 0 : bytes_.rfind('\n', place - 1) + 1;
    while (is_blank(bytes_[at])) ++at;
    return column_of(at);
  }

  std::uint64_t indent_of(NodeId leaf, const Range& line) const {
    NodeId node = leaf;
    while (tree_[node].parent != no_node && tree_[tree_[node].parent].begin == tree_[node].begin &&
           tree_[node].parent != Tree::root())
      node = tree_[node].parent;
    const NodeId parent = tree_[node].parent;
    if (parent == no_node || parent == Tree::root() || tree_[parent].begin >= line.begin) return 0;
    const std::string& kind = tree_.kind_name(node);
    const bool closes = tree_[node].next_sibling == no_node &&
                        (!tree_[node].named || kind == "end_tag" || kind == "ETag");
    if (closes) return indent_at(tree_[parent].begin);
    const NodeId first = tree_.first_child(parent);
    if (tree_[first].begin == tree_[parent].begin && tree_[first].kind == tree_[node].kind)
      return column_of(tree_[parent].begin);
    return indent_at(tree_[parent].begin) + step;
  }

  const Tree& tree_;
  BytesView bytes_;
  std::vector<NodeId> leaves_;
  std::size_t next_ = 0;        // the first leaf that does not end before the line
  std::int64_t shift_ = 0;      // of the last line that began outside of a token
  std::size_t line_begin_ = 0;  // of the line that is written
  std::unordered_map<std::uint64_t, std::uint64_t> columns_;  // of leaves; only asked, never walked
  Bytes out_;
};

}  // namespace

std::optional<Bytes> reindented(const Tree& tree) {
  if (tree.errors() > 0) return std::nullopt;
  const SharedBytes text = share(Reindenter(tree).text());
  if (*text == *tree.bytes()) return std::nullopt;
  const auto again = parse(tree.language(), text);
  if (!again || (*again)->errors() > 0 || shape_of(tree) != shape_of(**again)) return std::nullopt;
  return *text;
}

}  // namespace whittle
