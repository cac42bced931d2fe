/// The passes that work on syntax trees; `registry.cc` has a row for each.
#pragma once

#include <cstddef>

#include "passes/pass.h"

namespace whittle {

/// Deletes every node that the grammar allows to be removed, outer before inner.
Found find_tree_children(const Subject& subject);

/// Replaces each node with a descendant that the grammar allows there: of the nearest ones the
/// heaviest for rank 0, the next heaviest for rank 1, and so on.
Found find_hoists(const Subject& subject, std::size_t rank);

/// Replaces a node with the statements of its block.
Found find_flattenings(const Subject& subject);

/// Replaces a node with the shortest text that the grammar allows.
Found find_stand_ins(const Subject& subject);

/// Replaces a node with the lightest node of the same kind in the file.
Found find_same_kind(const Subject& subject);

}  // namespace whittle
