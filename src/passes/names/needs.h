/// What uses what, between the edits of a list.
#pragma once

#include "passes/found.h"
#include "passes/names/names.h"

namespace whittle {

/// Adds a `Need` for every edit that removes a use of a name whose declarations other edits remove.
/// A name that is declared outside of all edits is always there, and a use outside of all edits
/// always needs its declarations. Requires: edits are removals and do not overlap.
void add_needs(const Names& names, Found& found);

}  // namespace whittle
