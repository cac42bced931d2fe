// The graph of a C or C++ file, as libclang sees it. libclang runs in a helper program: it takes
// seconds and hundreds of megabytes, and sometimes crashes on the inputs that people want to
// reduce. A crash there costs a graph, here it would cost the run.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/own_program.h"
#include "closure/calls.h"
#include "closure/providers.h"
#include "document/lexer.h"
#include "document/lines.h"
#include "document/units.h"
#include "graph/graph_text.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle::closure {
namespace {

/// Short, because only a hint to the user depends on the answer.
constexpr std::chrono::seconds check_time{10};

/// The helper beside this program, where it is installed; otherwise from PATH.
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
    const Language& language = subject.trees.language(file.path, *file.bytes);
    if (!language.is_any(Dialect::c | Dialect::cxx)) continue;
    if (found) return std::nullopt;  // needs between several files are not supported
    found = {i, language.is_any(Dialect::c)};
  }
  return found;
}

/// The name that compilers give to their standard input.
constexpr std::string_view standard_input = "<stdin>";

/// The command that makes an object file and prints the listings for `parse_calls`. It fails if the
/// file does not compile. Line markers are replaced by blanks, because functions would otherwise
/// have the lines of other files.
std::optional<Command> object_command(Tools& tools, bool is_c, const std::string& path) {
  const std::string compiler = tools.find(is_c ? "cc" : "c++"), shell = tools.find("sh");
  if (compiler.empty() || shell.empty() || tools.find("nm").empty() ||
      tools.find("readelf").empty())
    return std::nullopt;
  constexpr const char* script =
      R"(sed 's/^[[:blank:]]*#[[:blank:]]*\(line[[:blank:]]*\)\{0,1\}[0-9].*//' "$0" | )"
      R"("$1" -x "$2" -I "${0%/*}" -w -g1 -ffunction-sections -c -o "$0.o" - && )"
      R"(nm -l --defined-only "$0.o" && readelf -rW "$0.o")";
  return Command{shell, "-c", script, path, compiler, is_c ? "c" : "c++"};
}

std::optional<PieceGraph> ask(const Subject& subject, bool with_calls) {
  const std::optional<CxxFile> cxx = cxx_file(subject);
  const std::string program = cxx ? helper(subject.tools) : "";
  if (program.empty()) return std::nullopt;
  const std::optional<ToolFolder> folder = subject.tools.folder(subject.document);
  if (!folder) return std::nullopt;
  const File& file = subject.document.files()[cxx->number];
  const std::string path = folder->path_of(file);
  std::vector<Command> commands{{program, "-x", cxx->is_c ? "c" : "c++", path}};
  if (with_calls) {
    std::optional<Command> object = object_command(subject.tools, cxx->is_c, path);
    if (!object) return std::nullopt;
    commands.push_back(std::move(*object));
  }
  // The limit grows with the file and is far above the usual time: whether there is a graph must
  // not depend on how busy the machine is.
  const ToolLimits limits{.time = std::chrono::seconds(60 + file.bytes->size() / 25'000)};
  const auto answers = subject.tools.run(commands, limits);
  if (std::ranges::any_of(answers, [](const auto& answer) { return !answer; }) ||
      subject.tools.stopped())
    return std::nullopt;
  Result<GraphText> text = parse_graph(*answers[0], file.bytes->size());
  if (!text || text->pieces.empty()) return std::nullopt;
  if (with_calls) {
    const Calls calls = parse_calls(*answers[1], standard_input);
    if (calls.emitted.empty()) return std::nullopt;  // no program, or lines that are not understood
    add_calls(*text, *file.bytes, calls);
  }
  return made_of(std::move(*text), cxx->number, *file.bytes);
}

/// Graphs by document. Every copy of a search that tests ahead reaches the end of the first
/// closures, and would ask again.
using Graphs = std::map<Hash, std::optional<PieceGraph>>;

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
  return ask(subject, false);
}

std::optional<PieceGraph> from_calls(const Subject& subject) {
  Graphs& known = subject.tools.memory<Graphs>();
  const Hash document = subject.document.hash();
  if (const auto found = known.find(document); found != known.end()) return found->second;
  std::optional<PieceGraph> made = ask(subject, true);
  if (!subject.tools.stopped()) known.emplace(document, made);
  return made;
}

}  // namespace whittle::closure
