/// Which edits of a list remove declarations that other edits use.
#pragma once

#include "passes/found.h"
#include "passes/names/names.h"

namespace whittle {

/// Whether a leaf is the name in a declaration of a function, with a body or without.
bool declares_function(const Names& names, const Place& leaf);
bool has_body(const Names& names, const Place& function);

/// Adds a `Need` for every edit that removes a use of a name whose declarations are removed by
/// other edits. A name that is declared outside of all edits is always declared. A use outside of
/// all edits always needs its declarations. A use of a function needs a declaration with a body, if
/// there is one.
///
/// Requires: edits are removals and do not overlap.
void add_needs(const Names& names, Found& found);

/// Takes out edits that can never be applied, because a part that always stays needs the pieces
/// they remove.
void take_out_needed(Found& found);

}  // namespace whittle
