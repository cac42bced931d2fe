// Replaces a name with its value, and a pointer or an array with a plain variable. All uses change
// together with the declaration, because a half-changed program hardly ever compiles.
#include "passes/names/values.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "document/lines.h"
#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"
#include "passes/names/parameters.h"

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

namespace {

/// Removes the `*` or `&` at the beginning of a node, with the word after it as in `&mut x`.
void without_sign(EditMaker& edits, const Names& names, const Place& place, char sign) {
  if (place.node == no_node) return;
  const Tree& tree = names[place].tree();
  const NodeId first = tree.first_child(place.node);
  if (first == no_node || tree[first].named || tree.text(first).front() != sign) return;
  NodeId inside = no_node;
  for (NodeId child : tree.children(place.node))
    if (tree[child].named) inside = child;
  if (inside == no_node)
    edits.replace({place.file, first}, "");
  else
    edits.change(place.file, tree[first].begin, tree[inside].begin);
}

/// The first pointer at or below a node.
NodeId pointer_in(const Source& source, NodeId node) {
  for (NodeId at = node; at < source.tree()[node].subtree_end; ++at)
    if (is_pointer(source, at)) return at;
  return no_node;
}

bool is_subscript(const std::string& kind) {
  return kind.find("subscript") != kind.npos || kind == "array_access" ||
         kind == "index_expression" || kind == "element_access_expression";
}

/// `int` of `int[]`, `[2]int` and `[int; 2]`; `no_node` if it is no array.
NodeId element_type(const Source& source, NodeId type) {
  if (type == no_node) return no_node;
  const std::string& kind = source.tree().kind_name(type);
  if (kind != "array_type" && kind != "slice_type") return no_node;
  for (NodeId child : source.tree().children(type))
    if (source.tree()[child].named && !source.is(child, Fact::literal)) return child;
  return no_node;
}

/// The elements of an array value, in their brackets. The value itself if no elements are written,
/// as in `new int[2]`; `no_node` if it is no array.
NodeId elements_of(const Source& source, NodeId value) {
  if (value == no_node) return no_node;
  const std::string& kind = source.tree().kind_name(value);
  const bool is_typed = kind == "composite_literal" &&  // [2]int{1, 2}
                        element_type(source, source.child(value, Field::type)) != no_node;
  if (is_typed || kind.find("array_creation") != kind.npos) {
    for (NodeId child : source.tree().children(value))
      if (source.is(child, Fact::initializer) && source.in_brackets(child) &&
          source.field(child) != Field::type)
        return child;
    return value;
  }
  const bool is_list = kind.find("array") != kind.npos || kind.find("list") != kind.npos ||
                       kind == "initializer_expression";
  return is_list && source.is(value, Fact::initializer) && source.in_brackets(value) ? value
                                                                                     : no_node;
}

}  // namespace

// All places change in one edit: the star of the declaration, the stars and arrows of the uses, the
// ampersand of the value and, for a parameter, those of the arguments in every call.
/// int *p = &x;  *p = 1;  p->y;   ->   int p = x;  p = 1;  p.y;
Found pointer_to_value(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  const std::vector<Parameter> parameters = all_parameters(names);
  std::map<Place, const Parameter*> parameter_at;
  for (const Parameter& parameter : parameters)
    for (const Place& place : parameter.declared) parameter_at.emplace(place, &parameter);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.uses.size() > most_uses) continue;
    bool points = false;
    for (const Place& leaf : symbol.declarations) {
      const Source& source = names[leaf];
      const NodeId declarator = source.parent(leaf.node);
      const NodeId type = type_of(source, leaf.node);
      const NodeId value = value_node(source, leaf.node);
      const NodeId pointer = is_pointer(source, declarator) ? declarator : type;
      // `let r = &x;` says no type.
      const bool by_value = type == no_node && value != no_node &&
                            source.is_token(source.tree().first_child(value), "&");
      if (!is_pointer(source, pointer) && !by_value) continue;
      points = true;
      if (is_pointer(source, pointer)) without_sign(edits, names, {leaf.file, pointer}, '*');
      if (is_pointer(source, pointer)) without_sign(edits, names, {leaf.file, pointer}, '&');
      without_sign(edits, names, {leaf.file, value}, '&');
      const auto parameter = parameter_at.find(names.item(leaf));
      if (parameter == parameter_at.end()) continue;
      for (const Place& argument : parameter->second->arguments)
        without_sign(edits, names, argument, '&');
      for (const Place& other : parameter->second->declared)
        if (const NodeId also = pointer_in(names[other], other.node); also != no_node)
          for (const char sign : {'*', '&'}) without_sign(edits, names, {other.file, also}, sign);
    }
    if (!points) continue;
    for (const Place& use : symbol.uses) {
      const Source& source = names[use];
      const NodeId up = source.parent(use.node);
      const std::string& kind = source.tree().kind_name(up);
      if (kind == "pointer_expression" || kind == "unary_expression") {
        without_sign(edits, names, {use.file, up}, '*');
      } else if (kind == "field_expression") {
        for (NodeId child : source.tree().children(up))
          if (source.is_token(child, "->")) edits.replace({use.file, child}, ".");
      } else if (kind == "assignment_expression" && source.field(use.node) == Field::left) {
        without_sign(edits, names, {use.file, source.child(up, Field::right)}, '&');
      }
    }
    edits.finish();
  }
  return edits.take();
}

/// int a[2] = {5, 6};  a[i] = 1;   ->   int a = 5;  a = 1;
Found array_to_scalar(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.uses.size() > most_uses) continue;
    bool is_array = false, has_subscript = false;
    for (const Place& leaf : symbol.declarations) {
      const Source& source = names[leaf];
      const Tree& tree = source.tree();
      NodeId declarator = leaf.node;
      int dimensions = 0;
      while (tree.kind_name(source.parent(declarator)) == "array_declarator" &&
             source.field(declarator) == Field::declarator) {
        declarator = source.parent(declarator);
        ++dimensions;
      }
      const NodeId type = type_of(source, leaf.node);
      const NodeId element = element_type(source, type);
      const NodeId value = value_node(source, leaf.node);
      const NodeId list = elements_of(source, value);
      if (dimensions == 0 && element == no_node && list == no_node) continue;
      // A declaration of several names stays as it is.
      if (dimensions == 0 && source.beside_comma(leaf.node)) continue;
      is_array = true;
      has_subscript = has_subscript || dimensions > 0 || element != no_node;
      if (dimensions > 0) edits.change(leaf.file, tree[leaf.node].end, tree[declarator].end);
      if (element != no_node) edits.replace({leaf.file, type}, std::string(source.text(element)));
      if (list == no_node) continue;
      NodeId first = list;
      for (dimensions = std::max(dimensions, 1);
           dimensions > 0 && first != no_node && source.in_brackets(first); --dimensions) {
        const std::vector<NodeId> inside = source.list(first);
        first = inside.empty() ? no_node : inside.front();
      }
      const bool is_said = first != no_node && first != value;
      edits.replace({leaf.file, value}, is_said ? std::string(source.text(first)) : "0");
    }
    if (!is_array) continue;
    for (const Place& use : symbol.uses) {
      const Source& source = names[use];
      const Tree& tree = source.tree();
      NodeId whole = use.node;
      while (is_subscript(tree.kind_name(source.parent(whole))) &&
             tree[whole].begin == tree[source.parent(whole)].begin)
        whole = source.parent(whole);
      if (whole == use.node) continue;
      has_subscript = true;
      edits.change(use.file, tree[use.node].end, tree[whole].end);
    }
    // Without a subscript or an array type, `{3, 50}` may be anything.
    if (has_subscript)
      edits.finish();
    else
      edits.forget();
  }
  return edits.take();
}

}  // namespace whittle::names
