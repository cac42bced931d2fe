#include "cli/reduce_command.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/page_command.h"
#include "cli/worker_command.h"
#include "cli/written_files.h"
#include "document/disk.h"
#include "oracle/make_spec.h"
#include "process/local_tools.h"
#include "process/program.h"
#include "report/json_log.h"
#include "report/lines.h"
#include "report/markdown.h"
#include "report/observers.h"
#include "run/controls.h"
#include "run/debloat_test.h"
#include "run/reduce.h"
#include "run/shorten_command.h"
#include "run/stop.h"

namespace whittle {
namespace {

/// The options of the run that `now` resumes. Opens and locks that run, and changes to the folder
/// in which it was started, because its relative names refer to that folder.
Result<Options> resumed(const Options& now) {
  Result<Unfinished> unfinished = Unfinished::open(place_of(now.request));
  const std::vector<std::string>& files = now.request.files;
  if (!unfinished && unfinished.error().kind == ErrorKind::stale && files.size() > 1)
    return fail(
        ErrorKind::stale, fmt::format("there is no run on {} to resume", shown(files.front())),
        fmt::format(
            "the test is stored with the run, so --resume needs only FILE: whittle --resume {}",
            shown(files[1])));
  if (!unfinished) return std::unexpected(unfinished.error());
  std::error_code problem;
  std::filesystem::current_path(unfinished->working_folder(), problem);
  if (problem)
    return fail(ErrorKind::stale, fmt::format("the run was started in {}, which no longer exists",
                                              shown(unfinished->working_folder())));
  Result<Options> then = parse_resumed(unfinished->settings(), now);
  if (then) then->request.continues = std::move(*unfinished);
  return then;
}

/// `--parallel merge` takes its width from the number of jobs. The width is stored with the run, so
/// that a run that is resumed with another number of jobs is the same search.
void fix_width(Request& request) {
  if (request.search.parallel != Parallel::merge || request.search.width) return;
  const std::size_t elsewhere = request.hosts ? request.hosts->slots() : 0;
  request.search.width = elsewhere > 0 ? elsewhere : slots_of(request);
  for (std::vector<std::string>* list : {&request.settings, &request.options})
    list->insert(list->begin(), fmt::format("--width={}", *request.search.width));
}

/// That the other options can be kept on other hosts.
Result<void> check_workers(const Options& options) {
  if (options.share_outcomes && !options.workers)
    return fail(ErrorKind::usage, "--share-outcomes needs --workers: outcomes are on its server");
  if (!options.request.hosts) return {};
  if (options.request.test.flaky == Flaky::majority)
    return fail(ErrorKind::usage, "--workers cannot be combined with --flaky majority",
                "test each candidate several times from the start: --repeat 2/3");
  if (options.request.search.parallel == Parallel::off)
    return fail(ErrorKind::usage, "--workers cannot be combined with --parallel off",
                "one question at a time, with tests ahead: --parallel ahead");
  return {};
}

/// With workers, what was not said otherwise runs merged: many slots are of little use else.
void merge_by_default(Options& options) {
  Request& request = options.request;
  const auto is_given = [&](std::string_view name) {
    return std::ranges::any_of(options.given,
                               [&](const Options::Given& one) { return one.row->name == name; });
  };
  if (!request.hosts || is_given("--parallel") || is_given("--algorithm") || is_given("--policy"))
    return;
  request.search.parallel = Parallel::merge;
  for (std::vector<std::string>* list : {&request.settings, &request.options})
    list->insert(list->begin(), "--parallel=merge");
}

/// With a line before each file that names it, or as it is.
enum class Named { no, yes };

Result<void> print_result(const Document& result, Named named) {
  for (const File& file : result.files()) {
    if (named == Named::yes) fmt::print("--- {} ---\n", file.path);
    std::fwrite(file.bytes->data(), 1, file.bytes->size(), stdout);
    if (named == Named::yes && !file.bytes->ends_with('\n')) fmt::print("\n");
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    return fail(ErrorKind::disk, "cannot write the result to standard output");
  return {};
}

/// The file of `--report FILE.md`, if it is ours to write; nothing without the option.
Result<std::optional<std::string>> markdown_file(const Options& options) {
  if (!options.markdown) return std::nullopt;
  if (Result<void> free = check_may_write(*options.markdown, "--report", options.request.force);
      !free)
    return std::unexpected(free.error());
  return *options.markdown;
}

struct KeepsStart final : Observer {
  void started(const RunStart& event) override { start = event; }
  std::optional<RunStart> start;
};

/// The first line that the program of a command prints about itself; empty if it prints none.
std::string version_of(const std::string& program) {
  const Result<std::string> path = find_program(program);
  if (!path) return {};
  LocalTools tools(LocalTools::Options{});
  const std::vector<std::optional<std::string>> printed = tools.run({{*path, "--version"}});
  if (!printed.front()) return {};
  return printable(std::string_view(*printed.front()).substr(0, printed.front()->find('\n')));
}

Result<void> write_markdown(const std::string& path, const RunStart& start, const Report& report,
                            Rights rights, bool quiet) {
  MarkdownFacts facts;
  std::vector<std::string> called = {"whittle"};
  called.insert(called.end(), start.options.begin(), start.options.end());
  called.insert(called.end(), start.words.begin(), start.words.end());
  facts.called = shell_quoted(called);
  // A script runs what it wants to; only it could say.
  if (start.command.size() > 1)
    if (std::string version = version_of(start.command.front()); !version.empty())
      facts.versions.push_back(std::move(version));
  if (Result<void> written =
          write_file(path, report_header() + markdown_report(start, report, facts), rights);
      !written)
    return written;
  if (!quiet) print_message("", "the report is in " + shown(path), "");
  return {};
}

Result<ExitCode> run_it(Options options, JsonLog* json) {
  StopSwitch stop;
  Interrupt interrupt(stop);
  options.request.stop = &stop;
  Controls controls;
  options.request.controls = &controls;
  const bool prints_result = writes_no_file(options.request);
  if (prints_result && options.json == "-")
    return fail(ErrorKind::usage, "-o - and --json - would both write to standard output",
                "write one of them to a file");
  const Result<std::optional<std::string>> markdown = markdown_file(options);
  if (!markdown) return std::unexpected(markdown.error());
  Result<std::unique_ptr<RunPage>> page = RunPage::open(options);
  if (!page) return std::unexpected(page.error());
  Console console({.quiet = options.quiet,
                   .verbose = options.verbose,
                   .prints_result = prints_result,
                   .shows_result = !options.shows_result,
                   .progress = options.progress},
                  interrupt,
                  {.stop = [&stop] { stop.stop(); },
                   .skip = [&controls] { controls.skip(); },
                   .pause = [&controls](bool paused) { controls.pause(paused); }});
  Observers observers;
  if (json) observers.add(*json);
  observers.add(console);
  if (*page) observers.add(**page);
  KeepsStart keeps_start;
  observers.add(keeps_start);
  const std::string target = target_of(options.request);
  const Rights rights = rights_for_report(options.request.files);
  const Result<Report> report = reduce(std::move(options.request), observers);
  console.finish();
  const Result<void> shown_all = *page ? (*page)->finish() : Result<void>();
  if (!report) return std::unexpected(report.error());
  if (!shown_all) return std::unexpected(shown_all.error());
  if (*markdown && keeps_start.start)
    if (Result<void> written =
            write_markdown(**markdown, *keeps_start.start, *report, rights, options.quiet);
        !written)
      return std::unexpected(written.error());
  if (prints_result || options.shows_result)
    if (Result<void> printed = print_result(report->result, prints_result ? Named::no : Named::yes);
        !printed)
      return std::unexpected(printed.error());
  if (report->unconfirmed > 0)
    return fail(ErrorKind::unreliable,
                fmt::format("the result did not pass its final test, in a clean folder: {} does "
                            "not always give the same answer",
                            report->test_name),
                fmt::format("{} holds the last version that did; see --repeat",
                            prints_result ? "standard output" : target));
  return report->ending == RunEnding::interrupted ? exit_interrupted : exit_success;
}

/// Removes words of the command. The settings have the shorter command too, so that a run that is
/// resumed is the same.
Result<void> shorten(Options& options) {
  const std::size_t before = options.request.test.conditions.command.size();
  const Result<std::optional<ShortCommand>> shorter = shorten_command(options.request);
  if (!shorter) return std::unexpected(shorter.error());
  if (!*shorter) return {};  // stopped; the run will see it too
  const std::vector<std::string>& command = (*shorter)->command;
  std::vector<std::string>& settings = options.request.settings;
  settings.erase(std::ranges::find(settings, "--") + 1, settings.end());
  settings.insert(settings.end(), command.begin(), command.end());
  options.request.test.conditions.command = command;
  if (!options.quiet)
    print_message("",
                  fmt::format("the command has {} of {} words: {}", command.size(), before,
                              shell_quoted(command)),
                  "");
  return {};
}

IfThere if_there(const Options& options) {
  return options.request.force ? IfThere::is_replaced : IfThere::is_kept;
}

/// Where the script of `--reduce-command` goes: beside the result.
std::string reproducer_path(const Request& request) {
  return place_of(request) + ".sh";
}

Result<void> check_reproducer(const Options& options) {
  const std::string path = reproducer_path(options.request);
  std::error_code ignored;
  if (options.request.output == "-" || options.request.files.size() != 1)
    return fail(ErrorKind::usage, "--reduce-command works with one file, and not with -o -");
  if (!options.request.force && std::filesystem::exists(path, ignored))
    return fail(ErrorKind::usage,
                fmt::format("{} exists; --reduce-command does not overwrite it", shown(path)),
                "move it away, or overwrite it: --force");
  return {};
}

/// Shortens the command once more, on the result, and writes the script that shows the failure.
Result<void> write_reproducer(Options options) {
  const std::string path = reproducer_path(options.request);
  options.request.files = {place_of(options.request)};
  options.request.max_time = {};
  const Result<std::optional<ShortCommand>> shorter = shorten_command(options.request);
  if (!shorter) return std::unexpected(shorter.error());
  if (!*shorter) return {};
  const std::string file = std::filesystem::path(place_of(options.request)).filename();
  if (Result<void> written =
          write_file(path, reproducer(**shorter, {file}), rights_for_script(options.request.files),
                     Durability::renamed, if_there(options));
      !written)
    return written;
  if (!options.quiet)
    print_message(
        "", fmt::format("{} shows it: {}", shown(path), shell_quoted((*shorter)->command)), "");
  return {};
}

Result<ExitCode> run_and_reproduce(Options options, JsonLog* json) {
  if (!options.reduce_command) return run_it(std::move(options), json);
  if (!options.request.continues) {
    if (Result<void> free = check_reproducer(options); !free) return std::unexpected(free.error());
    if (Result<void> done = shorten(options); !done) return std::unexpected(done.error());
  }
  Options after;
  after.quiet = options.quiet;
  after.request.files = options.request.files;
  after.request.output = options.request.output;
  after.request.test = options.request.test;
  after.request.force = options.request.force;
  Result<ExitCode> code = run_it(std::move(options), json);
  if (!code || *code != exit_success) return code;
  if (Result<void> written = write_reproducer(std::move(after)); !written)
    return std::unexpected(written.error());
  return code;
}

Result<ExitCode> reduce_or_resume(Options options, JsonLog* json) {
  if (options.resume) {
    Result<Options> then = resumed(options);
    if (!then) return std::unexpected(then.error());
    options = std::move(*then);
  }
  const Result<std::unique_ptr<Hosts>> hosts = hosts_of(options);
  if (!hosts) return std::unexpected(hosts.error());
  options.request.hosts = hosts->get();
  if (Result<void> fits = check_workers(options); !fits) return std::unexpected(fits.error());
  if (!options.request.continues) {
    merge_by_default(options);
    fix_width(options.request);
  }
  return run_and_reproduce(std::move(options), json);
}

/// The file of `--json`; null without that option.
Result<std::unique_ptr<JsonLog>> open_json(const Options& options) {
  if (!options.json) return nullptr;
  std::vector<std::string> others = options.request.files;
  others.push_back(options.request.test.script);
  std::error_code ignored;
  for (const std::string& other : others)
    if (std::filesystem::equivalent(*options.json, other, ignored))
      return fail(ErrorKind::usage, fmt::format("--json would overwrite {}", shown(other)),
                  "write the events to another file, as in: --json events.json");
  if (Result<void> free = check_may_write(*options.json, "--json", options.request.force); !free)
    return std::unexpected(free.error());
  return JsonLog::open(*options.json, {.weights = options.json_weights,
                                       .append = options.resume,
                                       .program = program_and_version(),
                                       .rights = rights_for_report(options.request.files)});
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
  // Opened before everything else: from here on, every error is in the file as well.
  Result<std::unique_ptr<JsonLog>> json = open_json(options);
  if (!json) return std::unexpected(json.error());
  try {
    Result<ExitCode> code = reduce_or_resume(std::move(options), json->get());
    if (!code && *json) (*json)->failed(code.error(), exit_code(code.error().kind));
    return code;
  } catch (const std::exception& problem) {
    if (*json) (*json)->failed({ErrorKind::internal, problem.what(), {}}, exit_internal);
    throw;
  }
}

Result<ExitCode> write_test(Options options) {
  if (Result<void> free = check_is_free(options); !free) return std::unexpected(free.error());
  if (options.is_template) {
    const std::string& path = *options.make_test;
    if (Result<void> written = write_file(path, debloat_test(options.request.files, path),
                                          rights_for_script(options.request.files),
                                          Durability::renamed, if_there(options));
        !written)
      return std::unexpected(written.error());
    if (!options.quiet)
      print_message(
          "",
          fmt::format("{} is a template: state in desired() what the program must still do", path),
          "its first lines have the command that uses it");
    return exit_success;
  }
  StopSwitch stop;
  Interrupt interrupt(stop);
  options.request.stop = &stop;
  Console console({.quiet = options.quiet}, interrupt);
  const Result<std::optional<std::string>> script = test_script(options.request, console);
  if (!script) return std::unexpected(script.error());
  if (!*script) return exit_interrupted;
  if (Result<void> written =
          write_file(*options.make_test, **script, rights_for_script(options.request.files),
                     Durability::renamed, if_there(options));
      !written)
    return std::unexpected(written.error());
  return exit_success;
}

}  // namespace whittle
