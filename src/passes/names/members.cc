// Removes a member of a type together with its values.
//
// Values can be given by position, `{1, 2}`, or by name, `{.x = 1}`. Values by position are the
// difficult ones: if a field is removed, the value at its position must be removed too, or all
// later values would move to the wrong field.
#include <algorithm>
#include <string>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

/// The lists of values by position for variables of the type that a leaf names: `S v = {1, 2}`,
/// `S{1, 2}`. For an array, one list for each of its elements.
std::vector<NodeId> values_of_type(const Source& source, NodeId leaf) {
  std::vector<NodeId> lists;
  NodeId type = leaf;
  if (source.is(source.parent(type), Fact::tagged)) type = source.parent(type);
  while (source.parent(type) != no_node && source.is(source.parent(type), Fact::path) &&
         source.next(type) == no_node)
    type = source.parent(type);
  const NodeId up = source.parent(type);
  if (up == no_node || source.field(type) != Field::type) return lists;
  const auto add = [&](NodeId list) {
    const std::vector<NodeId> inside = source.list(list);
    const bool of_lists = !inside.empty() && source.is(inside.front(), Fact::initializer);
    if (!of_lists) lists.push_back(list);
    for (NodeId one : inside)
      if (of_lists && source.is(one, Fact::initializer)) lists.push_back(one);
  };
  for (NodeId child : source.tree().children(up)) {
    if (source.is(child, Fact::initializer)) add(child);
    if (const NodeId value = source.value(child);
        value != no_node && source.is(value, Fact::initializer))
      add(value);
  }
  return lists;
}

bool is_by_name(const Source& source, NodeId value) {
  const std::string& kind = source.tree().kind_name(value);
  return kind.find("pair") != kind.npos || kind.find("assignment") != kind.npos ||
         source.child(value, Field::key) != no_node || source.child(value, Field::field) != no_node;
}

/// The list of members of the type that a leaf declares; `no_node` if it has none.
NodeId members_of(const Source& source, NodeId leaf) {
  const NodeId declaration = source.parent(leaf);
  if (const NodeId body = source.child(declaration, Field::body); body != no_node)
    return source.is(body, Fact::members) ? body : no_node;
  const NodeId type = source.child(declaration, Field::type);  // type S struct { ... }
  if (type == no_node || source.field(leaf) != Field::name) return no_node;
  for (NodeId child : source.tree().children(type))
    if (source.is(child, Fact::members)) return child;
  return no_node;
}

}  // namespace

/// struct S { int x; int y; };  struct S s = {1, 2};   ->   struct S { int y; };  struct S s = {2};
Found fields(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.uses.size() > most_uses) continue;
    for (const Place& leaf : symbol.declarations) {
      const Source& source = names[leaf];
      const NodeId body = members_of(source, leaf.node);
      if (body == no_node) continue;
      const std::vector<NodeId> members = source.list(body);
      for (std::size_t k = 0; k < members.size(); ++k) {
        const Place member{leaf.file, members[k]};
        const std::string_view name = names.declared_in(member);
        if (name.empty()) continue;
        bool by_place = false;
        for (const Place& use : symbol.uses)
          for (NodeId list : values_of_type(names[use], use.node)) {
            const std::vector<NodeId> values = names[use].list(list);
            if (k >= values.size() || is_by_name(names[use], values[k])) continue;
            by_place = true;
            edits.remove({use.file, values[k]});
          }
        if (!by_place) continue;  // fields without values by position are left to other passes
        edits.remove(member);
        for (NodeId node = members[k]; node < source.tree()[members[k]].subtree_end; ++node) {
          if (!source.is_name(node) || !source.declares(node)) continue;
          const Symbol& field = names.symbol({leaf.file, node});
          if (field.uses.size() <= most_uses)
            for (const Place& use : field.uses) edits.remove(names.user(use));
          break;
        }
        edits.finish();
      }
    }
  }
  return edits.take();
}

// A key that occurs once is left out: removing it is an edit of other passes.
/// [{"a": 1, "b": 2}, {"a": 3, "b": 4}]   ->   [{"b": 2}, {"b": 4}]
Found keys(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  PlacesByText pairs;
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* source = names.source(file);
    if (!source) continue;
    const Tree& tree = source->tree();
    const Profile& profile = source->profile();
    for (NodeId node = 0; node < tree.size(); ++node) {
      const std::string& kind = tree.kind_name(node);
      const bool is_pair = kind.find("pair") != kind.npos || kind == "keyed_element" ||
                           kind == "Attribute" || kind == "field_initializer" ||
                           kind == "array_element_initializer" ||
                           std::ranges::find(profile.pair_kinds, kind) != profile.pair_kinds.end();
      if (!is_pair || !tree[node].named) continue;
      NodeId key = source->child(node, Field::key);
      if (key == no_node) key = tree.first_child(node);
      // Some grammars have pairs without a key, as in [1, 2]: there is no second part.
      if (key == no_node || source->next(key) == no_node) continue;
      pairs.add(tree.text(key), {file, node});
    }
  }
  for (const std::vector<Place>& places : pairs.groups()) {
    if (places.size() < 2) continue;
    for (const Place& pair : places) edits.remove(pair);
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
