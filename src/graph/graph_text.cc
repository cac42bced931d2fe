// The text comes from another program, which may have been killed while it printed. So every line
// is checked (numbers in range, pieces in order and properly nested, nodes declared before edges),
// and a graph without its last line "end" is refused as a whole: half a graph would have missing
// edges, and each of them costs tests.
#include "graph/graph_text.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace whittle {
namespace {

using Kind = GraphText::Edge::Kind;
constexpr std::string_view first_line = "whittle-graph 1";
constexpr std::string_view letters = "naiw";  // by Kind

/// The words of a line, one after the other.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  std::string_view next() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    const std::string_view word = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(word.size());
    return word;
  }
  /// Nothing if the next word is missing, no number, or not below `limit`.
  std::optional<std::uint64_t> number(std::uint64_t limit) {
    const std::string_view word = next();
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (problem != std::errc{} || end != word.data() + word.size() || value >= limit)
      return std::nullopt;
    return value;
  }
  std::string_view rest() {
    at_end();
    return rest_;
  }
  bool at_end() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    return rest_.empty();
  }

 private:
  std::string_view rest_;
};

class GraphParser {
 public:
  GraphParser(std::uint64_t file_size, std::uint64_t most_nodes)
      : file_size_(file_size), most_nodes_(most_nodes) {}

  /// Whether the line is valid.
  bool take(std::string_view line) {
    Words words(line);
    const std::string_view letter = words.next();
    if (letter == "p") return piece(words);
    if (letter == "v") {
      const auto count = words.number(most_nodes_);
      if (!count || graph.nodes != 0 || !graph.edges.empty()) return false;
      graph.nodes = static_cast<std::size_t>(*count);
      return words.at_end();
    }
    if (letter == "d") {
      const auto piece = words.number(graph.pieces.size());
      const std::string_view name = words.rest();
      if (!piece || name.empty()) return false;
      graph.names.push_back({static_cast<Graph::Id>(*piece), std::string(name)});
      return true;
    }
    return edge(letter, words);
  }

  GraphText graph;

 private:
  bool piece(Words& words) {
    const auto begin = words.number(file_size_), end = words.number(file_size_ + 1);
    const std::string_view instead = words.next();
    if (!begin || !end || *begin >= *end || !words.at_end()) return false;
    if (!instead.empty() && instead != ";" && instead != "{}") return false;
    if (graph.nodes != 0 || !graph.edges.empty()) return false;  // they would change their numbers
    // A piece must lie inside the innermost open piece or after it; pieces that cross could not be
    // removed one by one.
    while (!open_.empty() && open_.back() <= *begin) open_.pop_back();
    if (!open_.empty() && open_.back() < *end) return false;
    if (!graph.pieces.empty() && *begin < graph.pieces.back().begin) return false;
    if (!graph.pieces.empty() && *begin == graph.pieces.back().begin &&
        *end >= graph.pieces.back().end)
      return false;
    open_.push_back(*end);
    graph.pieces.push_back({*begin, *end, std::string(instead)});
    return true;
  }

  bool edge(std::string_view letter, Words& words) {
    if (letter.size() != 1) return false;
    const bool is_body = letter[0] == 'b';
    const bool is_loose = letter[0] >= 'A' && letter[0] <= 'Z';
    const std::size_t kind = is_body ? 0 : letters.find(static_cast<char>(letter[0] | 0x20));
    if (kind == letters.npos) return false;
    GraphText::Edge edge{static_cast<Kind>(kind),
                         is_body    ? Strength::bodies
                         : is_loose ? Strength::loose
                                    : Strength::tight,
                         {}};
    while (!words.at_end()) {
      const auto node = words.number(graph.pieces.size() + graph.nodes);
      if (!node) return false;
      edge.nodes.push_back(static_cast<Graph::Id>(*node));
    }
    const std::size_t count = edge.nodes.size();
    if (edge.kind == Kind::needs_if ? count != 3 : edge.kind == Kind::any ? count < 2 : count != 2)
      return false;
    graph.edges.push_back(std::move(edge));
    return true;
  }

  std::uint64_t file_size_, most_nodes_;
  std::vector<std::uint64_t> open_;  // ends of the pieces around the last one, and its own
};

}  // namespace

std::string print(const GraphText& graph) {
  std::string text = fmt::format("{}\n", first_line);
  for (const auto& [begin, end, instead] : graph.pieces)
    text += instead.empty() ? fmt::format("p {} {}\n", begin, end)
                            : fmt::format("p {} {} {}\n", begin, end, instead);
  for (const auto& [piece, name] : graph.names) text += fmt::format("d {} {}\n", piece, name);
  if (graph.nodes > 0) text += fmt::format("v {}\n", graph.nodes);
  for (const auto& [kind, strength, nodes] : graph.edges) {
    const char letter =
        strength == Strength::bodies ? 'b' : letters[static_cast<std::size_t>(kind)];
    text += strength == Strength::loose ? static_cast<char>(letter & ~0x20) : letter;
    for (const Graph::Id node : nodes) text += fmt::format(" {}", node);
    text += '\n';
  }
  return text + "end\n";
}

Result<GraphText> parse_graph(std::string_view text, std::uint64_t file_size) {
  // More nodes than characters cannot all be named: such a number would only cost memory.
  GraphParser parser(file_size, text.size());
  bool ended = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t length = text.find('\n');
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(length == text.npos ? text.size() : length + 1);
    const bool good = number == 1     ? line == first_line
                      : ended         ? false
                      : line == "end" ? (ended = true)
                                      : parser.take(line);
    if (!good || length == text.npos)
      return fail(ErrorKind::usage, fmt::format("line {} of a graph is not understood", number));
  }
  if (!ended) return fail(ErrorKind::usage, "a graph has no end");
  return std::move(parser.graph);
}

// Pieces come in document order, the outer first, so a stack of open pieces gives the innermost one
// around each.
std::vector<Graph::Id> pieces_around(const std::vector<GraphText::Piece>& pieces) {
  std::vector<Graph::Id> around, open;
  for (Graph::Id id = 0; id < pieces.size(); ++id) {
    while (!open.empty() && pieces[open.back()].end <= pieces[id].begin) open.pop_back();
    around.push_back(open.empty() ? id : open.back());
    open.push_back(id);
  }
  return around;
}

Graph build(const GraphText& text, std::vector<Weight> weights) {
  GraphBuilder builder(std::move(weights));
  for (std::size_t i = 0; i < text.nodes; ++i) builder.add_node();
  const std::vector<Graph::Id> around = pieces_around(text.pieces);
  for (Graph::Id id = 0; id < around.size(); ++id) builder.needs(id, around[id], Strength::tight);
  for (const auto& [kind, strength, nodes] : text.edges) switch (kind) {
      case Kind::needs:
        builder.needs(nodes[0], nodes[1], strength);
        break;
      case Kind::any:
        builder.needs_any(nodes[0], {nodes.begin() + 1, nodes.end()}, strength);
        break;
      case Kind::needs_if:
        builder.needs_if(nodes[0], nodes[1], nodes[2], strength);
        break;
      case Kind::wants:
        builder.wants(nodes[0], nodes[1], strength);
        break;
    }
  return builder.build();
}

}  // namespace whittle
