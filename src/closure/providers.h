/// Who knows which pieces of a document need which.
///
/// Each provider looks at a document and gives a graph, or nothing if it does not fit. The best one
/// comes first in the table: a compiler's own references, then our names, then words that occur in
/// several places.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "passes/pass.h"

namespace whittle {

struct PieceGraph {
  Found found;  ///< edit i removes piece i of the graph
  std::shared_ptr<const Graph> graph;
  /// Whether the graph hardly knows more than the tree: there are few references, or the language
  /// is one in which matching names does not pay. Then tree passes do as well, and the default plan
  /// does not search the graph.
  bool is_mostly_tree = false;
  std::vector<PieceName> names = {};  ///< what pieces declare, as far as that is known
};

struct GraphProvider {
  std::string_view name;
  std::optional<PieceGraph> (*find)(const Subject& subject);
  std::string_view evidence;  ///< the measurement that it exists for, as of `Pass`
};

/// For a document as the user gave it.
std::span<const GraphProvider> graph_providers();
/// For what closures have left of it: who knows more of a smaller document.
std::span<const GraphProvider> second_graph_providers();
inline constexpr std::string_view names_provider = "names";
inline constexpr std::string_view values_provider = "values";

namespace closure {

/// Asks `whittle-cxx-graph`, which asks libclang, about the one C or C++ file of the document. The
/// helper is what $WHITTLE_CXX_GRAPH names, or lies beside whittle or in PATH. If it is missing,
/// crashes, hangs or prints something unexpected, there is no graph.
std::optional<PieceGraph> from_clang(const Subject& subject);

/// The same, with what an object file says of which function calls which (`calls.h`). Nothing if
/// the file does not compile, too.
std::optional<PieceGraph> from_calls(const Subject& subject);

/// Whether `from_clang` can work on a document.
enum class ClangState : std::uint8_t {
  ready,
  not_for_it,  ///< not one C or C++ file, or the user has turned the helper off
  no_helper,
  no_libclang,  ///< the helper is there and cannot load one
};
/// Starts the helper, but does not read the document's text.
ClangState clang_state(const Subject& subject);

/// For data without declarations (XML, JSON, YAML, TOML, dot, SQL, CSS, Makefiles, HTML): values
/// that occur in several places. The one at a defining place (`define/@name`, `id`, a key, a node
/// statement, `CREATE TABLE t`) is the definition, the others are uses.
std::optional<PieceGraph> from_values(const Subject& subject);

/// Declarations and uses as our names model (`names/names.h`) sees them, for every language.
std::optional<PieceGraph> from_names(const Subject& subject);

}  // namespace closure

}  // namespace whittle
