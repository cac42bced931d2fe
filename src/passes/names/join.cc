// A declaration without a value and the assignment that first gives one become a declaration with
// that value.
//
// The declaration moves down to the assignment, where everything that the value uses is declared.
// If the declaration declares other names as well, it must stay, and the value moves up to it.
// Nothing may use the name in between: the assignment is its first use, in the same row of
// statements.
#include <algorithm>
#include <string>
#include <vector>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

/// The assignment with a plain `=` that a name is the left side of; `no_node` if it is not.
NodeId assignment_to(const Source& source, NodeId leaf) {
  const Tree& tree = source.tree();
  NodeId node = leaf;
  for (int levels = 0; levels < 6; ++levels) {
    const NodeId up = source.parent(node);
    // Around a plain name there is nothing but the name.
    if (up == no_node || tree.text(node) != tree.text(leaf)) return no_node;
    if (source.is_token(source.next(node), "="))
      return tree.kind_name(up).find("assignment") != std::string::npos ? up : no_node;
    node = up;
  }
  return no_node;
}

/// The place of the `;` of a statement, or the statement's end if it has none.
std::uint64_t end_without_mark(const Source& source, NodeId statement) {
  const Tree& tree = source.tree();
  NodeId last = no_node;
  for (NodeId child : tree.children(statement))
    if (!tree[child].extra) last = child;
  return source.is_token(last, ";") ? tree[last].begin : tree[statement].end;
}

/// Joins a declaration to the assignment; the answer is whether it could.
bool join(EditMaker& edits, const Names& names, const Symbol& symbol) {
  const Place& declared = symbol.declarations.front();
  // In some languages an assignment declares the name as well.
  std::vector<Place> others(symbol.declarations.begin() + 1, symbol.declarations.end());
  others.insert(others.end(), symbol.uses.begin(), symbol.uses.end());
  if (others.empty()) return false;
  const auto [use, last_use] = std::ranges::minmax(others);
  if (declared.file != use.file || names.is_parameter(declared)) return false;
  const Source& source = names[declared];
  const Tree& tree = source.tree();
  const NodeId item = source.item(declared.node), declaration = source.statement(declared.node);
  const NodeId assignment = assignment_to(source, use.node), user = source.statement(use.node);
  if (declaration == no_node || assignment == no_node || user == no_node || declaration >= user ||
      source.parent(declaration) != source.parent(user) || !source.is(declaration, Fact::declaring))
    return false;
  for (NodeId child = declaration; child < tree[declaration].subtree_end; ++child)
    if (source.is_token(child, "=") || source.is(child, Fact::function)) return false;
  const auto is_all_of = [&](NodeId statement) {
    return tree[assignment].begin == tree[statement].begin &&
           end_without_mark(source, statement) == tree[assignment].end;
  };
  if (item != declaration) {  // int x, y;  x = 1;   ->   int x = 1, y;
    // In `var x, y T` the type after the names belongs to all of them.
    NodeId last = item;
    for (NodeId next = source.next(last); next != no_node; next = source.next(next)) last = next;
    const bool ends_list = source.is_token(last, ";") || source.beside_comma(last);
    if (!is_all_of(user) || !ends_list) return false;
    edits.change(
        declared.file, tree[item].end, tree[item].end,
        std::string(BytesView(*tree.bytes())
                        .substr(tree[use.node].end, tree[assignment].end - tree[use.node].end)));
    edits.remove({use.file, user});
    return true;
  }
  // for (x = 1;;), if nothing behind the loop uses x
  const bool in_loop = tree.kind_name(user) == "for_statement" &&
                       tree.contains(user, last_use.node) && last_use.file == use.file;
  if (!is_all_of(user) && !in_loop) return false;
  edits.remove({declared.file, declaration});
  edits.replace(use, std::string(tree.text(declaration)
                                     .substr(0, end_without_mark(source, declaration) -
                                                    tree[declaration].begin)));
  return true;
}

}  // namespace

/// int x;  x = 5;   ->   int x = 5;
Found join_assignment(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  EditMaker edits(*shared, subject.goal);
  for (const Symbol& symbol : shared->symbols())
    if (!symbol.declarations.empty() && join(edits, *shared, symbol)) edits.finish();
  return edits.take();
}

}  // namespace whittle::names
