// The text of a script names its compilers. Compilers that are named elsewhere, as in a makefile,
// are found by wrappers at the front of PATH, which note each program that they start.
#include "run/programs_run.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <sstream>
#include <utility>

#include "base/program_name.h"
#include "document/disk.h"
#include "probe/recorders.h"
#include "process/known_tools.h"

namespace whittle {
namespace {

template <typename Value>
void add_once(std::vector<Value>& values, const Value& value) {
  if (std::ranges::count(values, value) == 0) values.push_back(value);
}

std::vector<std::string> lines_in(const std::string& folder, const char* file) {
  std::vector<std::string> lines;
  std::istringstream in(read_file((std::filesystem::path(folder) / file).string()).value_or(""));
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The compilers that a shell command names.
void add_compilers(std::vector<std::string>& names, std::string_view text) {
  constexpr std::string_view between = " \t\n;|&<>()$`\"'\\=";
  for (std::size_t at = 0; (at = text.find_first_not_of(between, at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    const std::string word(text.substr(at, end - at));
    if (!version_option(word).empty()) add_once(names, word);
    at = end;
  }
}

}  // namespace

std::vector<std::string> programs_named(const TestOptions& test, std::string_view script) {
  const Conditions& conditions = test.conditions;
  std::vector<std::string> names;
  for (const std::vector<std::string>* command : {&conditions.command, &conditions.versus}) {
    if (command->empty()) continue;
    const std::string& program = command->front();
    const std::string_view name = program_name(program);
    if (name != "sh" && name != "bash" && name != "env" && name != "timeout")
      add_once(names, program);
    for (std::size_t i = 1; i < command->size(); ++i) add_compilers(names, (*command)[i]);
  }
  for (const TestStage& stage : conditions.stages) add_compilers(names, stage.command);
  for (const std::string& good : conditions.goods) add_compilers(names, good);
  add_compilers(names, script);
  return names;
}

Result<NotedRun> run_and_note(Ready& ready, const StartedCompiler& compiler,
                              const std::string& words) {
  std::string folder;
  std::vector<std::string_view> names;
  for (const KnownTool& tool : known_tools()) names.push_back(tool.name);
  const std::string file = fmt::format("words.{}{}", program_name(compiler.path), compiler.level);
  const EquipTest equip = [&](const std::string& place) {
    folder = place;
    std::vector<probe::RecorderRow::AgentFile> files;
    if (!words.empty()) files.push_back({file, words});
    return probe::equip_to_note_programs(names, place, std::move(files));
  };
  constexpr std::chrono::seconds slack{10};
  const Result<Witness> witness = ready.oracle->run_observed(
      ready.original, 2 * ready.verdict_on_original.duration + slack, equip);
  if (!witness) return std::unexpected(witness.error());
  NotedRun run{.outcome = witness->verdict.outcome, .interrupted = witness->interrupted};
  for (const std::string& line : lines_in(folder, "ran"))
    if (const std::size_t blank = line.rfind(' '); blank != line.npos)
      add_once(run.started, StartedCompiler{line.substr(0, blank), line.substr(blank + 1)});
  run.passes = lines_in(folder, "passes");
  return run;
}

std::vector<std::string> compilers_run(Ready& ready) {
  const Result<NotedRun> run = run_and_note(ready);
  std::vector<std::string> paths;
  if (run)
    for (const StartedCompiler& compiler : run->started) add_once(paths, compiler.path);
  std::ranges::sort(paths);  // make starts several at once
  return paths;
}

}  // namespace whittle
