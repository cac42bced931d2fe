/// Heavy edits with what lies beside them, as one list.
#pragma once

#include "passes/found.h"

namespace whittle {

/// The edits that weigh at least `least` and are clearly lighter than the chosen edit around them:
/// if a thousand blocks lie inside one another, each a little lighter than the one around it,
/// testing one tells nearly as much as testing the next.
///
/// `with_siblings`: also the lighter edits beside a chosen one, joined to runs that weigh about as
/// much. A call at the top of a script needs a heavy function, so neither can be removed without
/// the other, and a list of heavy edits has no call. Of a script in CMake's language 15,784 of
/// 15,869 tokens were left after 100 tests, and with both grains 11 (bench: grain-cmake-script).
/// Nothing, if there is no such edit or the list does not say what lies beside what.
Found grain_of(Found found, double least, bool with_siblings);

}  // namespace whittle
