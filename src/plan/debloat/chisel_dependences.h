/// The dependences between statements that CHISEL's local reduction checks before it tests a chunk
/// (`LocalReduction::isInvalidChunk`).
#pragma once

#include "passes/found.h"
#include "passes/names/names.h"

namespace whittle {

/// Adds a `Need` for each rule that a removal within `function` must keep:
///
/// - A local variable or parameter that is still used is still defined somewhere. The rule looks at
///   the kinds of expressions that CHISEL looks at, whatever path the program takes; arrays do not
///   count, and parameters are always defined.
/// - A label that a `goto` still names stays.
/// - If the function gives a value, one `return` stays.
///
/// Requires: the edits are removals of statements that do not overlap.
void add_chisel_dependences(const Names& names, const Place& function, Found& found);

}  // namespace whittle
