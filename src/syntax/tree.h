/// A syntax tree as one table of nodes, made once and never changed.
///
/// Nodes are in preorder: a node's subtree is the range [id, subtree_end), its first child is the
/// next node, and walking the table is walking the tree. A node takes 32 bytes. Nothing here
/// recurses, so nesting may be as deep as the file is long.
///
///     auto tree = parse(language_of(path, *bytes), bytes).value();
///     for (NodeId child : tree->children(tree->root())) use(tree->text(child));
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/outcome.h"
#include "base/result.h"
#include "document/lexer.h"
#include "syntax/languages.h"
#include "syntax/syntax.h"

namespace whittle {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = ~NodeId{0};

struct Node {
  std::uint32_t begin = 0;  ///< bytes [begin, end) of the file
  std::uint32_t end = 0;
  NodeId parent = no_node;
  NodeId next_sibling = no_node;
  NodeId subtree_end = 0;  ///< the node after the last descendant
  Weight weight = 0;       ///< tokens that begin in it; 0 for a node inside a token
  KindId kind = 0;
  std::uint16_t symbol = 0;     ///< the parser's own number, before any alias
  std::uint16_t field = 0;      ///< its role in the parent, 0 if it has none
  bool named : 1 = false;       ///< made by a rule of the grammar; not a literal such as `;`
  bool extra : 1 = false;       ///< may be anywhere, like a comment
  bool error : 1 = false;       ///< contains text that did not parse, as a flat list
  bool missing : 1 = false;     ///< inserted by the parser to continue; has no bytes
  bool has_errors : 1 = false;  ///< an error or missing node is in its subtree
};
static_assert(sizeof(Node) == 32);

class Tree {
 public:
  /// The ids of a node's children, for a range-based loop.
  class Children {
   public:
    class Iterator {
     public:
      Iterator(const Tree* tree, NodeId at) : tree_(tree), at_(at) {}
      NodeId operator*() const { return at_; }
      Iterator& operator++() {
        at_ = (*tree_)[at_].next_sibling;
        return *this;
      }
      bool operator==(const Iterator& other) const { return at_ == other.at_; }

     private:
      const Tree* tree_;
      NodeId at_;
    };
    Children(const Tree* tree, NodeId first) : tree_(tree), first_(first) {}
    Iterator begin() const { return {tree_, first_}; }
    Iterator end() const { return {tree_, no_node}; }

   private:
    const Tree* tree_;
    NodeId first_;
  };

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  /// Spans the whole file.
  static constexpr NodeId root() { return 0; }
  bool is_leaf(NodeId id) const { return nodes_[id].subtree_end == id + 1; }
  NodeId first_child(NodeId id) const { return is_leaf(id) ? no_node : id + 1; }
  Children children(NodeId id) const { return {this, first_child(id)}; }
  bool contains(NodeId ancestor, NodeId id) const {
    return ancestor <= id && id < nodes_[ancestor].subtree_end;
  }

  std::string_view text(NodeId id) const {
    return BytesView(*bytes_).substr(nodes_[id].begin, nodes_[id].end - nodes_[id].begin);
  }
  const std::string& kind_name(NodeId id) const { return syntax_->kinds()[nodes_[id].kind].name; }
  /// Empty if the node has no field.
  const std::string& field_name(NodeId id) const { return syntax_->fields()[nodes_[id].field]; }
  /// The number of the kind of that name; `Kinds::none` if the language has no such kind.
  KindId kind(std::string_view name, bool named = true) const {
    return syntax_->kinds().find(name, named);
  }

  const SharedBytes& bytes() const { return bytes_; }
  const Language& language() const { return syntax_->language(); }
  const Syntax& syntax() const { return *syntax_; }
  /// The number of nodes that are errors or missing.
  std::uint32_t errors() const { return errors_; }

 private:
  friend class TreeBuilder;
  Tree() = default;
  std::vector<Node> nodes_;
  SharedBytes bytes_;
  std::shared_ptr<const Syntax> syntax_;
  std::uint32_t errors_ = 0;
};

/// A text of at most this many bytes is parsed in about a second. For a larger one it pays to
/// remove pieces first, or to do without a tree.
inline constexpr std::size_t quick_to_parse = std::size_t{1} << 22;

/// Parses all of `bytes`. Broken code has a tree too, with errors in it.
/// Fails only if the language's grammar cannot be loaded, or if there are 2 GB or more.
Result<std::shared_ptr<const Tree>> parse(const Language& language, SharedBytes bytes);

/// The trees of the parts that are in other languages (`Profile::embedded`), in the order of the
/// rows: the scripts and styles of a page. Their nodes have the offsets of the whole file, and each
/// root covers its part.
std::vector<std::shared_ptr<const Tree>> parse_embedded(const Tree& tree);

/// The tree as indented lines "kind [weight] text", for `--show-tree` and for tests.
std::string to_string(const Tree& tree);

/// Builds a tree: the parsers open and close nodes in preorder.
class TreeBuilder {
 public:
  TreeBuilder(std::shared_ptr<const Syntax> syntax, SharedBytes bytes);
  /// Opens a node below the last one that is still open. The caller sets the other members.
  Node& open(KindId kind, std::uint32_t begin);
  /// Closes the last node that is still open.
  void close(std::uint32_t end);
  Node& leaf(KindId kind, std::uint32_t begin, std::uint32_t end);
  std::size_t depth() const { return open_.size(); }
  /// Links siblings and counts tokens. Requires: there is a node, and every node is closed.
  std::shared_ptr<const Tree> finish() &&;
  /// The same for a tree of a part of the bytes.
  std::shared_ptr<const Tree> finish(const Range& part) &&;

 private:
  std::shared_ptr<Tree> tree_;
  std::vector<NodeId> open_;
};

}  // namespace whittle
