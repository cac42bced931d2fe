/// Edits that empty functions and blocks that never ran.
#pragma once

#include <cstddef>

#include "passes/pass.h"
#include "probe/coverage.h"

namespace whittle::probe {

/// Empties each function body that never ran, and in functions that ran each block or run of
/// statements that did not. Requires: the document is the one that was observed.
Found never_ran(const Subject& subject, const Coverage& coverage);

struct FunctionCounts {
  std::size_t all = 0;  ///< functions with a body
  std::size_t idle = 0;
};
FunctionCounts count_functions(const Subject& subject, const Coverage& coverage);

}  // namespace whittle::probe
