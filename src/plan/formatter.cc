#include "plan/formatter.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "document/diff.h"
#include "document/lexer.h"
#include "process/tools.h"

namespace whittle {
namespace {

// One statement a line, whatever fits on one; nothing that would change, join or sort tokens.
constexpr const char* style =
    "--style={BasedOnStyle: LLVM, ColumnLimit: 100, AllowShortBlocksOnASingleLine: Empty, "
    "AllowShortFunctionsOnASingleLine: Empty, AllowShortIfStatementsOnASingleLine: Never, "
    "AllowShortLambdasOnASingleLine: Empty, AllowShortLoopsOnASingleLine: false, "
    "AllowShortCaseLabelsOnASingleLine: false, AllowShortEnumsOnASingleLine: true, "
    "BreakStringLiterals: false, FixNamespaceComments: false, ReflowComments: false, "
    "SortIncludes: Never, SortUsingDeclarations: false}";

bool same_tokens(BytesView a, BytesView b) {
  return std::ranges::equal(
      lex(a), lex(b), {}, [&](const Lexeme& token) { return token.in(a); },
      [&](const Lexeme& token) { return token.in(b); });
}

}  // namespace

std::optional<Document> formatted(const StageMaker& stage_maker, const Document& document) {
  Tools& tools = *stage_maker.tools;
  const std::string tool = tools.find("clang-format");
  if (tool.empty()) return std::nullopt;
  const std::optional<ToolFolder> folder = tools.folder(document);
  if (!folder) return std::nullopt;
  std::vector<File> files = document.files();
  std::vector<std::uint32_t> numbers;
  std::vector<Command> commands;
  for (std::uint32_t number = 0; number < files.size(); ++number) {
    const File& file = files[number];
    if (file.kind != File::Kind::regular) continue;
    const std::string& language = stage_maker.trees->language(file.path, *file.bytes).name;
    if (language != "c" && language != "cpp") continue;
    // clang-format goes by the ending, and takes what it does not know for C++: near enough.
    numbers.push_back(number);
    commands.push_back({tool, style, folder->path_of(file)});
  }
  const Keep::Ranges kept = stage_maker.keep.ranges(document);
  const auto outputs = tools.run(commands);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!outputs[i]) continue;
    const Bytes& before = document.bytes(numbers[i]);
    const Bytes& after = *outputs[i];
    if (!same_tokens(before, after)) continue;
    if (kept.touches(Edit{.changes = diff(numbers[i], before, after)})) continue;
    if (measure(after).of(stage_maker.goal) > measure(before).of(stage_maker.goal)) continue;
    files[numbers[i]].bytes = share(Bytes(after));
  }
  Document result(std::move(files));
  if (result == document) return std::nullopt;
  return result;
}

}  // namespace whittle
