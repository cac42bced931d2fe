// Replaces a type's name with the type itself, and removes the name.
//
// A type can be written around the name it declares: after `typedef int (*F[4])(void);` an
// `F x, y;` is `int (*x[4])(void), (*y[4])(void);`. So an alias has three parts: the text in place
// of the alias, and the text before and after each declared name. If a type is written in one
// piece, there is only the first part.
//
// A type with a body in braces is moved to its only use, because copies of it would be different
// types.
#include <optional>
#include <string>

#include "document/lines.h"
#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

struct AliasTarget {
  std::string type;           ///< `int`, with qualifiers and attributes
  std::string before, after;  ///< `(*` and `[4])(void)`
};

std::string joined(std::string_view a, std::string_view b) {
  return std::string(a) + (a.empty() || b.empty() ? "" : " ") + std::string(b);
}

// A body in braces defines a new type each time it is written, so it can move but not be copied.
/// Whether it is used once, and not by its own definition.
bool is_used_once(const Names& names, const Symbol& symbol) {
  return symbol.uses.size() == 1 && names.outer_uses(symbol).size() == 1;
}

/// The declaration of the alias that a leaf names, and its part around the name: `*P[4]` in
/// `typedef int *P[4];`. `no_node` if the leaf names no alias.
struct Alias {
  NodeId declaration = no_node;
  NodeId declarator = no_node;
};
Alias alias_of(const Source& source, NodeId leaf) {
  NodeId declarator = leaf, up = source.parent(leaf);
  while (up != no_node && source.is(up, Fact::transparent)) {
    declarator = up;
    up = source.parent(up);
  }
  if (up == no_node) return {};
  const std::string& kind = source.tree().kind_name(up);
  const bool is_alias = kind == "type_definition" || kind.find("alias") != kind.npos ||
                        kind == "type_item" || kind == "type_spec" || kind == "using_directive";
  return is_alias ? Alias{up, declarator} : Alias{};
}

/// Removes the declaration of an alias and returns its target. Nothing if it cannot be removed.
std::optional<AliasTarget> take_target(const Names& names, const Symbol& symbol, EditMaker& edits) {
  const Place& leaf = symbol.declarations.front();
  const Source& source = names[leaf];
  const Tree& tree = source.tree();
  const auto [declaration, declarator] = alias_of(source, leaf.node);
  if (declaration == no_node) return {};
  NodeId type = source.child(declaration, Field::type);
  // `typealias A = T`: the type is behind `=`, and nothing is before it.
  if (type == no_node || tree[type].begin > tree[leaf.node].begin) {
    const NodeId value = source.value(declaration);
    if (value != no_node) type = value;
  }
  if (type == no_node || tree.contains(type, leaf.node)) return {};
  const BytesView bytes = *tree.bytes();
  const auto between = [&](std::uint64_t begin, std::uint64_t end) {
    return trimmed(bytes.substr(begin, end - begin));
  };

  AliasTarget target{std::string(source.text(type)), {}, {}};
  const bool in_parts = source.field(declarator) == Field::declarator;
  const bool among_others = source.beside_comma(declarator);
  if (in_parts) {
    // Qualifiers are on both sides of the type, attributes are behind the declarator.
    NodeId first = type;
    while (source.previous(first) != no_node && tree[source.previous(first)].named)
      first = source.previous(first);
    const NodeId named = source.child(declaration, Field::declarator);
    const NodeId end = source.next(declarator);
    target.type = between(tree[first].begin, tree[named].begin);
    if (!among_others && end != no_node && !source.is_token(end, ";")) {
      NodeId last = end;
      while (source.next(last) != no_node && !source.is_token(source.next(last), ";"))
        last = source.next(last);
      target.type = joined(target.type, between(tree[end].begin, tree[last].end));
    }
    target.before = between(tree[declarator].begin, tree[leaf.node].begin);
    target.after = between(tree[leaf.node].end, tree[declarator].end);
  }

  // A typedef of a struct with a name can be split: the struct stays under its own name, and uses
  // of the alias become `struct S`.
  const NodeId body = source.child(type, Field::body);
  const NodeId tag = source.child(type, Field::name);
  const bool has_body = body != no_node || target.type.find('{') != target.type.npos;
  if (in_parts && body != no_node && tag != no_node) {
    // typedef struct S { int x; } T;   ->   struct S { int x; };
    target.type = source.text(tag);
    if (source.profile().tag_keeps_word)
      target.type = joined(source.text(tree.first_child(type)), target.type);
    if (among_others) return {};
    edits.change(leaf.file, tree[declaration].begin, tree[type].begin);
    edits.replace({leaf.file, declarator}, "");
    return target;
  }
  if (has_body && (among_others || !is_used_once(names, symbol))) return {};
  edits.remove({leaf.file, among_others ? declarator : source.statement(declaration)});
  return target;
}

/// Writes the target of an alias where the alias is used.
void put(const AliasTarget& target, const Place& name, const Names& names, EditMaker& edits) {
  const Place use = names.whole_use(name);  // n::T
  const Source& source = names[use];
  const Tree& tree = source.tree();
  const NodeId declaration = source.parent(use.node);
  const bool in_parts = !target.before.empty() || !target.after.empty();
  bool declares = false;
  for (NodeId child : tree.children(declaration)) {
    if (!in_parts || source.field(child) != Field::declarator) continue;
    declares = true;
    NodeId declarator = child;  // without its value
    if (const NodeId inner = source.child(child, Field::declarator);
        source.child(child, Field::value) != no_node && inner != no_node)
      declarator = inner;
    // A is an array: `A *x` is a pointer to one, `*x[4]` would be an array of pointers.
    const bool in_parentheses = source.text(declarator).starts_with('*') && !target.after.empty() &&
                                !target.after.starts_with(')');
    const std::uint64_t begin = tree[declarator].begin, end = tree[declarator].end;
    edits.change(use.file, begin, begin, target.before + (in_parentheses ? "(" : ""));
    edits.change(use.file, end, end, (in_parentheses ? ")" : "") + target.after);
  }
  edits.replace(use, declares ? target.type : joined(target.type, target.before + target.after));
}

}  // namespace

/// typedef unsigned T, *P;  T x;  P y, z;   ->   unsigned x;  unsigned *y, *z;
Found alias(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.size() != 1 || symbol.uses.size() > most_uses) continue;
    if (const auto target = take_target(names, symbol, edits)) {
      for (const Place& use : symbol.uses) put(*target, use, names, edits);
      edits.finish();
    }
  }
  return edits.take();
}

/// struct S { int x; };  void f(struct S *);   ->   void f(struct { int x; } *);
Found define_at_use(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.size() != 1 || symbol.uses.empty()) continue;
    const Place& leaf = symbol.declarations.front();
    const Source& source = names[leaf];
    const NodeId definition = source.parent(leaf.node);
    const NodeId body = source.child(definition, Field::body);
    const bool is_interface = source.tree().kind_name(definition) == "interface_declaration" &&
                              source.profile().interface_is_type;
    if (body == no_node || source.field(leaf.node) != Field::name ||
        source.statement(leaf.node) != definition ||
        !(source.is(definition, Fact::tagged) || is_interface))
      continue;
    const std::vector<Place> uses = names.outer_uses(symbol);
    if (uses.empty() || uses.front() < leaf) continue;
    const bool needs_name = symbol.uses.size() > 1;
    if (is_interface && needs_name) continue;
    const Node &whole = source.tree()[definition], &name = source.tree()[leaf.node];
    std::string text(source.text(definition));
    if (is_interface)
      text = source.text(body);
    else if (!needs_name)
      text.erase(name.begin - whole.begin,
                 source.tree()[source.next(leaf.node)].begin - name.begin);
    edits.remove({leaf.file, definition});
    const Source& user = names[uses.front()];
    const NodeId up = user.parent(uses.front().node);
    edits.replace(
        user.is(up, Fact::tagged) ? Place{uses.front().file, up} : names.whole_use(uses.front()),
        text);
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
