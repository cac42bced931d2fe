#include "probe/recorders.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <set>
#include <string>

#include "base/program_name.h"
#include "probe/agents.h"
#include "probe/readers.h"

namespace whittle::probe {
namespace {

namespace fs = std::filesystem;

/// `text` with `<folder>` replaced.
std::string in_folder(std::string_view text, const std::string& folder) {
  constexpr std::string_view mark = "<folder>";
  const std::size_t at = text.find(mark);
  if (at == text.npos) return std::string(text);
  return fmt::format("{}{}{}", text.substr(0, at), folder, text.substr(at + mark.size()));
}

void write_to(const fs::path& path, std::string_view text, bool is_program = false) {
  std::error_code ignored;
  fs::create_directories(path.parent_path(), ignored);
  std::ofstream(path, std::ios::binary) << text;
  if (is_program) fs::permissions(path, fs::perms::owner_all, fs::perm_options::add, ignored);
}

/// Writes a wrapper for each program of PATH that the row wraps to `bin`, and the path of the
/// program to `real`.
void wrap_programs(const RecorderRow& row, const std::string& folder) {
  const char* const path = std::getenv("PATH");
  std::set<std::string> done;  // the first one of a name is the one that a shell would run
  const std::string places = path ? path : "";
  for (std::size_t begin = 0; begin <= places.size();) {
    const std::size_t end = std::min(places.find(':', begin), places.size());
    std::error_code problem;
    for (const fs::directory_entry& entry :
         fs::directory_iterator(places.substr(begin, end - begin), problem)) {
      const std::string name = entry.path().filename().string();
      if (!wraps(row, name) || !done.insert(name).second) continue;
      write_to(fs::path(folder) / "bin" / name, row.wrapper, true);
      write_to(fs::path(folder) / "real" / name, entry.path().string());
    }
    begin = end + 1;
  }
}

}  // namespace

std::span<const RecorderRow> recorders() {
  static const std::array rows{
      RecorderRow{.name = "node",
                  .languages = {"javascript"},
                  .environment = {{"NODE_V8_COVERAGE", "<folder>/v8"}},
                  .read = read_v8},
      RecorderRow{
          .name = "python",
          .languages = {"python"},
          .agents = {{"agent/sitecustomize.py", python_agent}},
          .environment = {{"WHITTLE_PROBE", "<folder>"}, {"PYTHONPATH", "<folder>/agent", true}},
          .read = read_python},
      // For programs that start Python without its environment: python3 -E, -S, -I.
      RecorderRow{.name = "python",
                  .languages = {"python"},
                  .agents = {{"agent.py", python_agent}},
                  .environment = {{"WHITTLE_PROBE", "<folder>"}},
                  .first_line =
                      "exec(open(__import__('os').environ['WHITTLE_PROBE'] + '/agent.py').read())",
                  .read = read_python},
      RecorderRow{.name = "compilers",
                  .languages = {"c", "cpp"},
                  .environment = {{"PATH", "<folder>/bin", true},
                                  {"LLVM_PROFILE_FILE", "<folder>/%p-%m.profraw"}},
                  .wraps = {"gcc", "g++", "cc", "c++", "clang", "clang++"},
                  .wrapper = compiler_wrapper,
                  .read = read_compilers},
  };
  return rows;
}

bool suits(const RecorderRow& row, const Document& document, const Trees& trees) {
  return std::ranges::any_of(document.files(), [&](const File& file) {
    return file.kind == File::Kind::regular &&
           std::ranges::count(row.languages, trees.language(file.path, *file.bytes).name) > 0;
  });
}

bool wraps(const RecorderRow& row, std::string_view program) {
  return std::ranges::any_of(
      row.wraps, [&](std::string_view wrapped) { return is_version_of(program, wrapped); });
}

std::vector<std::string> equip(const RecorderRow& row, const Document& document,
                               const std::string& folder) {
  for (std::size_t file = 0; file < document.files().size(); ++file)
    write_to(fs::path(folder) / "document" / std::to_string(file), document.bytes(file));
  for (const RecorderRow::AgentFile& agent : row.agents)
    write_to(fs::path(folder) / agent.path, agent.text);
  wrap_programs(row, folder);
  std::vector<std::string> variables;
  for (const RecorderRow::Variable& variable : row.environment) {
    std::string value = in_folder(variable.value, folder);
    const char* const before = std::getenv(std::string(variable.name).c_str());
    if (variable.is_in_front && before && *before) value += fmt::format(":{}", before);
    variables.push_back(fmt::format("{}={}", variable.name, value));
  }
  return variables;
}

std::vector<std::string> equip_to_note_programs(const std::vector<std::string_view>& programs,
                                                const std::string& folder,
                                                std::vector<RecorderRow::AgentFile> words) {
  return equip({.name = "programs",
                .languages = {},
                .agents = std::move(words),
                .environment = {{"PATH", "<folder>/bin", true}},
                .wraps = programs,
                .wrapper = noting_wrapper,
                .read = nullptr},
               {}, folder);
}

Document marked(const RecorderRow& row, const Document& document, const Trees& trees) {
  if (row.first_line.empty()) return document;
  std::vector<File> files = document.files();
  for (File& file : files)
    if (file.kind == File::Kind::regular &&
        std::ranges::count(row.languages, trees.language(file.path, *file.bytes).name) > 0)
      file.bytes = share(fmt::format("{}\n{}", row.first_line, *file.bytes));
  return Document(std::move(files));
}

}  // namespace whittle::probe
