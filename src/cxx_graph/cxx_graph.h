/// Makes a graph of pieces and references: each kind of reference becomes edges.
#pragma once

#include "cxx_graph/pieces.h"
#include "cxx_graph/references.h"
#include "graph/graph_text.h"

namespace whittle::cxx {

GraphText make_graph(const Pieces& pieces, const References& references);

}  // namespace whittle::cxx
