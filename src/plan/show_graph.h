/// A graph of a document as text, for `--show-graph`.
#pragma once

#include <string>

#include "plan/closure_plan.h"

namespace whittle {

/// The provider of the graph; then each piece with its place, first words and weight, and below it
/// its edges. Numbers are those of `graph/graph_text.h`, from 0.
std::string graph_as_text(const KnownGraph& known);

/// The same for Graphviz. Loose edges are dashed, "wants" edges grey; a diamond is a "needs any
/// of".
std::string graph_as_dot(const KnownGraph& known);

}  // namespace whittle
