/// Prints the graph of dependencies that the closure search of a run would use.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "run/request.h"

namespace whittle {

enum class GraphFormat : std::uint8_t { text, dot };

/// Reads `request.files` and the search options; runs no test. Fails if no provider knows a graph
/// of them.
Result<std::string> show_graph(const Request& request, GraphFormat format);

}  // namespace whittle
