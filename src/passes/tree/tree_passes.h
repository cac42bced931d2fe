/// The passes that work on syntax trees; `registry.cc` has a row for each.
#pragma once

#include <cstddef>

#include "passes/pass.h"

namespace whittle {

/// Deletes what the grammar lets go, anywhere in the tree; outer before inner.
Found find_tree_children(const Subject& subject);

/// Puts a descendant in the place of each node that the grammar lets it replace: the heaviest of
/// the nearest ones for rank 0, the next heaviest for rank 1 and so on.
Found find_hoists(const Subject& subject, std::size_t rank);

/// Puts the statements of a block in place of what the block belongs to.
Found find_flattenings(const Subject& subject);

/// Puts the shortest text that the grammar allows in place of a node.
Found find_stand_ins(const Subject& subject);

/// Puts the lightest node of the same kind, from anywhere in the file, in place of a node.
Found find_same_kind(const Subject& subject);

/// Deletes two to four neighbours at once, whatever the grammar says.

}  // namespace whittle
