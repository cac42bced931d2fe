/// A graph as lines of text, the format between helper programs and whittle.
///
///     whittle-graph 1
///     p 120 180              piece 0: bytes [120, 180) of the file
/// p 150 179 ;            piece 1, inside it; ";" replaces it when it is removed
///     d 0 point              piece 0 declares the name "point"
/// v 2                    two nodes without text: 2 and 3
///     n 1 0                  1 needs 0
///     b 0 1                  the same, if bodies count
///     N 1 2                  the same, loose
///     a 1 0 2                1 needs one of 0 and 2; the first if there is no other reason
///     i 2 0 1                2 needs 0 if 1 is kept
///     w 0 1                  0 wants 1
///     end
///
/// A capital letter is a loose edge. Pieces come in document order, the outer of two nested ones
/// first. The edge from a piece to the piece around it is implied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/graph.h"

namespace whittle {

struct GraphText {
  struct Piece {
    std::uint64_t begin = 0, end = 0;
    std::string instead = {};  ///< ";", "{}" or nothing
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  struct Edge {
    enum class Kind : std::uint8_t { needs, any, needs_if, wants };
    Kind kind = Kind::needs;
    Strength strength = Strength::tight;
    std::vector<Graph::Id> nodes;  ///< in the order of the line
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };

  std::vector<Piece> pieces;
  std::vector<PieceName> names;
  std::size_t nodes = 0;  ///< without text
  std::vector<Edge> edges;

  friend bool operator==(const GraphText&, const GraphText&) = default;
};

std::string print(const GraphText& graph);

/// Fails with the first line that is not as described above: pieces that overlap, are empty or lie
/// outside of `file_size` bytes, nodes that do not exist, no end. Edges can still be wrong in their
/// meaning.
Result<GraphText> parse_graph(std::string_view text, std::uint64_t file_size);

/// For each piece the innermost one around it; its own number if there is none.
std::vector<Graph::Id> pieces_around(const std::vector<GraphText::Piece>& pieces);

/// The graph with these weights. Each piece needs the piece around it.
Graph build(const GraphText& text, std::vector<Weight> weights);

}  // namespace whittle
