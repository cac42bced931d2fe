// Removes a namespace, module or block that surrounds declarations, and keeps the declarations.
#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {

/// namespace n { int x; }  int y = n::x;   ->   int x;  int y = x;
Found unwrap(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* source = names.source(file);
    if (!source) continue;
    const Tree& tree = source->tree();
    for (NodeId node = 1; node < tree.size(); ++node) {
      if (!source->is(node, Fact::wrapping)) continue;
      NodeId inside = source->child(node, Field::body);
      if (inside == no_node)
        for (NodeId child : tree.children(node))
          if (source->is(child, Fact::declaring)) inside = child;
      if (inside == no_node) continue;
      if (source->in_brackets(inside)) {
        NodeId last = no_node;
        for (NodeId child : tree.children(inside)) last = child;
        edits.change(file, tree[node].begin, tree[tree.first_child(inside)].end);
        edits.change(file, tree[last].begin, tree[last].end);
      } else {
        edits.change(file, tree[node].begin, tree[inside].begin);
        if (const NodeId end = source->next(inside); source->is_token(end, "end"))
          edits.change(file, tree[end].begin, tree[end].end);
      }
      const NodeId name = source->child(node, Field::name);
      if (name != no_node && source->is_name(name)) {
        for (const Place& use : names.symbol({file, name}).uses) {
          const Source& user = names[use];
          const NodeId up = user.parent(use.node);
          const NodeId separator = user.next(use.node);
          const NodeId rest = separator == no_node ? no_node : user.next(separator);
          // In a macro's arguments there are no paths in the tree, only words and colons.
          if (rest != no_node && (user.is(up, Fact::path | Fact::access) ||
                                  user.is_token(separator, "::") || user.is_token(separator, ".")))
            edits.change(use.file, user.tree()[use.node].begin, user.tree()[rest].begin);
          else if (user.is(up, Fact::importing))
            edits.remove(names.statement(use));
        }
      }
      edits.finish();
    }
  }
  return edits.take();
}

}  // namespace whittle::names
