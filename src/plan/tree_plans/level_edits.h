/// What HDD and HDDr do with the children of a node.
#pragma once

#include <cstdint>

#include "passes/tree/tree_edits.h"

namespace whittle {

/// What becomes of nodes that cannot vanish.
enum class Unremovable { stand_in, skip };

/// Lists the removal of each child of `parent` that can go, and a stand-in for each that cannot.
void add_level_edits(std::uint32_t file, const Facts& facts, NodeId parent, Unremovable unremovable,
                     Goal goal, Found& found);

}  // namespace whittle
