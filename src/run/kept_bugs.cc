#include "run/kept_bugs.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <utility>

#include "base/reason.h"
#include "document/disk.h"
#include "process/program.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

constexpr const char *failure_name = "failure.txt", *request_name = ".whittle-request.json";

/// The number that `name` is; 0 if it is none.
std::size_t bug_number(const std::string& name) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc{} && end == name.data() + name.size() ? number : 0;
}

/// The files of the example, without those of `describe` and without files that a run on it has
/// made.
std::size_t bytes_in(const fs::path& folder) {
  std::size_t bytes = 0;
  std::error_code problem, ignored;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    const fs::path extension = at->path().extension();
    if (extension == ".whittle" || extension == ".bugs") at.disable_recursion_pending();
    if (at->is_regular_file(ignored) && extension != ".orig" &&
        at->path() != folder / failure_name && at->path() != folder / request_name)
      bytes += at->file_size(ignored);
  }
  return bytes;
}

/// The failure that the example in this folder shows; empty if there is none.
std::string failure_in_folder(const fs::path& folder) {
  std::string text = read_file((folder / failure_name).string()).value_or("");
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// Makes the failure that the command shows on the example the one to keep: conditions that the
/// user stated are about another failure.
Result<void> learn_again(TestOptions& test, const std::string& folder) {
  Conditions& conditions = test.conditions;
  if (conditions.command.empty()) {
    if (test.script.empty())
      return fail(ErrorKind::usage, "a test in stages cannot be made one for another bug",
                  "reduce the example with a test of its own");
    const std::string script =
        test.script.contains('/') ? (fs::path(folder) / test.script).string() : test.script;
    conditions.command = {script, "@@"};
    test.script.clear();
    test.same_bug = SameBug::message;
  }
  conditions.versus.clear();
  conditions.exits.clear();
  conditions.signals.clear();
  conditions.stdout_has.clear();
  conditions.stderr_has.clear();
  conditions.output_has.clear();
  conditions.output_lacks.clear();
  conditions.slower_than.reset();
  return {};
}

}  // namespace

std::string bugs_folder_of(std::string file) {
  while (file.size() > 1 && file.ends_with('/')) file.pop_back();
  return file + ".bugs";
}

std::vector<KeptBug> kept_bugs(const std::string& folder) {
  std::vector<KeptBug> bugs;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    const std::size_t number = bug_number(entry.path().filename().string());
    std::string failure = failure_in_folder(entry.path());
    if (number > 0 && !failure.empty())
      bugs.push_back({number, std::move(failure), entry.path().string(), bytes_in(entry.path())});
  }
  std::ranges::sort(bugs, {}, &KeptBug::number);
  return bugs;
}

// The names are the user's if FILE has one of them: nothing of an example is overwritten.
Result<void> describe(const std::string& folder, const std::string& failure,
                      const std::string& request) {
  const auto write = [&](const char* name, const std::string& text) {
    return write_file((fs::path(folder) / name).string(), text, 0600, Durability::renamed,
                      IfThere::is_kept);
  };
  Result<void> written = write(request_name, request);
  return written ? write(failure_name, failure + "\n") : written;
}

// `failure.txt` is written last, so all other files are older. The time of the last change of a
// file cannot be set by programs such as cp -p and mv.
bool is_as_kept(const std::string& folder) {
  const auto changed = [](const fs::path& path) -> std::optional<std::pair<time_t, long>> {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return std::pair(status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
  };
  const auto kept = changed(fs::path(folder) / failure_name);
  if (!kept) return false;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem))
    if (const auto now = changed(at->path()); !now || *now > *kept) return false;
  return !problem;
}

Result<StoredRequest> request_for_bug(const std::string& file, std::size_t number) {
  const std::vector<KeptBug> bugs = kept_bugs(bugs_folder_of(file));
  const auto bug = std::ranges::find(bugs, number, &KeptBug::number);
  if (bug == bugs.end())
    return fail(ErrorKind::stale, {Reason::no_such_bug, {shown(file)}},
                fmt::format("there is no bug {} of {}", number, shown(file)),
                fmt::format("{} known", bugs.empty() ? "none is" : "others are"));
  const fs::path folder = fs::absolute(bugs_folder_of(file)) / std::to_string(number);
  const Result<Bytes> json = read_file((folder / request_name).string());
  std::optional<StoredRequest> stored = json ? request_from_json(*json) : std::nullopt;
  if (!stored)
    return fail(ErrorKind::stale, {Reason::run_has_no_request},
                fmt::format("{} does not contain the request of its run", shown(folder.string())),
                "start a new run");
  Request& request = stored->request;
  for (std::string& name : request.files) {
    while (name.size() > 1 && name.ends_with('/')) name.pop_back();
    const fs::path place = folder / fs::path(name).filename();
    // Relative to the folder of the run, as `TestOptions::around` needs it.
    const fs::path inside = place.lexically_relative(stored->folder);
    name = (inside.empty() || *inside.begin() == ".." ? place : inside).string();
  }
  request.output.reset();
  if (Result<void> learned = learn_again(request.test, stored->folder); !learned)
    return std::unexpected(learned.error());
  return std::move(*stored);
}

}  // namespace whittle
