/// Which edits of a list remove declarations that other edits use.
#pragma once

#include "passes/found.h"
#include "passes/names/names.h"

namespace whittle {

/// Whether a leaf is the name in a declaration of a function, with a body or without.
bool declares_function(const Names& names, const Place& leaf);
bool has_body(const Names& names, const Place& function);

/// Adds a `Need` for every edit that removes a use of a name whose declarations other edits remove.
/// A name that is declared outside of all edits is always there, and a use outside of all edits
/// always needs its declarations. A use of a function needs one with a body, if there is any.
/// Requires: edits are removals and do not overlap.
void add_needs(const Names& names, Found& found);

/// Takes out edits that nothing can make applicable: what stays in any case needs what they remove.
void take_out_needed(Found& found);

}  // namespace whittle
