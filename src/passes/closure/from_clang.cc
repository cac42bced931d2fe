#include <chrono>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/own_program.h"
#include "document/lexer.h"
#include "document/lines.h"
#include "document/units.h"
#include "graph/graph_text.h"
#include "passes/closure/providers.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle::closure {
namespace {

/// Short, since only a hint depends on the answer.
constexpr std::chrono::seconds check_time{10};

/// Beside this program, as it is installed; else from PATH.
std::string helper(Tools& tools) {
  constexpr const char* name = "whittle-cxx-graph";
  return tools.find(name, {(own_program().parent_path() / name).string()});
}

PieceGraph made_of(GraphText text, std::uint32_t file, BytesView bytes) {
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
  made.names = std::move(text.names);
  return made;
}

/// The one C or C++ file of a document.
struct CxxFile {
  std::uint32_t number = 0;
  bool is_c = false;
};

std::optional<CxxFile> cxx_file(const Subject& subject) {
  std::optional<CxxFile> found;
  for (std::uint32_t i = 0; i < subject.document.files().size(); ++i) {
    const File& file = subject.document.files()[i];
    if (file.kind != File::Kind::regular) continue;
    const std::string& language = subject.trees.language(file.path, *file.bytes).name;
    if (language != "c" && language != "cpp") continue;
    if (found) return std::nullopt;  // what one file needs of another is not looked at
    found = {i, language == "c"};
  }
  return found;
}

}  // namespace

ClangState clang_state(const Subject& subject) {
  if (!cxx_file(subject)) return ClangState::not_for_it;
  // Empty: the user has turned it off.
  if (const char* const set = std::getenv("WHITTLE_CXX_GRAPH"); set && !*set)
    return ClangState::not_for_it;
  const std::string program = helper(subject.tools);
  if (program.empty()) return ClangState::no_helper;
  const auto answers = subject.tools.run({{program, "--check"}}, {.time = check_time});
  return answers[0] || subject.tools.stopped() ? ClangState::ready : ClangState::no_libclang;
}

std::optional<PieceGraph> from_clang(const Subject& subject) {
  const std::optional<CxxFile> cxx = cxx_file(subject);
  const std::string program = cxx ? helper(subject.tools) : "";
  if (program.empty()) return std::nullopt;
  const std::optional<ToolFolder> folder = subject.tools.folder(subject.document);
  if (!folder) return std::nullopt;
  const File& file = subject.document.files()[cxx->number];
  const auto answers =
      subject.tools.run({{program, "-x", cxx->is_c ? "c" : "c++", folder->path_of(file)}});
  if (!answers[0] || subject.tools.stopped()) return std::nullopt;
  Result<GraphText> text = parse_graph(*answers[0], file.bytes->size());
  if (!text || text->pieces.empty()) return std::nullopt;
  return made_of(std::move(*text), cxx->number, *file.bytes);
}

}  // namespace whittle::closure
