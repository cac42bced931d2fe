/// Which functions of a C or C++ file are called by which, as its object file says.
///
/// Clang's references do not say which overload a template calls, and a function that is named
/// need not be called. The object file has exactly the functions that a program needs to link, and
/// its relocations name for each of them what it refers to. With lines of debug information these
/// are pieces of the text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "graph/graph_text.h"

namespace whittle::closure {

/// Functions by the lines, from 1, on which their definitions begin.
struct Calls {
  std::vector<std::uint64_t> emitted;                           ///< sorted, none twice
  std::vector<std::pair<std::uint64_t, std::uint64_t>> called;  ///< caller, called; the same
};

/// Reads what `nm -l --defined-only` and then `readelf -rW` print of an object file that was made
/// with `-g1 -ffunction-sections` from the file of this name. Other files, and what is not
/// understood, are left out.
Calls parse_calls(std::string_view output, std::string_view file_name);

/// A body that was not emitted is no longer needed by its function, and a body needs those that it
/// calls. Calls by functions whose statements are pieces are left out, since it is not known which
/// statement calls.
void add_calls(GraphText& graph, BytesView text, const Calls& calls);

}  // namespace whittle::closure
