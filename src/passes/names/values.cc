// Replaces a name with its value. All uses change together with the declaration, because a
// half-changed program hardly ever compiles.
#include "passes/names/values.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

#include "document/lines.h"
#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {

NodeId without_annotation(const Source& source, NodeId type) {
  NodeId inside = type;
  if (type != no_node && source.tree().kind_name(type).find("annotation") != std::string::npos)
    for (NodeId part : source.tree().children(type))
      if (source.tree()[part].named) inside = part;
  return inside;
}

// The type may be a child of the item, of the statement around it (`int x, y;`), or of a
// declaration inside the statement.
NodeId type_of(const Source& source, NodeId leaf) {
  const NodeId item = source.item(leaf), statement = source.statement(leaf);
  NodeId type = no_node;
  for (NodeId at : {item, statement})
    if (type == no_node && at != no_node) type = source.child(at, Field::type);
  if (statement != no_node && type == no_node)
    for (NodeId child : source.tree().children(statement))
      if (type == no_node && source.is(child, Fact::declaring) && !source.is(child, Fact::members))
        type = source.child(child, Field::type);
  return without_annotation(source, type);
}

// Climbs from the name as long as the nodes around it only add to the declarator, and takes the
// first value beside them.
NodeId value_node(const Source& source, NodeId leaf) {
  NodeId node = leaf;
  for (int levels = 0; levels < 4; ++levels) {
    const NodeId up = source.parent(node);
    if (up == no_node) return no_node;
    NodeId value = source.value(up);
    if (value != no_node && !source.tree().contains(value, node)) {
      // A list on one side, as `a, b = 1, 2`, is not taken apart.
      if (source.list(value).size() == 1 && source.tree().kind_name(value) == "expression_list")
        value = source.list(value).front();
      return value;
    }
    // In some grammars `x: T` is a node of its own in `x: T = 1`.
    if (!source.is(up, Fact::transparent) && source.tree().kind_name(up) != "variable_declaration")
      return no_node;
    node = up;
  }
  return no_node;
}

namespace {

struct Value {
  std::string text;
  bool literal = false;
};

/// `B` in `enum { A = 4, B }` is 5.
std::optional<Value> value_of_enumerator(const Source& source, NodeId enumerator) {
  long above = 0;
  for (NodeId at = enumerator; at != no_node; at = source.previous(at)) {
    if (source.tree().kind_name(at) != "enumerator") continue;
    if (const NodeId value = source.child(at, Field::value); value != no_node) {
      const std::string_view text = source.text(value);
      long number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
      return Value{fmt::format("{}", number + above), true};
    }
    // Each enumerator looks back, so long lists would be quadratic.
    if (++above > 100) return std::nullopt;
  }
  return Value{fmt::format("{}", above - 1), true};
}

/// The value that the declaration of a leaf gives.
std::optional<Value> value_of(const Names& names, const Place& leaf) {
  const Source& source = names[leaf];
  const NodeId up = source.parent(leaf.node);
  if (source.tree().kind_name(up) == "enumerator") return value_of_enumerator(source, up);
  const bool is_alias = source.tree().kind_name(up).find("alias") != std::string::npos;
  if (is_alias || source.is(up, Fact::function | Fact::importing)) return std::nullopt;
  const NodeId value = value_node(source, leaf.node);
  if (value == no_node) return std::nullopt;
  const std::string_view text = trimmed(source.text(value));
  if (text.empty()) return std::nullopt;
  const std::size_t tokens = count_tokens(text);
  const bool literal = tokens == 1 || (tokens == 2 && (text[0] == '-' || text[0] == '+'));
  if (literal) return Value{std::string(text), true};
  return Value{names.as_operand({leaf.file, value}), false};
}

}  // namespace

// Writes are recognised by the sign beside the use. Grammars differ in the kinds of their
// assignments, but the signs are the same.
bool is_written(const Source& source, NodeId use) {
  NodeId node = use, up = source.parent(use);
  const auto stands_alone = [&] {  // in a list, or wrapped as an operand
    if (source.parent(up) == no_node) return false;
    const std::string& kind = source.tree().kind_name(up);
    return kind.ends_with("_list") || kind == "expression" ||
           kind == "directly_assignable_expression";
  };
  while (stands_alone()) node = up, up = source.parent(up);
  const auto is_one_of = [&](NodeId beside, std::initializer_list<std::string_view> signs) {
    return beside != no_node && std::ranges::find(signs, source.text(beside)) != signs.end();
  };
  return is_one_of(
             source.next(node),
             {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"}) ||
         is_one_of(source.previous(node), {"++", "--"}) ||
         is_one_of(source.tree().first_child(up), {"&", "&mut"});
}

/// const int n = 10;  int a[n];   ->   int a[10];
/// int x = f();  g(x);   ->   g(f());
Found inline_constant(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.size() != 1 || symbol.uses.empty() || symbol.uses.size() > most_uses)
      continue;
    const Place& leaf = symbol.declarations.front();
    if (names.is_parameter(leaf) || names.outer_uses(symbol).size() != symbol.uses.size()) continue;
    const auto value = value_of(names, leaf);
    // A literal may be copied. Anything longer would grow with each use, and might be run twice.
    if (!value || (!value->literal && symbol.uses.size() > 1)) continue;
    for (const Place& use : symbol.uses) {
      if (is_written(names[use], use.node)) {
        edits.forget();
        break;
      }
      edits.replace(names.whole_use(use), value->text);
    }
    if (edits.empty()) continue;
    edits.remove(names.item(leaf));
    edits.finish();
  }
  return edits.take();
}

bool is_pointer(const Source& source, NodeId node) {
  static constexpr std::string_view kinds[] = {"pointer_declarator", "abstract_pointer_declarator",
                                               "pointer_type", "reference_type"};
  return node != no_node &&
         std::ranges::find(kinds, source.tree().kind_name(node)) != std::end(kinds);
}

}  // namespace whittle::names
