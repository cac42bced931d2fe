// `--json bug.c` is a typing error that would destroy the input. So a file is replaced only if it
// is empty or begins as files of whittle do.
#include "cli/written_files.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

#include "document/new_file.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view report_begins = "<!-- Made by whittle ",
                           json_begins = R"({"program":"whittle )";

bool is_written_by_whittle(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(64, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return std::ranges::any_of(std::initializer_list{report_begins, json_begins},
                             [&](std::string_view begin) {
                               const char version = head[begin.size()];
                               return head.starts_with(begin) && version >= '0' && version <= '9';
                             });
}

/// A file that is written, with the option that names it.
struct WrittenFile {
  std::string_view option;
  std::string path;
};

/// The files that the options name. A pipe or a device may be written by several of them.
std::vector<WrittenFile> written_files(const Options& options) {
  std::vector<WrittenFile> files;
  const Request& request = options.request;
  const auto add = [&](std::string_view option, const std::optional<std::string>& path) {
    std::error_code ignored;
    const fs::file_status there = path ? fs::status(*path, ignored) : fs::file_status();
    if (path && *path != "-" && (!fs::exists(there) || fs::is_regular_file(there)))
      files.push_back({option, *path});
    // A result is written into a folder under its own name.
    if (option == "-o" && fs::is_directory(there))
      for (const std::string& file : request.files)
        files.push_back({option, (fs::path(*path) / fs::path(file).filename()).string()});
  };
  add("--json", options.json);
  add("--report", options.report);
  add("--report", options.markdown);
  add("-o", request.output);
  return files;
}

/// One file under two names: of the same path, or two links to it.
bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code problem;
  return fs::equivalent(a, b, problem) || whole_path(a) == whole_path(b);
}

bool is_in_folder(const std::string& path, const std::string& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return false;
  return whole_path(path).starts_with((fs::path(whole_path(folder)) / "").string());
}

}  // namespace

std::string program_and_version() {
  return "whittle " WHITTLE_VERSION;
}

std::string report_header() {
  return fmt::format("{}{} -->\n", report_begins, WHITTLE_VERSION);
}

std::string with_program(std::string json_lines) {
  if (json_lines.starts_with('{'))
    json_lines.replace(0, 1, fmt::format(R"({}{}",)", json_begins, WHITTLE_VERSION));
  return json_lines;
}

Result<void> check_apart(const Options& options) {
  const std::vector<WrittenFile> files = written_files(options);
  for (auto one = files.begin(); one != files.end(); ++one) {
    for (auto other = files.begin(); other != one; ++other)
      if (one->option != other->option && is_same_file(one->path, other->path))
        return fail(ErrorKind::usage,
                    fmt::format("{} and {} would both write {}", other->option, one->option,
                                shown(one->path)),
                    "name another file for one of them");
    if (one->option == "-o") continue;  // may be FILE itself; run/output_place.h
    std::vector<std::string> inputs = options.request.files;
    inputs.push_back(options.request.test.script);
    for (const std::string& input : inputs)
      if (is_same_file(one->path, input))
        return fail(ErrorKind::usage,
                    fmt::format("{} would overwrite {}", one->option, shown(input)),
                    "write to another file");
    for (const std::string& folder : options.request.files)
      if (is_in_folder(one->path, folder))
        return fail(ErrorKind::usage,
                    fmt::format("{} would write {} into the folder that is reduced", one->option,
                                shown(one->path)),
                    "write to a file outside of it");
  }
  return {};
}

Result<void> check_may_write(const std::string& path, std::string_view option, bool force) {
  std::error_code problem;
  if (force || path == "-" || !std::filesystem::is_regular_file(path, problem) ||
      std::filesystem::file_size(path, problem) == 0 || is_written_by_whittle(path))
    return {};
  return fail(ErrorKind::usage,
              fmt::format("{} exists and whittle did not write it; {} does not overwrite it",
                          shown(path), option),
              "write to another file, or overwrite it: --force");
}

}  // namespace whittle
