#include "cli/reduce_command.h"

#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "run/reduce.h"
#include "run/stop.h"

#include "cli/console.h"
#include "cli/interrupt.h"
#include "document/disk.h"
#include "report/json_log.h"
#include "report/observers.h"

namespace whittle {
namespace {

/// The options of the run that `now` resumes. Opens and locks that run, and changes to the folder
/// in which it was started, because its relative names refer to that folder.
Result<Options> resumed(const Options& now) {
  Result<Unfinished> unfinished =
      Unfinished::open(now.request.output.value_or(now.request.files.front()));
  const std::vector<std::string>& files = now.request.files;
  if (!unfinished && unfinished.error().kind == ErrorKind::stale && files.size() > 1)
    return fail(ErrorKind::stale,
                fmt::format("there is no run on {} to resume", shown(files.front())),
                fmt::format("the test is stored with the run, so --resume takes FILE alone: "
                            "whittle --resume {}",
                            shown(files[1])));
  if (!unfinished) return std::unexpected(unfinished.error());
  std::error_code problem;
  std::filesystem::current_path(unfinished->working_folder(), problem);
  if (problem)
    return fail(ErrorKind::stale, fmt::format("the run began in {}, which is gone",
                                              shown(unfinished->working_folder())));
  Result<Options> then = parse_resumed(unfinished->settings(), now);
  if (then) then->request.continues = std::move(*unfinished);
  return then;
}

/// `--parallel merge` takes its width from the number of jobs. The width is stored with the run, so
/// that a run that is resumed with another number of jobs is the same search.
void fix_width(Request& request) {
  if (request.search.parallel != Parallel::merge || request.search.width) return;
  request.search.width = slots_of(request);
  request.settings.insert(request.settings.begin(),
                          fmt::format("--width={}", *request.search.width));
}

Result<ExitCode> run_it(Options options) {
  StopSwitch stop;
  Interrupt interrupt(stop);
  options.request.stop = &stop;
  Console console({.quiet = options.quiet, .verbose = options.verbose}, interrupt);
  Observers observers;
  std::unique_ptr<JsonLog> json;
  if (options.json) {
    Result<std::unique_ptr<JsonLog>> opened =
        JsonLog::open(*options.json, {.weights = options.json_weights});
    if (!opened) return std::unexpected(opened.error());
    json = std::move(*opened);
    observers.add(*json);
  }
  observers.add(console);
  const std::string target = target_of(options.request);
  const Result<Report> report = reduce(std::move(options.request), observers);
  if (!report) return std::unexpected(report.error());
  if (report->unconfirmed > 0)
    return fail(
        ErrorKind::unreliable,
        fmt::format("the result did not pass its last test, from a clean folder: {} does not "
                    "always say the same",
                    report->test_name),
        fmt::format("{} holds the last version that did; see --repeat", target));
  return report->ending == RunEnding::interrupted ? exit_interrupted : exit_success;
}

/// Checks that `--make-test` overwrites nothing, and never what is to be reduced.
Result<void> check_is_free(const Options& options) {
  const std::string& script = *options.make_test;
  std::error_code problem;
  if (!std::filesystem::exists(std::filesystem::symlink_status(script, problem))) return {};
  for (const std::string& file : options.request.files)
    if (std::filesystem::equivalent(script, file, problem))
      return fail(
          ErrorKind::usage,
          fmt::format("--make-test would overwrite {}, which is to be reduced", shown(file)),
          "write the test to another file, as in: --make-test test.sh");
  if (options.request.force) return {};
  return fail(ErrorKind::usage,
              fmt::format("{} exists; --make-test does not overwrite it", shown(script)),
              "write to another file, or overwrite it: --force");
}

}  // namespace

Result<ExitCode> reduce_files(Options options) {
  if (!options.resume) {
    fix_width(options.request);
    return run_it(std::move(options));
  }
  Result<Options> then = resumed(options);
  if (!then) return std::unexpected(then.error());
  return run_it(std::move(*then));
}

Result<ExitCode> write_test(Options options) {
  if (Result<void> free = check_is_free(options); !free) return std::unexpected(free.error());
  StopSwitch stop;
  Interrupt interrupt(stop);
  options.request.stop = &stop;
  Console console({.quiet = options.quiet}, interrupt);
  const Result<std::optional<std::string>> script = test_script(options.request, console);
  if (!script) return std::unexpected(script.error());
  if (!*script) return exit_interrupted;
  if (Result<void> written = write_file(*options.make_test, **script, 0755); !written)
    return std::unexpected(written.error());
  return exit_success;
}

}  // namespace whittle
