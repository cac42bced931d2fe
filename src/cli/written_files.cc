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
