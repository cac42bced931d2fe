#include <filesystem>
#include <string>
#include <utility>

#include "graph/graph_text.h"
#include "process/tools.h"

#include "document/lexer.h"
#include "document/lines.h"
#include "document/units.h"
#include "passes/closure/providers.h"
#include "syntax/trees.h"

namespace whittle::closure {
namespace {

/// Beside this program, as it is installed; else from PATH.
std::string helper(Tools& tools) {
  std::error_code problem;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", problem);
  return tools.find("whittle-cxx-graph", {(self.parent_path() / "whittle-cxx-graph").string()});
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
                                   ? removal(file, with_its_lines(bytes, {begin, end}), weight)
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
  const std::string program = number ? helper(subject.tools) : "";
  if (program.empty()) return std::nullopt;
  const std::optional<ToolFolder> folder = subject.tools.folder(subject.document);
  if (!folder) return std::nullopt;
  const File& file = subject.document.files()[*number];
  const auto answers =
      subject.tools.run({{program, "-x", is_c ? "c" : "c++", folder->path_of(file)}});
  if (!answers[0] || subject.tools.stopped()) return std::nullopt;
  const Result<GraphText> text = parse_graph(*answers[0], file.bytes->size());
  if (!text || text->pieces.empty()) return std::nullopt;
  return made_of(*text, *number, *file.bytes);
}

}  // namespace whittle::closure
