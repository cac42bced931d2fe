/// The edits that HDD and HDDr make of the children of a node.
#pragma once

#include <cstdint>

#include "passes/tree/tree_edits.h"

namespace whittle {

/// Whether a node that cannot be removed is replaced by its stand-in or left alone.
enum class Unremovable { stand_in, skip };

/// Lists the removal of each child of `parent` that can be removed, and a stand-in for each other
/// child.
void add_level_edits(std::uint32_t file, const Facts& facts, NodeId parent, Unremovable unremovable,
                     Goal goal, Found& found);

}  // namespace whittle
