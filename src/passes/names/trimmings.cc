// Removes parts that most declarations do not need: imports, modifiers, access specifiers.
//
// Modifiers are known by the kind of their node. Many grammars have a plain word there, so a list
// of words is used too. A word that is all of its parent is left to the parent.
#include <algorithm>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

template <typename Visit>
void for_each_node(const Names& names, Visit visit) {
  for (std::uint32_t file = 0; file < names.files(); ++file)
    if (const Source* source = names.source(file))
      for (NodeId node = 1; node < source->tree().size(); ++node) visit(Place{file, node}, *source);
}

bool is_modifier_word(std::string_view word) {
  static constexpr std::string_view words[] = {
      "abstract", "async",    "constexpr", "default",  "explicit",  "export",       "extern",
      "final",    "implicit", "inline",    "internal", "lazy",      "mut",          "native",
      "open",     "override", "partial",   "private",  "protected", "pub",          "public",
      "readonly", "register", "sealed",    "static",   "strictfp",  "synchronized", "transient",
      "unsafe",   "virtual",  "volatile",
  };
  return std::ranges::binary_search(words, word);
}

}  // namespace

/// #include <stdio.h>   ->
Found imports(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for_each_node(names, [&](const Place& place, const Source& source) {
    if (!source.is(place.node, Fact::importing) || source.item(place.node) != place.node) return;
    edits.remove(place);
    edits.finish();
  });
  return edits.take();
}

/// static const int x = 1;   ->   int x = 1;
Found modifiers(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for_each_node(names, [&](const Place& place, const Source& source) {
    const Tree& tree = source.tree();
    const Node& node = tree[place.node];
    const Node& up = tree[node.parent];
    // Some grammars make each word a kind of its own.
    const bool is_word = (!node.named || tree.kind_name(place.node) == tree.text(place.node)) &&
                         node.field == 0 && is_modifier_word(tree.text(place.node)) &&
                         (up.begin != node.begin || up.end != node.end) &&
                         tree.kind_name(node.parent) != "linkage_specification";
    // `public:` is removed with its colon.
    if (tree.kind_name(place.node) == "access_specifier" &&
        source.is_token(source.next(place.node), ":")) {
      edits.change(place.file, node.begin, tree[source.next(place.node)].end);
    } else if (is_word || source.is(place.node, Fact::modifier)) {
      edits.cut(place);
    }
    edits.finish();
  });
  return edits.take();
}

// In a struct, members are public anyway, so the access specifiers can be removed in the same edit.
/// class C { public: int x; private: int y; };   ->   struct C { int x; int y; };
Found class_to_struct(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for_each_node(names, [&](const Place& place, const Source& source) {
    const Tree& tree = source.tree();
    if (tree.kind_name(place.node) != "class_specifier") return;
    const NodeId body = source.child(place.node, Field::body);
    const NodeId word = tree.first_child(place.node);
    if (body == no_node || !source.is_token(word, "class")) return;
    edits.replace({place.file, word}, "struct");
    for (NodeId child : tree.children(body)) {
      if (tree.kind_name(child) != "access_specifier") continue;
      const NodeId colon = source.next(child);
      edits.change(place.file, tree[child].begin,
                   tree[source.is_token(colon, ":") ? colon : child].end);
    }
    edits.finish();
  });
  return edits.take();
}

}  // namespace whittle::names
