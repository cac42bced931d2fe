#include "plan/formatter.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/diff.h"
#include "document/lexer.h"
#include "process/tools.h"

namespace whittle {
namespace {

// One statement a line, whatever fits on one; nothing that would change, join or sort tokens.
constexpr const char* clang_style =
    "--style={BasedOnStyle: LLVM, ColumnLimit: 100, AllowShortBlocksOnASingleLine: Empty, "
    "AllowShortFunctionsOnASingleLine: Empty, AllowShortIfStatementsOnASingleLine: Never, "
    "AllowShortLambdasOnASingleLine: Empty, AllowShortLoopsOnASingleLine: false, "
    "AllowShortCaseLabelsOnASingleLine: false, AllowShortEnumsOnASingleLine: true, "
    "BreakStringLiterals: false, FixNamespaceComments: false, ReflowComments: false, "
    "SortIncludes: Never, SortUsingDeclarations: false}";

/// A program that prints a file in another layout.
struct Layouter {
  std::string_view program;
  std::vector<std::string_view> languages;
  std::vector<std::string> options;
  /// Reads the file from its standard input, because it changes a file that is named, or prints the
  /// name too. In the options, "@@" is the file's path.
  bool from_stdin = false;
};

// Options that keep the tokens as they are, where there are such.
const std::vector<Layouter>& layouters() {
  static const std::vector<Layouter> rows = {
      {"clang-format", {"c", "cpp"}, {clang_style}},
      {"rustfmt", {"rust"}, {"--edition", "2021", "--config", "reorder_imports=false"}, true},
      {"gofmt", {"go"}, {}},
      {"black", {"python"}, {"-q", "-S", "-C", "-"}, true},
      {"prettier",
       {"javascript", "typescript", "tsx", "css", "html", "yaml"},
       // A configuration may be a program, and may come with the folder that is reduced.
       {"--no-config", "--no-editorconfig", "--stdin-filepath", "@@"},
       true},
      {"jq", {"json"}, {"."}},
      {"xmllint", {"xml"}, {"--nonet", "--format"}},
  };
  return rows;
}

const Layouter* layouter_of(std::string_view language) {
  for (const Layouter& row : layouters())
    if (std::ranges::count(row.languages, language) > 0) return &row;
  return nullptr;
}

Command command_of(const Layouter& row, const std::string& program, const std::string& path) {
  Command command{program};
  for (const std::string& option : row.options) command.push_back(option == "@@" ? path : option);
  if (row.from_stdin)
    command.insert(command.begin(),
                   {"/bin/sh", "-c", "in=$1; shift; exec \"$@\" <\"$in\"", "sh", path});
  else
    command.push_back(path);
  return command;
}

bool same_tokens(BytesView a, BytesView b) {
  return std::ranges::equal(
      lex(a), lex(b), {}, [&](const Lexeme& token) { return token.in(a); },
      [&](const Lexeme& token) { return token.in(b); });
}

/// xmllint puts an XML declaration before all, which costs tokens.
BytesView without_declaration(BytesView before, BytesView after) {
  constexpr std::string_view mark = "<?xml";
  if (before.starts_with(mark) || !after.starts_with(mark)) return after;
  return after.substr(std::min(after.find('\n'), after.size() - 1) + 1);
}

/// Whether a file may have the new layout: it must not have more tokens, nor more of what the goal
/// counts. C and C++ have many traps, so after clang-format the tokens must be exactly the same.
bool is_acceptable(const Layouter& row, Goal goal, BytesView before, BytesView after) {
  const Measure old_size = measure(before), new_size = measure(after);
  if (new_size.tokens == 0 || new_size.tokens > old_size.tokens) return false;
  if (new_size.of(goal) > old_size.of(goal)) return false;
  return row.program != "clang-format" || same_tokens(before, after);
}

}  // namespace

std::optional<Document> formatted(const StageMaker& stage_maker, const Document& document) {
  Tools& tools = *stage_maker.tools;
  struct Job {
    std::uint32_t number;
    const Layouter* row;
    std::string program;
  };
  std::vector<File> files = document.files();
  std::vector<Job> jobs;
  for (std::uint32_t number = 0; number < files.size(); ++number) {
    const File& file = files[number];
    if (file.kind != File::Kind::regular) continue;
    // clang-format decides by the suffix, and treats unknown suffixes as C++, which is close
    // enough.
    const Layouter* row = layouter_of(stage_maker.trees->language(file.path, *file.bytes).name);
    std::string program = row ? tools.find(row->program) : "";
    if (!program.empty()) jobs.push_back({number, row, std::move(program)});
  }
  if (jobs.empty()) return std::nullopt;
  const std::optional<ToolFolder> folder = tools.folder(document);
  if (!folder) return std::nullopt;
  std::vector<Command> commands;
  for (const Job& job : jobs)
    commands.push_back(command_of(*job.row, job.program, folder->path_of(files[job.number])));
  const Keep::Ranges kept = stage_maker.keep.ranges(document);
  const auto outputs = tools.run(commands);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i]) continue;
    const auto& [number, row, program] = jobs[i];
    const Bytes& before = document.bytes(number);
    const Bytes after(without_declaration(before, *outputs[i]));
    if (!is_acceptable(*row, stage_maker.goal, before, after)) continue;
    if (kept.touches(Edit{.changes = diff(number, before, after)})) continue;
    files[number].bytes = share(after);
  }
  Document result(std::move(files));
  if (result == document) return std::nullopt;
  return result;
}

}  // namespace whittle
