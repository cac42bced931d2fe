// Reads two listings of binutils as text. A library for object files would give the same facts, but
// the two programs are where compilers are, and rows that a future version writes differently are
// skipped: then edges are missing, which costs tests and no result.
//
// With `-ffunction-sections` each function has its own section, so the name of a relocation section
// names the caller.
#include "closure/calls.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace whittle::closure {
namespace {

using Id = Graph::Id;

template <typename T>
void sort_once(std::vector<T>& list) {
  std::ranges::sort(list);
  const auto again = std::ranges::unique(list);
  list.erase(again.begin(), again.end());
}

/// The symbol and the line in a row like "0000 W name\t/path/file.cc:12".
std::optional<std::pair<std::string_view, std::uint64_t>> defined_in(std::string_view row,
                                                                     std::string_view file_name) {
  const std::size_t tab = row.find('\t'), colon = row.rfind(':');
  if (tab == row.npos || colon == row.npos || colon < tab) return std::nullopt;
  const std::string_view path = row.substr(tab + 1, colon - tab - 1);
  if (path != file_name && !path.ends_with("/" + std::string(file_name))) return std::nullopt;
  const std::size_t space = row.rfind(' ', tab);
  if (space == row.npos) return std::nullopt;
  std::uint64_t line = 0;
  const auto [end, error] = std::from_chars(row.data() + colon + 1, row.data() + row.size(), line);
  if (error != std::errc() || line == 0) return std::nullopt;
  return std::pair(row.substr(space + 1, tab - space - 1), line);
}

/// The symbol of a section: "_Zf" for ".rela.text._Zf" or ".text._Zf".
std::string_view symbol_of_section(std::string_view section) {
  if (section.starts_with(".rela")) section.remove_prefix(5);
  for (const std::string_view prefix :
       {".text.startup.", ".text.unlikely.", ".text.", ".data.rel.ro.local.", ".data.rel.ro.",
        ".data.rel.", ".data.", ".rodata."})
    if (section.starts_with(prefix)) return section.substr(prefix.size());
  return section;
}

}  // namespace

Calls parse_calls(std::string_view output, std::string_view file_name) {
  std::unordered_map<std::string_view, std::uint64_t> lines;  // by symbol
  std::map<std::string_view, std::vector<std::string_view>> refers;
  std::vector<std::string_view>* from = nullptr;
  while (!output.empty()) {
    const std::string_view row = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(row.size() + 1, output.size()));
    constexpr std::string_view heading = "Relocation section '";
    if (row.starts_with(heading)) {
      const std::string_view section = row.substr(heading.size());
      from = &refers[symbol_of_section(section.substr(0, section.find('\'')))];
    } else if (!from) {
      if (const auto defined = defined_in(row, file_name)) lines.insert(*defined);
    } else if (row.find(" R_") != row.npos) {
      // Offset, info, type, value, name, sign and addend.
      std::string_view name = row.substr(0, std::min(row.rfind(" + "), row.rfind(" - ")));
      from->push_back(symbol_of_section(name.substr(name.rfind(' ') + 1)));
    }
  }
  Calls calls;
  for (const auto& [symbol, line] : lines) calls.emitted.push_back(line);
  for (const auto& [caller, direct] : refers) {
    const auto line = lines.find(caller);
    if (line == lines.end()) continue;
    // A symbol without a line, such as the table of a class's virtual functions, stands for the
    // symbols that it refers to.
    std::vector<std::string_view> open = direct;
    std::unordered_set<std::string_view> seen(open.begin(), open.end());
    while (!open.empty()) {
      const std::string_view symbol = open.back();
      open.pop_back();
      if (const auto found = lines.find(symbol); found != lines.end()) {
        if (found->second != line->second) calls.called.emplace_back(line->second, found->second);
      } else if (const auto on = refers.find(symbol); on != refers.end()) {
        for (const std::string_view next : on->second)
          if (seen.insert(next).second) open.push_back(next);
      }
    }
  }
  sort_once(calls.emitted);
  sort_once(calls.called);
  return calls;
}

void add_calls(GraphText& graph, BytesView text, const Calls& calls) {
  const std::vector<Id> around = pieces_around(graph.pieces);
  std::vector<std::uint64_t> ends;  // of lines
  for (std::uint64_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') ends.push_back(i);
  const auto line_of = [&](std::uint64_t offset) {
    return static_cast<std::uint64_t>(std::ranges::lower_bound(ends, offset) - ends.begin()) + 1;
  };
  const auto is_body = [&](Id id) { return !graph.pieces[id].instead.empty(); };
  std::set<Id> cut,
      idle;  // bodies whose statements are pieces; functions and bodies that are not emitted
  std::map<std::uint64_t, std::vector<Id>> at;  // bodies by the lines of their functions' heads
  for (Id id = 0; id < graph.pieces.size(); ++id) {
    const Id function = around[id];
    if (function == id) continue;
    if (is_body(function)) cut.insert(function);
    if (!is_body(id)) continue;
    bool is_emitted = false;
    const std::uint64_t last = line_of(graph.pieces[id].begin);
    for (std::uint64_t line = line_of(graph.pieces[function].begin); line <= last; ++line) {
      at[line].push_back(id);
      is_emitted = is_emitted || std::ranges::binary_search(calls.emitted, line);
    }
    if (!is_emitted) idle.insert({id, function});
  }
  std::erase_if(graph.edges, [&](const GraphText::Edge& edge) {
    return edge.strength == Strength::bodies && idle.contains(edge.nodes.back());
  });
  for (const auto& [caller, called] : calls.called) {
    const auto from = at.find(caller), to = at.find(called);
    if (from == at.end() || to == at.end()) continue;
    for (const Id user : from->second)
      for (const Id used : to->second)
        if (user != used && !cut.contains(user))
          graph.edges.push_back({GraphText::Edge::Kind::needs, Strength::bodies, {user, used}});
  }
  sort_once(graph.edges);
}

}  // namespace whittle::closure
