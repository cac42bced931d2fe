#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "graph/graph_text.h"

#include "document/lexer.h"
#include "document/units.h"
#include "passes/closure/providers.h"
#include "passes/tool.h"
#include "syntax/trees.h"

namespace whittle::closure {
namespace {

std::string helper() {
  constexpr std::string_view name = "whittle-cxx-graph";
  if (const char* const given = std::getenv("WHITTLE_CXX_GRAPH"))
    return *given ? find_program(given) : "";
  std::error_code problem;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", problem);
  if (!problem)
    if (std::string beside = find_program((self.parent_path() / name).string()); !beside.empty())
      return beside;
  return find_program(name);
}

/// With its line, if nothing else is on it.
Range with_line(BytesView bytes, Range range) {
  std::uint64_t begin = range.begin, end = range.end;
  while (begin > 0 && (bytes[begin - 1] == ' ' || bytes[begin - 1] == '\t')) --begin;
  while (end < bytes.size() && (bytes[end] == ' ' || bytes[end] == '\t')) ++end;
  const bool begins_line = begin == 0 || bytes[begin - 1] == '\n';
  if (!begins_line || end == bytes.size() || bytes[end] != '\n') return range;
  return {begin, end + 1};
}

PieceGraph made_of(const GraphText& text, std::uint32_t file, BytesView bytes) {
  const TokenIndex tokens(bytes);
  const std::vector<Graph::Id> around = pieces_around(text.pieces);
  std::vector<Weight> weights;
  PieceGraph made;
  for (Graph::Id id = 0; id < text.pieces.size(); ++id) {
    const auto& [begin, end, instead] = text.pieces[id];
    const auto weight = static_cast<Weight>(tokens.starting_in({begin, end}));
    weights.push_back(weight);
    if (around[id] != id) weights[around[id]] -= std::min(weights[around[id]], weight);
    made.found.edits.push_back(instead.empty()
                                   ? removal(file, with_line(bytes, {begin, end}), weight)
                                   : replacement(file, {begin, end}, instead, weight));
  }
  made.graph = std::make_shared<const Graph>(build(text, std::move(weights)));
  return made;
}

}  // namespace

std::optional<PieceGraph> from_clang(const Subject& subject) {
  std::optional<std::uint32_t> number;
  bool is_c = false;
  for (std::uint32_t i = 0; i < subject.document.files().size(); ++i) {
    const File& file = subject.document.files()[i];
    if (file.kind != File::Kind::regular) continue;
    const std::string& language = subject.trees.language(file.path, *file.bytes).name;
    if (language != "c" && language != "cpp") continue;
    if (number) return std::nullopt;  // what one file needs of another is not looked at
    number = i;
    is_c = language == "c";
  }
  const std::string program = number ? helper() : "";
  if (program.empty()) return std::nullopt;
  const ToolFolder folder(subject.document);
  if (folder.failed()) return std::nullopt;
  const File& file = subject.document.files()[*number];
  const auto answers =
      run_tools({{program, "-x", is_c ? "c" : "c++", folder.path_of(file).string()}});
  if (!answers[0] || tools_are_stopped()) return std::nullopt;
  const Result<GraphText> text = parse_graph(*answers[0], file.bytes->size());
  if (!text || text->pieces.empty()) return std::nullopt;
  return made_of(*text, *number, *file.bytes);
}

}  // namespace whittle::closure
