// Graphs are for people who ask why a closure kept a piece. So the listing shows each piece with
// its place and first words, and its edges in the words of docs/closures.md.
#include "plan/show_graph.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <vector>

#include "report/words.h"

namespace whittle {
namespace {

using Id = Graph::Id;

/// White space and control characters would spoil a line of the listing.
bool is_blank_in_a_listing(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
}

/// The places and the first words of pieces.
class Places {
 public:
  explicit Places(const EditList& edits) : edits_(edits), lines_(edits.base().files().size()) {
    for (std::uint32_t file = 0; file < lines_.size(); ++file) {
      const File& one = edits.base().files()[file];
      if (one.kind != File::Kind::regular) continue;
      for (std::size_t at = 0; at < one.bytes->size(); ++at)
        if ((*one.bytes)[at] == '\n') lines_[file].push_back(at);
    }
  }

  /// "src/x.cc:12"
  std::string place(Id piece) const {
    const auto [file, begin, end] = range(piece);
    const auto line = std::ranges::lower_bound(lines_[file], begin) - lines_[file].begin();
    return fmt::format("{}:{}", edits_.base().files()[file].path, line + 1);
  }

  /// The first words of a piece on one line, shortened to fit.
  std::string first_words(Id piece) const {
    constexpr std::size_t longest = 48;
    const auto [file, begin, end] = range(piece);
    const BytesView text = BytesView(edits_.base().bytes(file)).substr(begin, end - begin);
    std::string words;
    for (const char c : text) {
      if (words.size() >= longest && (c & 0xC0) != 0x80) return words + "...";
      if (!is_blank_in_a_listing(c))
        words += c;
      else if (!words.ends_with(' '))
        words += ' ';
    }
    if (words.ends_with(' ')) words.pop_back();
    return words;
  }

 private:
  struct Range {
    std::uint32_t file;
    std::uint64_t begin, end;
  };
  /// The range of a piece, without the blanks at its beginning.
  Range range(Id piece) const {
    const Change& change = edits_.edits()[piece].changes.front();
    const BytesView bytes = edits_.base().bytes(change.file);
    std::uint64_t begin = change.begin;
    while (begin < change.end && is_blank_in_a_listing(bytes[begin])) ++begin;
    return {change.file, begin, change.end};
  }

  const EditList& edits_;
  std::vector<std::vector<std::uint64_t>> lines_;  // by file: where each line ends
};

/// Calls `visit(item, strength)` for each edge of one kind, the tight ones first.
template <typename Of, typename Visit>
void for_each(Id node, Of of, Visit visit) {
  const auto all = of(node, Strength::loose);
  const std::size_t tight = of(node, Strength::tight).size();
  const std::size_t bodies = of(node, Strength::bodies).size();
  for (std::size_t i = 0; i < all.size(); ++i)
    visit(all[i], i < tight ? Strength::tight : i < bodies ? Strength::bodies : Strength::loose);
}

/// Calls the function for the kind of each edge of a node. A condition belongs to both of its ends,
/// and is shown at the first.
template <typename Needs, typename Any, typename If, typename Wants>
void for_each_edge(const Graph& graph, Id node, Needs needs, Any any, If needs_if, Wants wants) {
  for_each(
      node, [&](Id id, Strength most) { return graph.needs(id, most); }, needs);
  for_each(
      node, [&](Id id, Strength most) { return graph.needs_any(id, most); },
      [&](std::uint32_t group, Strength strength) { any(graph.group(group), strength); });
  for_each(
      node, [&](Id id, Strength most) { return graph.needs_if(id, most); },
      [&](const Graph::If& one, Strength strength) {
        if (node < one.other) needs_if(one, strength);
      });
  for_each(
      node, [&](Id id, Strength most) { return graph.wants(id, most); }, wants);
}

std::string headline(const KnownGraph& known) {
  const Graph& graph = *known.graph;
  return fmt::format(
      "graph by {}: {}, {} without text, {}", known.provider, counted(graph.pieces(), "piece"),
      counted(graph.nodes() - graph.pieces(), "node"), counted(graph.edges(), "edge"));
}

/// Escapes a text for a string of Graphviz.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string graph_as_text(const KnownGraph& known) {
  const Graph& graph = *known.graph;
  const Places places(*known.edits);
  std::string out = headline(known) + "\n";
  for (Id node = 0; node < graph.nodes(); ++node) {
    out += node < graph.pieces() ? fmt::format("{}  {}  [{}]  {}\n", node, places.place(node),
                                               graph.weight(node), places.first_words(node))
                                 : fmt::format("{}  (no text)\n", node);
    const auto add = [&](std::string_view what, Strength strength) {
      out += fmt::format("    {}{}\n", what,
                         strength == Strength::loose    ? " (loose)"
                         : strength == Strength::bodies ? " (body)"
                                                        : "");
    };
    for_each_edge(
        graph, node, [&](Id to, Strength s) { add(fmt::format("needs {}", to), s); },
        [&](std::span<const Id> of, Strength s) {
          add(fmt::format("needs any of {}", fmt::join(of, ", ")), s);
        },
        [&](const Graph::If& one, Strength s) {
          add(fmt::format("needs {} if {} is kept", one.then, one.other), s);
        },
        [&](Id to, Strength s) { add(fmt::format("wants {}", to), s); });
  }
  return out;
}

// Graphviz has no edge to "one of several" nodes, so a diamond node is put between.
std::string graph_as_dot(const KnownGraph& known) {
  const Graph& graph = *known.graph;
  const Places places(*known.edits);
  std::string out = fmt::format("digraph whittle {{\n  label=\"{}\";\n  node [shape=box];\n",
                                escaped(headline(known)));
  const auto style = [](Strength strength) {
    return strength == Strength::loose    ? "style=dashed"
           : strength == Strength::bodies ? "style=bold"
                                          : "style=solid";
  };
  std::size_t groups = 0;
  for (Id node = 0; node < graph.nodes(); ++node) {
    out += node < graph.pieces()
               ? fmt::format("  {} [label=\"{}: {}\\n{}\"];\n", node, node,
                             escaped(places.place(node)), escaped(places.first_words(node)))
               : fmt::format("  {} [shape=circle];\n", node);
    for_each_edge(
        graph, node,
        [&](Id to, Strength s) { out += fmt::format("  {} -> {} [{}];\n", node, to, style(s)); },
        [&](std::span<const Id> of, Strength s) {
          const std::string any = fmt::format("any{}", groups++);
          out += fmt::format("  {0} [shape=diamond, label=any];\n  {1} -> {0} [{2}];\n", any, node,
                             style(s));
          for (const Id to : of) out += fmt::format("  {} -> {} [{}];\n", any, to, style(s));
        },
        [&](const Graph::If& one, Strength s) {
          out += fmt::format("  {} -> {} [{}, label=\"if {}\"];\n", node, one.then, style(s),
                             one.other);
        },
        [&](Id to, Strength s) {
          out += fmt::format("  {} -> {} [{}, color=grey];\n", node, to, style(s));
        });
  }
  return out + "}\n";
}

}  // namespace whittle
