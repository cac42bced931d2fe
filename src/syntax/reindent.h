/// A layout for data whose formatter is not installed (`Profile::reindents`).
///
/// A reduction leaves holes: lines far to the right, blank lines, double blanks. The
/// tree says how deep each line is: a line that continues a node is indented by two more than the
/// line on which the node begins, items of a list are aligned with the first one, and a closing
/// bracket or tag with the line of the opening one. Line breaks stay where they are, and so does
/// text inside tokens. Linear in the size of the tree.
#pragma once

#include <optional>

#include "syntax/tree.h"

namespace whittle {

/// The text in its new layout. Nothing if that is the text as it is, or if it has another tree.
std::optional<Bytes> reindented(const Tree& tree);

}  // namespace whittle
