// Removes unused declarations, and single statements.
//
// A use inside the declaration itself does not count: a recursive function uses only itself.
// Parameters are left to `parameters.cc`: they cannot be removed without their arguments.
#include <algorithm>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

bool is_about_parameters(const Names& names, const Symbol& symbol) {
  for (const Place& leaf : symbol.declarations)
    if (names.is_parameter(leaf)) return true;
  return false;
}

}  // namespace

/// int f(void) { return 1; }  int main() {}   ->   int main() {}
Found unused(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (const Symbol& symbol : names.symbols()) {
    if (symbol.declarations.empty() || is_about_parameters(names, symbol)) continue;
    if (!names.outer_uses(symbol).empty()) continue;
    // A declaration may use its own name, as a recursive function does. A loop that declares its
    // variable is no declaration but code.
    if (!symbol.uses.empty() && std::ranges::any_of(symbol.declarations, [&](const Place& leaf) {
          const Place item = names.item(leaf);
          return item.node == no_node || !names[item].is(item.node, Fact::declaring);
        }))
      continue;
    for (const Place& leaf : symbol.declarations) edits.remove(names.item(leaf));
    edits.finish();
  }
  return edits.take();
}

/// int f() { g(); return 1; }   ->   int f() { return 1; }
Found statements(const Subject& subject) {
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  for (std::uint32_t file = 0; file < names.files(); ++file)
    if (const Source* source = names.source(file))
      for (NodeId node = 1; node < source->tree().size(); ++node) {
        if (source->statement(node) != node) continue;
        edits.remove({file, node});
        edits.finish();
      }
  return edits.take();
}

}  // namespace whittle::names
