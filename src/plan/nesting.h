/// Which edits lie inside others, judged by the ranges that they change.
#pragma once

#include <cstdint>
#include <vector>

#include "document/edit.h"
#include "passes/found.h"

namespace whittle {

/// The edits as a forest.
struct EditForest {
  std::vector<std::uint32_t> order;    ///< their numbers in document order, outer before inner
  std::vector<std::uint32_t> parents;  ///< of each edit the innermost edit around it, or no_parent
};

/// An edit with several changes reaches from its first change to its last. Requires: each edit has
/// a change.
EditForest forest_of(const std::vector<Edit>& edits);

/// For each edit the innermost edit around it, or `Elements::no_parent`. Empty if no edit lies
/// inside another, if an edit has several changes, or if an inner edit is listed before its outer
/// one.
std::vector<std::uint32_t> parents_of(const EditList& edits);

}  // namespace whittle
