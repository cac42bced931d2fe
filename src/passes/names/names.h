/// The names of a document: which leaves of its trees are identifiers, which of them declare and
/// which use a name, and the node to remove with each.
///
/// No language is known here by its name. Grammars use the same words for the same things
/// ("parameter_list", "function_item", a field "name", "declarator", "body"), so a table of the
/// words in kinds' names finds declarations, calls, parameters and lists in all of them. Facts that
/// a grammar cannot express, such as the shortest type, and kinds that only one grammar has are in
/// the row of the language (`Profile` in `syntax/languages.h`).
///
/// Scopes are counted, not resolved: a name declared in a block belongs to that block; all others
/// of one spelling are one symbol in all files. Where that is wrong, the user's test refuses the
/// edit.
///
///     Names names(subject);
///     for (const Symbol& symbol : names.symbols())
///       if (symbol.uses.empty()) use(names.item(symbol.declarations.front()));
///
/// Linear in the size of the trees.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "document/lexer.h"
#include "passes/pass.h"
#include "syntax/kind_facts.h"
#include "syntax/trees.h"

namespace whittle {

/// The fields of a node that passes ask for. Each grammar numbers its fields in its own way.
enum class Field : std::uint8_t {
  none,
  name,
  declarator,
  pattern,
  alias,
  left,
  right,
  argument,
  arguments,
  parameters,
  body,
  value,
  type,
  return_type,
  result,
  field,
  property,
  attribute,
  object,
  path,
  key,
  operator_,
  superclasses,
  other,
};

/// A node of one of the files.
struct Place {
  std::uint32_t file = 0;
  NodeId node = no_node;

  friend bool operator==(const Place&, const Place&) = default;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// All occurrences of one name in one scope. Places are leaves, in document order.
struct Symbol {
  std::string_view name;
  std::vector<Place> declarations;
  std::vector<Place> uses;
  bool global = true;  ///< else it belongs to a block or a function
};

/// One file: its tree and, for each node, the item, statement and function that contain it.
class Source {
 public:
  explicit Source(std::shared_ptr<const Tree> tree);

  const Tree& tree() const { return *tree_; }
  const Profile& profile() const { return tree_->language().profile; }
  bool is(NodeId node, std::uint32_t any_of) const {
    return (facts_[tree()[node].kind] & any_of) != 0;
  }
  std::uint32_t facts(NodeId node) const { return facts_[tree()[node].kind]; }
  Field field(NodeId node) const {
    const Field said = fields_[tree()[node].field], role = roles_[tree()[node].kind];
    return role != Field::none && (said == Field::none || said == Field::name) ? role : said;
  }
  /// The child in that role; `no_node` if there is none.
  NodeId child(NodeId node, Field role) const;
  NodeId parent(NodeId node) const { return tree()[node].parent; }
  /// The value of a declaration or an assignment: the child in that role, or the node after `=`.
  NodeId value(NodeId node) const;
  /// The value of an argument with a label: the `2` in `f(count: 2)`.
  NodeId without_label(NodeId argument) const;
  /// Whether this is a parameter that is a direct part of its function, in no list of parameters.
  bool is_bare_parameter(NodeId node) const;
  std::string_view text(NodeId node) const { return tree().text(node); }

  /// The innermost node around this one, itself included, that can be removed alone: an item of a
  /// list, a block or the file. `no_node` if there is none.
  NodeId item(NodeId node) const { return items_[node]; }
  /// The same without parts of expressions and parameters: a statement or a declaration.
  NodeId statement(NodeId node) const { return statements_[node]; }
  /// The body of the innermost function around a node; `no_node` outside of functions.
  NodeId code(NodeId node) const { return codes_[node]; }

  /// Whether a leaf is a name: an identifier that is no keyword.
  bool is_name(NodeId node) const;
  bool declares(NodeId leaf) const;
  /// The name that a leaf of an import declares: `b` for `import "a/b"`; empty for other leaves.
  std::string_view imported_name(NodeId leaf) const;
  /// Whether a leaf names a member, which belongs to no block: `x` in `a.x`, `.x = 1`, `f(x=1)`.
  bool is_member(NodeId leaf) const;
  /// The items of this node, between its commas or brackets.
  std::vector<NodeId> list(NodeId node) const;
  /// Whether the node is between its parent's commas, or next to one.
  bool beside_comma(NodeId node) const;
  /// Whether the first and last child are brackets.
  bool in_brackets(NodeId node) const;
  /// The next and the previous node, comments left out; `no_node` if there is none.
  NodeId next(NodeId node) const;
  NodeId previous(NodeId node) const;
  bool is_token(NodeId node, std::string_view text) const {
    return node != no_node && !tree()[node].named && tree_->text(node) == text;
  }
  /// The list of parameters of the function that a leaf declares. If the grammar has no such list,
  /// the function itself; `no_node` if the leaf declares no function. `list` gives the items of
  /// both. Arguments work the same way.
  NodeId parameters_of(NodeId declaring_leaf) const;
  /// The list of arguments of a call, if a leaf names the called function; else `no_node`.
  NodeId arguments_of(NodeId leaf) const;
  /// The call that has these arguments.
  NodeId call_of(NodeId arguments) const;
  /// The node that contains all uses of the name that a leaf declares; the root for the whole file.
  NodeId scope_of(NodeId declaring_leaf) const;

 private:
  void find_items();

  std::shared_ptr<const Tree> tree_;
  std::vector<std::uint32_t> facts_;  // by kind
  std::vector<Field> fields_;         // by number
  std::vector<Field> roles_;          // by kind
  std::vector<NodeId> items_, statements_, codes_;
  bool names_have_fields_ = false;
};

class Names {
 public:
  explicit Names(const Subject& subject);

  const Document& document() const { return counts_->document(); }
  const std::shared_ptr<const RangeCounts>& counts() const { return counts_; }
  /// The source of a file, by its number; nothing for a file that is not text.
  const Source* source(std::uint32_t file) const { return sources_[file].get(); }
  const Source& operator[](const Place& place) const { return *sources_[place.file]; }
  std::uint32_t files() const { return static_cast<std::uint32_t>(sources_.size()); }
  /// All symbols with a declaration or a use, ordered by their first place.
  const std::vector<Symbol>& symbols() const { return symbols_; }

  Place item(const Place& leaf) const { return {leaf.file, (*this)[leaf].item(leaf.node)}; }
  Place statement(const Place& leaf) const {
    return {leaf.file, (*this)[leaf].statement(leaf.node)};
  }
  std::string_view text(const Place& place) const { return (*this)[place].text(place.node); }
  /// The uses that are not inside a declaration of the same symbol, as those of a recursive
  /// function are.
  std::vector<Place> outer_uses(const Symbol& symbol) const;
  /// The node to remove with a use: `.x = 1` among initialisers, otherwise its statement.
  Place user(const Place& use) const;
  /// The name of the first thing declared at or below a node; empty if there is none.
  std::string_view declared_in(const Place& place) const;
  /// The node to replace with a value: all of `E.A`, `E::A` and `$a`, where the leaf is the A.
  Place whole_use(const Place& leaf) const;
  /// The text of an expression, in parentheses unless it is a single token, a call or in some.
  std::string as_operand(const Place& expression) const;
  /// The symbol that a leaf declares or uses. Requires: the leaf is a name.
  const Symbol& symbol(const Place& leaf) const;
  /// Whether this declares a parameter of a function or a template.
  bool is_parameter(const Place& declaration) const;

 private:
  std::shared_ptr<const RangeCounts> counts_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<Symbol> symbols_;
  std::vector<std::vector<std::uint32_t>> symbol_of_;  // by file and node; only names have one
};

/// Groups of places with the same text, in the order in which each text occurs first.
class PlacesByText {
 public:
  void add(std::string_view text, const Place& place) {
    const auto [at, is_new] = number_.try_emplace(text, groups_.size());
    if (is_new) groups_.emplace_back();
    groups_[at->second].push_back(place);
  }
  const std::vector<std::vector<Place>>& groups() const { return groups_; }

 private:
  std::map<std::string_view, std::size_t> number_;
  std::vector<std::vector<Place>> groups_;
};

using SharedNames = std::shared_ptr<const Names>;

/// The names of a document. Passes ask for the same document one after the other, so each thread
/// keeps the last `Names`. It is made again only if the document or the language of a file differs.
SharedNames names_of(const Subject& subject);

/// A symbol with more uses than this is left alone: its edit would be too large.
inline constexpr std::size_t most_uses = 1000;

}  // namespace whittle
