// Copies the tree of tree-sitter into one table. Passes walk trees many times and ask for parents,
// siblings and weights, which tree-sitter does not store; in the table each is one load. The tree
// of tree-sitter is freed at once.
#include "syntax/tree.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <tree_sitter/api.h>

#include "document/lexer.h"
#include "syntax/builtin.h"
#include "syntax/hidden.h"

namespace whittle {
namespace {

/// A place in rows and columns, counted from 0.
TSPoint point_of(BytesView bytes, std::uint64_t at) {
  const BytesView before = bytes.substr(0, at);
  const std::size_t line = before.rfind('\n') + 1;  // 0 if there is none
  return {static_cast<std::uint32_t>(std::ranges::count(before, '\n')),
          static_cast<std::uint32_t>(at - line)};
}

std::shared_ptr<const Tree> parse_by_grammar(const std::shared_ptr<const Syntax>& syntax,
                                             const SharedBytes& bytes, const Range& part) {
  std::unique_ptr<TSParser, void (*)(TSParser*)> parser(ts_parser_new(), ts_parser_delete);
  ts_parser_set_language(parser.get(), syntax->parser());
  if (part.size() < bytes->size()) {
    const TSRange range{point_of(*bytes, part.begin), point_of(*bytes, part.end),
                        static_cast<std::uint32_t>(part.begin),
                        static_cast<std::uint32_t>(part.end)};
    ts_parser_set_included_ranges(parser.get(), &range, 1);
  }
  const std::vector<Hidden> hidden = find_hidden(syntax->language(), *bytes);
  Bytes blanked = hidden.empty() ? Bytes() : *bytes;
  blank(hidden, blanked);
  std::unique_ptr<TSTree, void (*)(TSTree*)> parsed(
      ts_parser_parse_string(parser.get(), nullptr, hidden.empty() ? bytes->data() : blanked.data(),
                             static_cast<std::uint32_t>(bytes->size())),
      ts_tree_delete);

  TreeBuilder builder(syntax, bytes);
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(parsed.get()));
  auto next = hidden.begin();
  std::uint32_t closed = 0;  // the end of the last node that was closed
  // A hidden word before a node becomes a sibling of the node, or its first child if it belongs to
  // the node.
  const auto begin_of = [&](const TSNode& at) {
    std::uint32_t begin = ts_node_start_byte(at);
    while (next != hidden.end() && next->begin < begin) {
      const KindId kind = syntax->kinds().find(next->kind, true);
      const bool is_inside_other = next->begin < closed || kind == Kinds::none;
      if (!is_inside_other && next->begins_next && ts_node_child_count(at) > 0) return next->begin;
      if (!is_inside_other && builder.depth() > 0)
        builder.leaf(kind, next->begin, next->end).extra = true;
      ++next;
    }
    return begin;
  };
  const auto open_current = [&] {
    const TSNode at = ts_tree_cursor_current_node(&cursor);
    const TSSymbol symbol = ts_node_symbol(at);
    Node& node = builder.open(syntax->kind_of_symbol(symbol), begin_of(at));
    node.end = ts_node_end_byte(at);
    node.symbol = ts_node_grammar_symbol(at);
    node.field = ts_tree_cursor_current_field_id(&cursor);
    node.named = ts_node_is_named(at);
    node.extra = ts_node_is_extra(at);
    node.error = ts_node_is_error(at);
    node.missing = ts_node_is_missing(at);
    return node.end;
  };
  // Preorder walk with an explicit stack of the ends of the open nodes: nesting may be too deep for
  // recursion.
  std::vector<std::uint32_t> ends{open_current()};
  while (!ends.empty()) {
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      ends.push_back(open_current());
      continue;
    }
    for (;;) {
      builder.close(ends.back());
      closed = ends.back();
      ends.pop_back();
      if (ends.empty()) break;
      if (ts_tree_cursor_goto_next_sibling(&cursor)) {
        ends.push_back(open_current());
        break;
      }
      ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
  return std::move(builder).finish(part);
}

}  // namespace

TreeBuilder::TreeBuilder(std::shared_ptr<const Syntax> syntax, SharedBytes bytes)
    : tree_(new Tree) {
  tree_->syntax_ = std::move(syntax);
  tree_->bytes_ = std::move(bytes);
  tree_->nodes_.reserve(tree_->bytes_->size() / 4 + 1);
}

Node& TreeBuilder::open(KindId kind, std::uint32_t begin) {
  const auto id = static_cast<NodeId>(tree_->nodes_.size());
  Node& node = tree_->nodes_.emplace_back();
  node.kind = kind;
  node.begin = begin;
  node.parent = open_.empty() ? no_node : open_.back();
  node.named = tree_->syntax_->kinds()[kind].named;
  open_.push_back(id);
  return node;
}

void TreeBuilder::close(std::uint32_t end) {
  Node& node = tree_->nodes_[open_.back()];
  node.end = end;
  node.subtree_end = static_cast<NodeId>(tree_->nodes_.size());
  open_.pop_back();
}

Node& TreeBuilder::leaf(KindId kind, std::uint32_t begin, std::uint32_t end) {
  open(kind, begin);
  close(end);
  return tree_->nodes_.back();
}

std::shared_ptr<const Tree> TreeBuilder::finish() && {
  return std::move(*this).finish({0, tree_->bytes_->size()});
}

std::shared_ptr<const Tree> TreeBuilder::finish(const Range& part) && {
  assert(open_.empty() && !tree_->nodes_.empty());
  std::vector<Node>& nodes = tree_->nodes_;
  // The root covers the whole part, with the white space before its first node.
  nodes[0].begin = static_cast<std::uint32_t>(part.begin);
  nodes[0].end = static_cast<std::uint32_t>(part.end);

  const TokenIndex tokens(*tree_->bytes_);
  for (NodeId id = 0; id < nodes.size(); ++id) {
    Node& node = nodes[id];
    node.weight = static_cast<Weight>(tokens.starting_in({node.begin, node.end}));
    const bool is_last =
        node.parent == no_node || node.subtree_end == nodes[node.parent].subtree_end;
    if (!is_last) node.next_sibling = node.subtree_end;
    if (node.error || node.missing) {
      ++tree_->errors_;
      node.has_errors = true;
    }
  }
  // Backwards, because children come after their parents: each node hands its mark up.
  for (NodeId id = static_cast<NodeId>(nodes.size()); id-- > 1;)
    if (nodes[id].has_errors) nodes[nodes[id].parent].has_errors = true;
  nodes.shrink_to_fit();
  return std::move(tree_);
}

Result<std::shared_ptr<const Tree>> parse(const Language& language, SharedBytes bytes) {
  if (bytes->size() >= std::size_t{1} << 31)
    return fail(ErrorKind::input, "files of 2 GB and more have no tree");
  auto syntax = Syntax::load(language);
  if (!syntax) return std::unexpected(syntax.error());
  switch (language.parser) {
    case Parser::tree_sitter:
      return parse_by_grammar(*syntax, bytes, {0, bytes->size()});
    case Parser::s_expressions:
      return parse_s_expressions(*syntax, bytes);
    case Parser::assembly:
      return parse_assembly(*syntax, bytes);
    case Parser::table:
      return parse_table(*syntax, bytes);
    case Parser::brackets:
      break;
  }
  return parse_brackets(*syntax, bytes);
}

std::vector<std::shared_ptr<const Tree>> parse_embedded(const Tree& tree) {
  std::vector<std::shared_ptr<const Tree>> found;
  for (const Embedded& row : tree.language().profile.embedded) {
    const Language* language = find_language(row.language);
    const auto syntax = language ? Syntax::load(*language) : fail(ErrorKind::input, row.language);
    const KindId kind = tree.kind(row.kind), around = tree.kind(row.around);
    if (!syntax || kind == Kinds::none) continue;
    for (NodeId node = 1; node < tree.size(); ++node)
      if (tree[node].kind == kind && tree[tree[node].parent].kind == around)
        found.push_back(
            parse_by_grammar(*syntax, tree.bytes(), {tree[node].begin, tree[node].end}));
  }
  return found;
}

std::string to_string(const Tree& tree) {
  std::string out;
  std::vector<NodeId> ends;  // the ends of the subtrees that contain the current node
  for (NodeId id = 0; id < tree.size(); ++id) {
    while (!ends.empty() && ends.back() == id) ends.pop_back();
    const Node& node = tree[id];
    // Beyond 50 levels the depth is printed as a number: lines must not grow with the nesting.
    if (ends.size() <= 50)
      out.append(2 * ends.size(), ' ');
    else
      fmt::format_to(std::back_inserter(out), "{:>99} ", ends.size());
    if (node.field) out += tree.field_name(id) + ": ";
    out += node.named ? tree.kind_name(id) : '\'' + tree.kind_name(id) + '\'';
    if (node.missing) out += " MISSING";
    fmt::format_to(std::back_inserter(out), " [{}]", node.weight);
    if (tree.is_leaf(id) && node.named) {
      out += ' ';
      for (char c : tree.text(id).substr(0, 60))
        out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    out += '\n';
    ends.push_back(node.subtree_end);
  }
  return out;
}

}  // namespace whittle
