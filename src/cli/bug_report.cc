// Maintainers ask for the exact compiler first: gcc for `gcc -v` with target and configuration,
// rustc for `rustc -vV`. A script runs what it wants to, so of its programs only those are known
// that a shell command of the test names.
#include "cli/bug_report.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "cli/console.h"
#include "cli/written_files.h"
#include "oracle/make_spec.h"
#include "process/local_tools.h"
#include "process/program.h"
#include "report/lines.h"
#include "report/markdown.h"

namespace whittle {
namespace {

/// Compilers by the beginning of their names, and the option that says most about them.
constexpr auto compilers =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"gcc", "-v"},
                                                                  {"g++", "-v"},
                                                                  {"cc", "-v"},
                                                                  {"c++", "-v"},
                                                                  {"clang", "-v"},
                                                                  {"gfortran", "-v"},
                                                                  {"gnat", "-v"},
                                                                  {"gdc", "-v"},
                                                                  {"rustc", "-vV"},
                                                                  {"go", "version"},
                                                                  {"javac", "-version"},
                                                                  {"opt", "--version"},
                                                                  {"llc", "--version"},
                                                                  {"z3", "--version"},
                                                                  {"cvc5", "--version"}});

/// "g++-12" is g++, "x86_64-linux-gnu-gcc" is gcc; nothing if it is no compiler.
std::string_view option_for(const std::string& program) {
  const std::string name = program.substr(program.rfind('/') + 1);
  for (const auto& [compiler, option] : compilers) {
    const std::size_t at = name.rfind(compiler);
    if (at == name.npos || (at > 0 && name[at - 1] != '-')) continue;
    const std::string_view rest = std::string_view(name).substr(at + compiler.size());
    if (rest.find_first_not_of("-+.0123456789") == rest.npos) return option;
  }
  return {};
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::ranges::count(names, name) == 0) names.push_back(name);
}

/// The compilers that a shell command names.
void add_compilers(std::vector<std::string>& names, std::string_view text) {
  constexpr std::string_view between = " \t\n;|&<>()$`\"'\\=";
  for (std::size_t at = 0; (at = text.find_first_not_of(between, at)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(between, at), text.size());
    const std::string word(text.substr(at, end - at));
    if (!option_for(word).empty()) add_once(names, word);
    at = end;
  }
}

/// What a program prints about itself: all of it if it is a compiler, else its first line.
std::string version_of(const std::string& program) {
  const Result<std::string> path = find_program(program);
  if (!path) return {};
  const std::string_view option = option_for(program);
  LocalTools tools(LocalTools::Options{});
  const std::string command =
      fmt::format("exec {} {} 2>&1", shell_quoted(*path), option.empty() ? "--version" : option);
  const std::vector<std::optional<std::string>> printed = tools.run({{"/bin/sh", "-c", command}});
  if (!printed.front()) return {};
  std::string text = *printed.front();
  if (option.empty()) text.resize(std::min(text.find('\n'), text.size()));
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace

Result<std::optional<std::string>> markdown_file(const Options& options) {
  if (!options.markdown) return std::nullopt;
  if (Result<void> free = check_may_write(*options.markdown, "--report", options.request.force);
      !free)
    return std::unexpected(free.error());
  return *options.markdown;
}

std::vector<std::string> programs_of(const Conditions& conditions) {
  std::vector<std::string> names;
  for (const std::vector<std::string>* command : {&conditions.command, &conditions.versus}) {
    if (command->empty()) continue;
    const std::string& program = command->front();
    const std::string name = program.substr(program.rfind('/') + 1);
    if (name != "sh" && name != "bash" && name != "env" && name != "timeout")
      add_once(names, program);
    for (std::size_t i = 1; i < command->size(); ++i) add_compilers(names, (*command)[i]);
  }
  for (const TestStage& stage : conditions.stages) add_compilers(names, stage.command);
  for (const std::string& good : conditions.goods) add_compilers(names, good);
  return names;
}

Result<void> write_markdown(const BugReport& to, const RunStart& start, const Report& report,
                            bool quiet) {
  MarkdownFacts facts;
  std::vector<std::string> called = {"whittle"};
  called.insert(called.end(), start.options.begin(), start.options.end());
  called.insert(called.end(), start.words.begin(), start.words.end());
  facts.called = shell_quoted(called);
  facts.goods = to.goods;
  for (const std::string& program : to.programs)
    if (std::string version = version_of(program); !version.empty())
      facts.versions.push_back(std::move(version));
  if (Result<void> written =
          write_file(to.path, report_header() + markdown_report(start, report, facts), to.rights);
      !written)
    return written;
  if (!quiet) print_message("", "the report is in " + shown(to.path), "");
  return {};
}

}  // namespace whittle
