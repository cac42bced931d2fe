/// The providers of graphs: which pieces of a document need which others.
///
/// Each provider looks at a document and returns a graph, or nothing if it does not support the
/// document. The table has the best one first: a compiler's own references, then values of data
/// files, then names matched by spelling.
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
  /// Whether the graph hardly contains more than the tree: there are few references, or the
  /// language is one in which matching names does not pay. Tree passes are as good then, and the
  /// default plan does not search the graph.
  bool is_mostly_tree = false;
  std::vector<PieceName> names = {};  ///< the names that pieces declare, as far as they are known
};

struct GraphProvider {
  std::string_view name;
  std::optional<PieceGraph> (*find)(const Subject& subject);
  std::string_view evidence;  ///< the measurement for which it exists, as in `Pass`
};

/// Providers for the document that the user gave.
std::span<const GraphProvider> graph_providers();
/// Providers for the result of a closure search; they find more in a smaller document.
std::span<const GraphProvider> second_graph_providers();
inline constexpr std::string_view names_provider = "names";
inline constexpr std::string_view values_provider = "values";

namespace closure {

/// Asks `whittle-cxx-graph`, which asks libclang, about the one C or C++ file of the document. The
/// helper is named by $WHITTLE_CXX_GRAPH, or lies beside whittle or in PATH. If it is missing,
/// crashes, hangs or prints something unexpected, there is no graph.
std::optional<PieceGraph> from_clang(const Subject& subject);

/// The same graph, corrected by the calls in an object file (`calls.h`). Nothing if the file does
/// not compile.
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

/// The definitions, bodies and instructions of a module of LLVM IR. Nothing if it has numbered
/// values: these must have names before any of them can be removed.
std::optional<PieceGraph> from_llvm(const Subject& subject);

/// Declarations and uses as our names model (`names/names.h`) sees them, for every language.
std::optional<PieceGraph> from_names(const Subject& subject);

}  // namespace closure

}  // namespace whittle
