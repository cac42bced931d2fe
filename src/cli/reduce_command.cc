#include "cli/reduce_command.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "cli/advice.h"
#include "cli/bug_report.h"
#include "cli/console.h"
#include "cli/debloat_test.h"
#include "cli/interrupt.h"
#include "cli/page_command.h"
#include "cli/typed_command.h"
#include "cli/worker_command.h"
#include "cli/written_files.h"
#include "document/disk.h"
#include "oracle/make_spec.h"
#include "process/local_tools.h"
#include "process/program.h"
#include "report/json_log.h"
#include "report/lines.h"
#include "report/observers.h"
#include "run/controls.h"
#include "run/kept_bugs.h"
#include "run/reduce.h"
#include "run/request_json.h"
#include "run/stop.h"
#include "run/view.h"

namespace whittle {
namespace {

/// Changes to the folder in which a run was started: its relative names refer to that folder.
Result<void> enter(const StoredRequest& stored) {
  std::error_code problem;
  std::filesystem::current_path(stored.folder, problem);
  if (!problem) return {};
  return fail(ErrorKind::stale, fmt::format("the run was started in {}, which no longer exists",
                                            shown(stored.folder)));
}

/// The options of a new run on a bug that a run on FILE came across.
Result<Options> on_bug(const Options& now) {
  Result<StoredRequest> stored = request_for_bug(place_of(now.request), *now.bug);
  if (!stored) return std::unexpected(stored.error());
  if (Result<void> entered = enter(*stored); !entered) return std::unexpected(entered.error());
  Result<Options> then = resumed_options(std::move(stored->request), now);
  if (then) then->resume = false;
  return then;
}

/// The options of the run that `now` resumes. Opens and locks that run, and changes to the folder
/// in which it was started, because its relative names refer to that folder.
Result<Options> resumed(const Options& now) {
  if (now.bug) return on_bug(now);
  Result<Unfinished> unfinished = Unfinished::open(place_of(now.request));
  const std::vector<std::string>& files = now.request.files;
  if (!unfinished && unfinished.error().kind == ErrorKind::stale && files.size() > 1)
    return fail(
        ErrorKind::stale, fmt::format("there is no run on {} to resume", shown(files.front())),
        fmt::format(
            "the test is stored with the run, so --resume needs only FILE: whittle --resume {}",
            shown(files[1])));
  if (!unfinished) return std::unexpected(unfinished.error());
  Result<StoredRequest> stored = stored_request(*unfinished);
  if (!stored) return std::unexpected(stored.error());
  if (Result<void> entered = enter(*stored); !entered) return std::unexpected(entered.error());
  Result<Options> then = resumed_options(std::move(stored->request), now);
  if (then) then->request.continues = std::move(*unfinished);
  return then;
}

/// Sets the options that depend on the number of slots, so that reports show them.
void decide(Request& request) {
  const bool merged = request.search.parallel == Parallel::merge;
  const bool had_width = request.search.width.has_value();
  request = with_defaults(std::move(request));
  std::vector<std::string>& shown_options = request.caller.options;
  if (!merged && request.search.parallel == Parallel::merge)
    shown_options.insert(shown_options.begin(), "--parallel=merge");
  if (!had_width && request.search.width)
    shown_options.insert(shown_options.begin(), fmt::format("--width={}", *request.search.width));
}

/// Lets tests see the files around FILE if the command needs them, and says so.
void show_surroundings(Options& options) {
  Request& request = options.request;
  const std::string word = word_about_here(request);
  if (word.empty()) return;
  request.test.around = ".";
  request.caller.options.insert(request.caller.options.begin(), "--around=.");
  if (!options.quiet)
    print_message(
        "", "tests see the files of this folder, because the command names " + shown(word), "");
}

/// FILE is read through a ready view if that gives its bytes again; otherwise the view is named.
void show_view(Options& options) {
  Request& request = options.request;
  const SearchOptions& search = request.search;
  if (request.view || request.files.size() != 1 || search.unit || search.language || search.grammar)
    return;
  const std::string& path = request.files.front();
  const std::string_view name = view_for(path);
  const bool is_class = path.ends_with(".class");
  if (name.empty() && !is_class) return;
  const Result<View> view = find_view(name);
  const Result<Loaded> loaded = load(request.files);
  LocalTools tools(LocalTools::Options{});
  const bool fits = !request.test.around && !request.reduce_command && !request.hosts;
  if (view && fits && loaded && loaded->document.files().size() == 1 &&
      gives_same_bytes(*view, loaded->document.files().front(), tools)) {
    request.view = *view;
    request.caller.options.insert(request.caller.options.begin(), fmt::format("--view={}", name));
    if (!options.quiet)
      print_message(
          "",
          fmt::format("{} is decoded before it is reduced (--view {}); to reduce its bytes: "
                      "--unit bytes",
                      shown(path), name),
          "");
    return;
  }
  if (options.quiet) return;
  print_message(
      "hint: ",
      is_class ? fmt::format("{} is binary; to reduce it as text: --view 'DECODE' 'ENCODE' "
                             "(see: whittle help views)",
                             shown(path))
               : fmt::format("{} is binary; to reduce what is in it: --view {}", shown(path), name),
      "");
}

/// An error if one of the other options cannot be kept on other hosts.
Result<void> check_workers(const Options& options) {
  if (options.request.elsewhere.share_outcomes && !options.request.elsewhere.workers)
    return fail(ErrorKind::usage, "--share-outcomes needs --workers: outcomes are on its server");
  if (!options.request.hosts) return {};
  if (options.request.test.flaky != Flaky::stop)
    return fail(ErrorKind::usage, "--workers cannot be combined with --flaky",
                "rates differ between hosts: run it on one host, without --workers");
  if (options.request.search.parallel == Parallel::off)
    return fail(ErrorKind::usage, "--workers cannot be combined with --parallel off",
                "one question at a time, with tests ahead: --parallel ahead");
  return {};
}

/// The text of the result: as it is, or with a line before each file that names it.
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

struct KeepsStart final : Observer {
  void started(const RunStart& event) override { start = event; }
  std::optional<RunStart> start;
};

/// The place of the result.
enum class Where { file, standard_output, both };

/// The result, if it is printed, and the exit code.
Result<ExitCode> print_ended(const Report& report, Where where, const std::string& target) {
  if (where != Where::file)
    if (Result<void> printed =
            print_result(report.result, where == Where::standard_output ? Named::no : Named::yes);
        !printed)
      return std::unexpected(printed.error());
  if (report.unconfirmed > 0)
    return fail(ErrorKind::unreliable,
                fmt::format("the result did not pass its final test, in a clean folder: {} does "
                            "not always give the same answer",
                            report.test_name),
                fmt::format("{} holds the last version that did; see --flaky",
                            where == Where::standard_output ? "standard output" : target));
  return report.ending == RunEnding::interrupted ? exit_interrupted : exit_success;
}

/// Tells the run which files are ours: tests do not see them.
void add_own_files(Options& options) {
  for (const auto& written : {options.json, options.report, options.markdown})
    if (written && *written != "-") options.request.own_files.push_back(*written);
}

Result<ExitCode> run_it(Options options, JsonLog* json) {
  StopSwitch stop;
  Interrupt interrupt(stop);
  options.request.stop = &stop;
  Controls controls;
  options.request.controls = &controls;
  options.request.phrase = notice_in_options;
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
  if (*page && (*page)->server()) observers.add(*(*page)->server());
  KeepsStart keeps_start;
  observers.add(keeps_start);
  options.request.sees_programs = markdown->has_value();
  add_own_files(options);
  const std::string target = target_of(options.request);
  const BugReport to{.path = markdown->value_or(""),
                     .rights = rights_for_report(options.request.files, markdown->value_or(""))};
  const Result<Report> report = reduce(std::move(options.request), observers);
  console.finish();
  const Result<void> shown_all = *page ? (*page)->finish() : Result<void>();
  if (!report) return std::unexpected(report.error());
  if (!shown_all) return std::unexpected(shown_all.error());
  if (*markdown && keeps_start.start)
    if (Result<void> written = write_markdown(to, *keeps_start.start, *report, options.quiet);
        !written)
      return std::unexpected(written.error());
  const Where where = prints_result          ? Where::standard_output
                      : options.shows_result ? Where::both
                                             : Where::file;
  return print_ended(*report, where, target);
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
    decide(options.request);
    show_surroundings(options);
    show_view(options);
  }
  const Call call = call_of(options.request);
  Result<ExitCode> code = run_it(std::move(options), json);
  if (!code) return std::unexpected(in_options(code.error(), call));
  return code;
}

/// The file of `--json`; null without that option.
Result<std::unique_ptr<JsonLog>> open_json(const Options& options) {
  if (!options.json) return nullptr;
  if (Result<void> free = check_may_write(*options.json, "--json", options.request.force); !free)
    return std::unexpected(free.error());
  return JsonLog::open(*options.json,
                       {.weights = options.json_weights,
                        .append = options.resume,
                        .program = program_and_version(),
                        .rights = rights_for_report(options.request.files, *options.json),
                        .outputs = !options.request.test.no_outputs});
}

IfThere if_there(const Options& options) {
  return options.request.force ? IfThere::is_replaced : IfThere::is_kept;
}

/// Checks that `--make-test` overwrites no file, least of all the input.
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
  if (Result<void> apart = check_apart(options); !apart) return std::unexpected(apart.error());
  // Opened before everything else: from here on, every error is in the file as well.
  Result<std::unique_ptr<JsonLog>> json = open_json(options);
  if (!json) return std::unexpected(json.error());
  try {
    const Call call = call_of(options.request);
    Result<ExitCode> code = reduce_or_resume(std::move(options), json->get());
    if (code) return code;
    const Error error = in_options(code.error(), call);
    if (*json) (*json)->failed({.error = error, .exit_code = exit_code(error.kind)});
    return std::unexpected(error);
  } catch (const std::exception& problem) {
    if (*json)
      (*json)->failed(
          {.error = {ErrorKind::internal, problem.what(), {}}, .exit_code = exit_internal});
    throw;
  }
}

Result<ExitCode> write_test(Options options) {
  if (Result<void> free = check_is_free(options); !free) return std::unexpected(free.error());
  if (options.is_template) {
    const std::string& path = *options.make_test;
    if (Result<void> written = write_file(path, debloat_test(options.request.files, path),
                                          rights_for_script(options.request.files, path),
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
  options.request.phrase = notice_in_options;
  Console console({.quiet = options.quiet}, interrupt);
  const Result<std::optional<std::string>> script = test_script(options.request, console);
  if (!script) return std::unexpected(script.error());
  if (!*script) return exit_interrupted;
  if (Result<void> written =
          write_file(*options.make_test, **script,
                     rights_for_script(options.request.files, *options.make_test),
                     Durability::renamed, if_there(options));
      !written)
    return std::unexpected(written.error());
  return exit_success;
}

}  // namespace whittle
