// A name replaced by what it stands for: its value, or a plain variable instead of a pointer or an
// array. All uses change with the declaration.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

#include "document/lexer.h"
#include "passes/edit_maker.h"
#include "passes/name_passes.h"

namespace whittle::names {
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
    if (++above > 100) return std::nullopt;  // each looks back on its own
  }
  return Value{fmt::format("{}", above - 1), true};
}

/// What a leaf is declared to be.
std::optional<Value> value_of(const Names& names, const Place& leaf) {
  const Source& source = names[leaf];
  NodeId node = leaf.node;
  for (int levels = 0; levels < 4; ++levels) {
    const NodeId up = source.parent(node);
    if (up == no_node) return std::nullopt;
    if (source.tree().kind_name(up) == "enumerator") return value_of_enumerator(source, up);
    const bool is_alias = source.tree().kind_name(up).find("alias") != std::string::npos;
    if (is_alias || source.is(up, Fact::function | Fact::importing)) return std::nullopt;
    NodeId value = source.value(up);
    if (value != no_node && !source.tree().contains(value, node)) {
      // A list on one side, as `a, b = 1, 2`, is not taken apart.
      if (source.list(value).size() == 1 && source.tree().kind_name(value) == "expression_list")
        value = source.list(value).front();
      std::string_view text = source.text(value);
      while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
      while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
      if (text.empty() || source.is(value, Fact::initializer | Fact::function)) return std::nullopt;
      const std::size_t tokens = count_tokens(text);
      const bool literal = tokens == 1 || (tokens == 2 && (text[0] == '-' || text[0] == '+'));
      if (literal) return Value{std::string(text), true};
      return Value{names.as_operand({leaf.file, value}), false};
    }
    // Kotlin, Solidity: `x: T` is a node of its own in `x: T = 1`.
    if (!source.is(up, Fact::transparent) && source.tree().kind_name(up) != "variable_declaration")
      return std::nullopt;
    node = up;
  }
  return std::nullopt;
}

/// `x = 1`, `x++`, `&x`: a value cannot stand there.
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

}  // namespace

/// const int n = 10;  int a[n];   ->   int a[10];
Found inline_constant(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.size() != 1 || symbol.uses.empty() || symbol.uses.size() > most_uses)
      continue;
    const Place& leaf = symbol.declarations.front();
    if (names.is_parameter(leaf) || names.outer_uses(symbol).size() != symbol.uses.size()) continue;
    const auto value = value_of(names, leaf);
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

/// int *p = &x;  *p = 1;  p->y;   ->   int p = x;  p = 1;  p.y;
Found pointer_to_value(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names);
  const auto without_sign = [&](const Place& place, std::string_view sign) {
    const Source& source = names[place];
    const NodeId first = place.node == no_node ? no_node : source.tree().first_child(place.node);
    if (first != no_node && source.is_token(first, sign)) edits.replace({place.file, first}, "");
  };
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.uses.size() > most_uses) continue;
    bool is_pointer = false;
    for (const Place& leaf : symbol.declarations) {
      const Source& source = names[leaf];
      const NodeId declarator = source.parent(leaf.node);
      if (source.tree().kind_name(declarator) != "pointer_declarator") continue;
      is_pointer = true;
      without_sign({leaf.file, declarator}, "*");
      const NodeId up = source.parent(declarator);
      if (const NodeId value = source.child(up, Field::value); value != no_node)
        without_sign({leaf.file, value}, "&");
    }
    if (!is_pointer) continue;
    for (const Place& use : symbol.uses) {
      const Source& source = names[use];
      const NodeId up = source.parent(use.node);
      const std::string& kind = source.tree().kind_name(up);
      if (kind == "pointer_expression") {
        without_sign({use.file, up}, "*");
      } else if (kind == "field_expression") {
        for (NodeId child : source.tree().children(up))
          if (source.is_token(child, "->")) edits.replace({use.file, child}, ".");
      } else if (kind == "assignment_expression" && source.field(use.node) == Field::left) {
        without_sign({use.file, source.child(up, Field::right)}, "&");
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
  EditMaker edits(names);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.uses.size() > most_uses) continue;
    bool is_array = false;
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
      if (dimensions == 0) continue;
      is_array = true;
      edits.change(leaf.file, tree[leaf.node].end, tree[declarator].end);
      const NodeId list = source.child(source.parent(declarator), Field::value);
      if (list == no_node || !source.is(list, Fact::initializer)) continue;
      NodeId value = list;
      for (; dimensions > 0 && value != no_node && source.is(value, Fact::initializer);
           --dimensions) {
        const std::vector<NodeId> inside = source.list(value);
        value = inside.empty() ? no_node : inside.front();
      }
      edits.replace({leaf.file, list}, value == no_node ? "0" : std::string(source.text(value)));
    }
    if (!is_array) continue;
    for (const Place& use : symbol.uses) {
      const Source& source = names[use];
      const Tree& tree = source.tree();
      NodeId whole = use.node;
      while (tree.kind_name(source.parent(whole)) == "subscript_expression" &&
             tree[whole].begin == tree[source.parent(whole)].begin)
        whole = source.parent(whole);
      if (whole != use.node) edits.change(use.file, tree[use.node].end, tree[whole].end);
    }
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
