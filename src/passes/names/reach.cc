// A breadth-first walk over symbols. An item is the declaration that surrounds a place; a use in an
// item counts once the item is reached, and a use outside of all items counts at once. On c-mkdir
// the walk replaced 116 tests that removed one unused declaration after the other by a single test
// (docs/rejected.md, "Debloating c-mkdir-5.2.1").
#include "passes/names/reach.h"

#include <algorithm>

#include "passes/edit_maker.h"

namespace whittle {

Reach::Reach(const Names& names, const std::vector<Place>& roots) : names_(names) {
  find_items();
  const std::vector<Symbol>& symbols = names.symbols();
  const auto item_of = [&](const Place& place) { return item_of_[place.file][place.node]; };

  std::vector<std::uint32_t> open;  // symbols that reached items use
  std::vector<bool> is_used(symbols.size());
  const auto use = [&](std::uint32_t symbol) {
    if (!is_used[symbol]) open.push_back(symbol);
    is_used[symbol] = true;
  };
  std::vector<std::vector<std::uint32_t>> used_in(items_.size());
  for (std::uint32_t number = 0; number < symbols.size(); ++number) {
    for (const Place& leaf : symbols[number].uses)
      if (const std::uint32_t item = item_of(leaf); item != none)
        used_in[item].push_back(number);
      else
        use(number);
    for (const Place& leaf : symbols[number].declarations)
      if (std::ranges::find(roots, leaf) != roots.end()) use(number);
  }

  ranks_.assign(items_.size(), never);
  std::uint32_t rank = 0;
  for (std::size_t next = 0; next < open.size(); ++next)
    for (const Place& leaf : symbols[open[next]].declarations) {
      // The declarations around it are reached too: a name may be used from outside of them.
      for (std::uint32_t item = item_of(leaf); item != none && ranks_[item] == never;) {
        ranks_[item] = rank++;
        for (const std::uint32_t used : used_in[item]) use(used);
        const NodeId around = names[items_[item]].parent(items_[item].node);
        item = item_of({items_[item].file, around});
      }
    }
}

/// Whether all declarations of a symbol can be removed as such. A loop that declares its variable
/// is more than a declaration, a parameter belongs to its function, and a member to its type.
/// Inside a syntax error nothing is certain.
bool Reach::is_candidate(const Symbol& symbol) const {
  return !symbol.declarations.empty() &&
         std::ranges::all_of(symbol.declarations, [&](const Place& leaf) {
           const NodeId item = names_.item(leaf).node;
           const Source& source = names_[leaf];
           const NodeId statement = source.statement(leaf.node);
           if (item == no_node || statement == no_node || names_.is_parameter(leaf)) return false;
           for (NodeId node = leaf.node; node != statement; node = source.parent(node))
             if (source.is(node, Fact::parameters) || source.tree().kind_name(node) == "ERROR")
               return false;
           const NodeId around = source.parent(item);
           if (source.is(around, Fact::members) && !source.is(around, Fact::wrapping)) return false;
           return symbol.uses.empty() || source.is(item, Fact::declaring | Fact::tagged);
         });
}

// A node belongs to the innermost item around it. Nodes are in preorder, so one walk hands the item
// of each parent down to its children.
void Reach::find_items() {
  item_of_.resize(names_.files());
  for (std::uint32_t file = 0; file < names_.files(); ++file)
    if (const Source* source = names_.source(file))
      item_of_[file].assign(source->tree().size(), none);
  for (std::uint32_t number = 0; number < names_.symbols().size(); ++number) {
    const Symbol& symbol = names_.symbols()[number];
    if (!is_candidate(symbol)) continue;
    candidates_.push_back(number);
    for (const Place& leaf : symbol.declarations) {
      const Place item = names_.item(leaf);
      std::uint32_t& at = item_of_[item.file][item.node];
      if (at != none) continue;  // one item may declare two names: a type and a variable
      at = static_cast<std::uint32_t>(items_.size());
      items_.push_back(item);
    }
  }
  for (std::uint32_t file = 0; file < names_.files(); ++file) {
    const Source* source = names_.source(file);
    for (NodeId node = 1; source && node < source->tree().size(); ++node)
      if (std::uint32_t& at = item_of_[file][node]; at == none)
        at = item_of_[file][source->parent(node)];
  }
}

std::uint32_t Reach::rank(const Place& place) const {
  const std::uint32_t item = item_of_[place.file][place.node];
  return item == none ? never : ranks_[item];
}

// A symbol inside an unreached declaration is removed with that declaration, so it gets no edit of
// its own.
Found Reach::unreached(Goal goal) const {
  EditMaker edits(names_, goal);
  for (const std::uint32_t number : candidates_) {
    const Symbol& symbol = names_.symbols()[number];
    const bool is_removable = std::ranges::all_of(symbol.declarations, [&](const Place& leaf) {
      const Place item = names_.item(leaf);
      if (rank(item) != never) return false;
      const std::uint32_t around = item_of_[item.file][names_[item].parent(item.node)];
      return around == none || ranks_[around] != never;
    });
    if (!is_removable) continue;
    for (const Place& leaf : symbol.declarations) edits.remove(names_.item(leaf));
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle
