// Replaces types with the shortest type of the language, at one place or everywhere, and concepts
// with what any type satisfies.
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"
#include "passes/names/values.h"

namespace whittle::names {
namespace {

/// Visits every written type of a variable, parameter or result, except types that are defined
/// there.
template <typename Visit>
void for_each_type(const Names& names, Visit visit) {
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* source = names.source(file);
    if (!source || source->profile().shortest_type.empty()) continue;
    const Tree& tree = source->tree();
    for (NodeId node = 1; node < tree.size(); ++node) {
      const Field role = source->field(node);
      const NodeId up = tree[node].parent;
      const bool is_argument =
          source->is(up, Fact::type_list) && !source->is(up, Fact::parameters) && tree[node].named;
      const bool is_result =
          role == Field::return_type || (role == Field::result && source->is(up, Fact::function));
      if (role != Field::type && !is_result && !is_argument) continue;
      // `new T()`, `T{1}` and an alias's target are no places for int.
      if (source->is(up, Fact::call | Fact::using_only) && !is_argument) continue;
      if (source->is(up, Fact::base_list | Fact::attribute) || tree.kind_name(up) == "attribute")
        continue;
      if (source->child(node, Field::body) != no_node) continue;
      if (source->is(up, Fact::parameters) && tree.text(node) == "void") continue;
      visit(Place{file, without_annotation(*source, node)}, *source);
    }
  }
}

}  // namespace

// A concept in the head of a template stands for `class`, before `auto` for nothing, and in any
// other constraint for `true`.
void replace_concept(EditMaker& edits, const Source& source, std::uint32_t file, NodeId name) {
  const Tree& tree = source.tree();
  const auto kind = [&](NodeId node) { return tree.kind_name(node); };
  NodeId use = name;
  for (NodeId up = source.parent(use); up != no_node; up = source.parent(use)) {
    const bool is_part = (kind(up) == "template_type" || kind(up) == "template_function" ||
                          kind(up) == "qualified_identifier") &&
                         !source.is(use, Fact::type_list);
    if (!is_part) break;
    use = up;
  }
  const NodeId up = source.parent(use);
  if (kind(up) == "placeholder_type_specifier")
    edits.cut({file, use});
  else if (kind(up) == "parameter_declaration" &&
           kind(source.parent(up)) == "template_parameter_list")
    edits.replace({file, use}, "class");
  else
    edits.replace({file, use}, "true");
}

/// unsigned long f(struct S *p);   ->   int f(int *p);
Found type_to_shortest(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for_each_type(names, [&](const Place& type, const Source& source) {
    edits.replace(type, source.profile().shortest_type);
    edits.finish();
  });
  return edits.take();
}

/// struct S;  struct S *p;  void f(struct S *);   ->   int *p;  void f(int *);
Found type_to_shortest_everywhere(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  PlacesByText places;
  for_each_type(names,
                [&](const Place& type, const Source&) { places.add(names.text(type), type); });
  for (const std::vector<Place>& types : places.groups()) {
    if (types.size() > most_uses) continue;
    for (const Place& type : types) edits.replace(type, names[type].profile().shortest_type);
    // The declaration of the type is not needed any more.
    bool declared = false;
    const Place& first = types.front();
    const Tree& tree = names[first].tree();
    NodeId last = first.node;  // T of n::m::T
    while (names[first].is(last, Fact::path) && !names[first].list(last).empty())
      last = names[first].list(last).back();
    for (NodeId node = last; node < tree[last].subtree_end; ++node) {
      if (!names[first].is_name(node)) continue;
      for (const Place& leaf : names.symbol({first.file, node}).declarations) {
        edits.remove(names.item(leaf));
        declared = true;
      }
      break;
    }
    if (types.size() < 2 && !declared)
      edits.forget();
    else
      edits.finish();
  }
  return edits.take();
}

/// template <typename T> concept A = true;  template <A T> struct S;   ->   template <class T>
/// struct S;
Found concepts(const Subject& subject) {
  return in_files(
      subject, [](const Language& language) { return language.is_any(Dialect::access_labels); },
      [](EditMaker& edits, const Source& source, std::uint32_t file) {
        const Tree& tree = source.tree();
        std::map<std::string_view, NodeId> definitions;  // by name
        for (NodeId node = 0; node < tree.size(); ++node)
          if (tree.kind_name(node) == "concept_definition")
            if (const NodeId name = source.child(node, Field::name); name != no_node)
              definitions.try_emplace(source.text(name), node);
        if (definitions.empty()) return;
        std::map<std::string_view, std::vector<NodeId>> uses;
        for (NodeId node = 0; node < tree.size(); ++node)
          if (tree.is_leaf(node) && definitions.contains(source.text(node)))
            uses[source.text(node)].push_back(node);
        for (const auto& [name, definition] : definitions) {
          edits.remove({file, source.parent(definition)});
          for (const NodeId use : uses[name])
            if (!tree.contains(definition, use)) replace_concept(edits, source, file, use);
          edits.finish();
        }
      });
}

}  // namespace whittle::names
