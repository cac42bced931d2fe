#include "run/output_place.h"

#include <filesystem>
#include <fmt/format.h>

#include "base/reason.h"
#include "store/run_folder.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

Result<void> check_folder(const std::string& output) {
  std::error_code ignored;
  fs::path place = output;
  if (place.filename().empty()) place = place.parent_path();
  const fs::path parent = place.parent_path();
  if (parent.empty() || fs::exists(parent, ignored)) return {};
  return fail(
      ErrorKind::disk,
      fmt::format("there is no folder {} to write {} to", shown(parent.string()), shown(output)),
      fmt::format("try: mkdir -p {}", shown(parent.string())));
}

/// Checks that nothing is overwritten, unless the user wants that.
Result<void> check_is_empty(const Request& request, const Home& home, const Document& original) {
  if (request.continues || request.force) return {};
  const std::optional<std::string> place = home.in_the_way(*request.output, original);
  if (!place) return {};
  const bool has_run = RunFolder::has_journal(run_folder_of(*request.output));
  return fail(ErrorKind::usage,
              {has_run ? Reason::output_has_run : Reason::output_exists,
               {shown(*place), target_of(request)}},
              fmt::format("{} exists; Request::output does not overwrite it", shown(*place)),
              fmt::format("write to another place, or overwrite it with Request::force{}",
                          has_run ? "\nor continue the unfinished run" : ""));
}

}  // namespace

Result<void> check_run_folder_outside(const Request& request, const Home& home) {
  const std::string path = run_folder_of(place_of(request));
  if (!home.contains(path)) return {};
  return fail(ErrorKind::usage,
              fmt::format("the run folder {} would be in the folder that is reduced", shown(path)),
              "give the folder first, or write the result to another place");
}

Result<std::optional<std::string>> checked_output(const Request& request, const Home& home,
                                                  const Document& original) {
  if (!request.output) return std::nullopt;
  if (writes_no_file(request)) {
    if (original.files().size() != 1 || original.files().front().kind != File::Kind::regular)
      return fail(ErrorKind::usage, {Reason::output_must_be_one_file},
                  "Request::output is \"-\", so the result must be one file",
                  "write several files to a folder");
    return request.output;
  }
  // The result replaces FILE, as it does without an output: FILE.orig must be kept.
  if (home.is_at(*request.output)) return std::nullopt;
  std::error_code ignored;
  if (const std::string& test = request.test.script;
      !test.empty() && fs::equivalent(*request.output, test, ignored))
    return fail(ErrorKind::usage, {Reason::output_is_test, {shown(test)}},
                fmt::format("Request::output would overwrite {}, which is the test", shown(test)),
                "write the result to another place");
  if (Result<void> there = check_folder(*request.output); !there)
    return std::unexpected(there.error());
  if (Result<void> free = check_is_empty(request, home, original); !free)
    return std::unexpected(free.error());
  return request.output;
}

}  // namespace whittle
