#include "run/reproducer.h"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "base/reason.h"
#include "document/disk.h"
#include "oracle/make_spec.h"
#include "run/shorten_command.h"

namespace whittle {
namespace {

std::unexpected<Error> cannot_reproduce(const std::string& member) {
  return fail(ErrorKind::usage, {Reason::conflict, {"Request::reduce_command", member}},
              fmt::format("Request::reduce_command cannot be combined with {}", member));
}

Result<void> check_reproducer(const Request& request) {
  const Conditions& conditions = request.test.conditions;
  if (conditions.command.empty())
    return fail(ErrorKind::usage, {Reason::reproducer_needs_command},
                "Request::reduce_command needs a command, and the test is a script");
  if (!conditions.versus.empty()) return cannot_reproduce("test.conditions.versus");
  if (request.view) return cannot_reproduce("Request::view");
  if (writes_no_file(request) || request.files.size() != 1)
    return fail(ErrorKind::usage, {Reason::reproducer_needs_one_file},
                "Request::reduce_command works with one file, and the result must be in a file");
  const std::string path = reproducer_path(request);
  std::error_code ignored;
  if (!request.force && std::filesystem::exists(path, ignored))
    return fail(
        ErrorKind::usage, {Reason::reproducer_exists, {shown(path)}},
        fmt::format("{} exists; Request::reduce_command does not overwrite it", shown(path)),
        "move it away, or overwrite it with Request::force");
  return {};
}

}  // namespace

std::string reproducer_path(const Request& request) {
  return place_of(request) + ".sh";
}

Result<Request> with_shorter_command(Request request, Notices& notices) {
  if (Result<void> free = check_reproducer(request); !free) return std::unexpected(free.error());
  notices.add(Notice::Kind::information,
              fmt::format("words of the command are removed first: {}",
                          shell_quoted(request.test.conditions.command)));
  const Result<std::optional<ShortCommand>> shorter = shorten_command(request, notices);
  if (!shorter) return std::unexpected(shorter.error());
  if (!*shorter) return request;  // stopped; the run will see it too
  std::vector<std::string>& command = request.test.conditions.command;
  const std::size_t before = command.size();
  command = (*shorter)->command;
  notices.add(Notice::Kind::information,
              fmt::format("the command has {} of {} words: {}", command.size(), before,
                          shell_quoted(command)));
  return request;
}

Result<void> write_reproducer(const Request& request,
                              std::optional<std::chrono::microseconds> max_time, Notices& notices) {
  Request on_result;
  on_result.files = {place_of(request)};
  on_result.test = request.test;
  on_result.stop = request.stop;
  on_result.max_time = max_time;
  Result<std::optional<ShortCommand>> shorter = shorten_command(on_result, notices);
  if (!shorter) return std::unexpected(shorter.error());
  // If there is no time left, the script has the command as it is.
  if (!*shorter) shorter->emplace(ShortCommand{.command = request.test.conditions.command});
  const std::string path = reproducer_path(request);
  const std::string file = std::filesystem::path(place_of(request)).filename();
  if (Result<void> written =
          write_file(path, reproducer(**shorter, {file}), rights_for_script(on_result.files, path),
                     Durability::renamed, request.force ? IfThere::is_replaced : IfThere::is_kept);
      !written)
    return written;
  notices.add(Notice::Kind::information,
              fmt::format("{} shows it: {}", shown(path), shell_quoted((*shorter)->command)));
  return {};
}

}  // namespace whittle
