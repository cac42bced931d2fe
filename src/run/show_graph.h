/// Prints what needs what in a document: the graph that the closure search of a run would use.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "run/request.h"

namespace whittle {

enum class GraphFormat : std::uint8_t { text, dot };

/// Reads `request.files` and the search options; runs no test. Fails if nothing is known of what
/// needs what in them.
Result<std::string> show_graph(const Request& request, GraphFormat format);

}  // namespace whittle
