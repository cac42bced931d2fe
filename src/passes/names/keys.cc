// Removes a key of data wherever it occurs. A key that occurs once is left out: removing it is an
// edit of other passes.
#include <algorithm>
#include <string>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {

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
