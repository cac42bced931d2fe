#include "run/prepare.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "base/reason.h"
#include "document/disk.h"
#include "oracle/golden.h"
#include "process/cores_linux.h"
#include "process/local_tools.h"
#include "report/words.h"
#include "run/first_tests.h"
#include "run/oracle_options.h"
#include "run/output_place.h"
#include "run/request_json.h"
#include "run/view.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// The files of the document that are the test itself. A test may lie in the folder that is
/// reduced. It must not be changed, because it is run from there.
std::vector<std::string> files_of_test(const std::string& script, const Home& home,
                                       const Document& document) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const File& file : document.files())
    if (!script.empty() && file.kind == File::Kind::regular &&
        fs::equivalent(home.path_of(file.path), script, ignored))
      found.push_back(file.path);
  return found;
}

/// Files that say how the others are built. A result without them may be built by another compiler
/// than the one with the bug.
constexpr std::array<std::string_view, 6> build_files = {
    "Makefile",    "makefile", "GNUmakefile", "CMakeLists.txt", "compile_commands.json",
    "package.json"};

/// The build files in folders that are reduced. One that the user names is not among them.
std::vector<std::string> build_files_in(const Document& document,
                                        const std::vector<std::string>& named) {
  std::vector<std::string> found;
  for (const File& file : document.files()) {
    const std::string_view name = std::string_view(file.path).substr(file.path.rfind('/') + 1);
    if (file.kind == File::Kind::regular && std::ranges::count(build_files, name) > 0 &&
        std::ranges::count(named, file.path) == 0)
      found.push_back(file.path);
  }
  return found.size() < document.files().size() ? found : std::vector<std::string>();
}

/// The files that stay as they are: those of the test and, unless the user says otherwise, build
/// files.
std::vector<std::string> fixed_files(const Request& request, const Home& home,
                                     const Document& document, Notices& notices) {
  std::vector<std::string> files = files_of_test(request.test.script, home, document);
  if (request.search.build_files) return files;
  const std::vector<std::string> found = build_files_in(document, request.files);
  if (!found.empty())
    notices.add({Notice::Kind::information,
                 fmt::format("{} {} not reduced; to reduce build files: search.build_files",
                             fmt::join(found, ", "), found.size() == 1 ? "is" : "are"),
                 "",
                 {Reason::build_files_stay}});
  files.insert(files.end(), found.begin(), found.end());
  return files;
}

/// The text of a script that a person wrote; nothing if the test is something else.
std::string script_text(const std::string& script) {
  constexpr std::uintmax_t longest = 64 * 1024;
  std::error_code problem;
  const std::uintmax_t size = fs::file_size(script, problem);
  if (problem || size > longest) return {};
  return read_file(script).value_or("");
}

/// The identity of the run without its test, from the request before a view changes it.
Result<RunIdentity> identity_of(const Request& request) {
  std::error_code problem;
  const fs::path folder = fs::current_path(problem);
  if (problem)
    return fail(ErrorKind::input, "the folder in which whittle was started no longer exists");
  return RunIdentity{.program = "whittle " WHITTLE_VERSION,
                     .options = request.continues ? request.continues->folder().identity().options
                                                  : to_json(request, folder.string()),
                     .test = {},
                     .original = {}};
}

/// The document that a view shows, and the request as the view changes it: a search knows nothing
/// of views.
struct Viewed {
  Document document;
  Request request;
};

Result<Viewed> through_view(const Document& on_disk, Request request, Tools& tools,
                            Notices& notices) {
  if (!request.view) return Viewed{on_disk, std::move(request)};
  const View& view = *request.view;
  const std::vector<File>& files = on_disk.files();
  if (files.size() != 1 || files.front().kind != File::Kind::regular)
    return fail(ErrorKind::usage, {Reason::view_needs_one_file},
                "Request::view works with one file");
  Result<Document> text = decoded(view, files.front(), tools);
  if (!text) return std::unexpected(text.error());
  request.test.conditions.encode = view.encode;
  if (view.is_archive) request.test.conditions.encoded_folder = files.front().path;
  SearchOptions& search = request.search;
  if (!search.language && !search.grammar && !search.unit && search.plan != "lines")
    if (std::string language = view.is_archive ? "" : language_in(view, text->files().front());
        !language.empty())
      search.language = std::move(language);
  if (!request.continues) {
    const Result<bool> back = comes_back(view, *text, files.front(), tools);
    if (!back) return std::unexpected(back.error());
    if (!*back)
      notices.add(Notice::Kind::warning,
                  "decoding what ENCODE prints gives a different text: the view may lose something "
                  "important");
  }
  return Viewed{std::move(*text), std::move(request)};
}

/// Tells the user once if the first test takes long: there is nothing else to see meanwhile.
class SlowHint {
 public:
  SlowHint(const Request& request, Notices& notices) : notices_(notices) {
    if (request.test.conditions.slower_than) *told_ = true;
    const bool is_command = !request.test.conditions.command.empty();
    notice_.message = fmt::format("{} is still running on {} after {}; it is stopped after {}",
                                  is_command ? "the command" : shown(request.test.script),
                                  shown(request.files.front()), short_time(LocalOracle::patience),
                                  short_time(request.test.timeout.value_or(Timeout::first)));
    notice_.way_out =
        is_command ? "see test.timeout and test.conditions.slower_than" : "see test.timeout";
    notice_.cause = {is_command ? Reason::command_is_slow : Reason::script_is_slow};
  }
  void operator()() const {
    if (!std::exchange(*told_, true)) notices_.add(notice_);
  }
  /// Ends the notice: later tests have a progress line.
  void silence() const { *told_ = true; }

 private:
  Notices& notices_;
  Notice notice_;
  std::shared_ptr<bool> told_ = std::make_shared<bool>(false);  // shared by all copies
};

/// Checks that no file has changed since the run left it: continuing would overwrite the change. A
/// kill may have left some files a step behind the others, so each file may be any version that the
/// run has written.
Result<void> check_as_left(const Request& request, const RunFolder& folder, const Home& home) {
  const Document now = home.found();
  const auto changed =
      std::ranges::find_if(now.files(), [&](const File& file) { return !folder.has_been(file); });
  if (changed == now.files().end()) return {};
  const std::string place = now.files().size() == 1 && !request.output
                                ? request.files.front()
                                : home.path_of(changed->path);
  return fail(ErrorKind::stale, {Reason::file_has_changed, {target_of(request)}},
              fmt::format("{} has changed since the run was stopped", shown(place)),
              "to overwrite it and continue, set Request::force");
}

/// Checks that the test, the original and the options of a continued run have not changed: the
/// known outcomes depend on them.
Result<void> check_unchanged(const Request& request, const RunIdentity& identity,
                             const Home& home) {
  if (!request.continues || request.force) return {};
  const RunFolder& folder = request.continues->folder();
  if (Result<void> same = folder.check(identity); !same) return same;
  return check_as_left(request, folder, home);
}

StoppedEarly stopped_early(const Request& request, const StopReasons& stop,
                           const Document& original, const std::string& test_name) {
  Report report = report_of({}, original, original);
  report.ending =
      stop.reason() == StopReasons::Reason::user ? RunEnding::interrupted : RunEnding::max_time;
  report.target = target_of(request);
  report.test_name = test_name;
  report.jobs = slots_of(request);
  return {std::move(report)};
}

/// `stop_fd`: see `LocalTools::Options`.
std::shared_ptr<Tools> tools_for(const Request& request, int stop_fd) {
  return std::make_shared<LocalTools>(LocalTools::Options{
      .at_once = std::min(slots_of(request), available_cores()),
      .stop_fd = stop_fd,
      .limits = {.memory = request.test.memory, .processes = request.test.processes},
      .sandbox = request.test.sandbox});
}

/// The files of a request, those of a continued run as far as the run knows them.
Result<Loaded> load_files(const Request& request) {
  if (!request.continues || request.view) return load(request.files);
  return load_again(request.files, request.continues->folder().original());
}

/// Checks the place of the result, and writes there from now on. A new run does this later, when it
/// has taken its lock.
Result<void> choose_place(Request& request, Home& home, const Document& original) {
  Result<std::optional<std::string>> output = checked_output(request, home, original);
  if (!output) return std::unexpected(output.error());
  request.output = std::move(*output);
  if (Result<void> outside = check_run_folder_outside(request, home); !outside) return outside;
  if (writes_no_file(request)) home.detach();
  if (!request.output || writes_no_file(request) || !request.continues) return {};
  if (Result<void> redirected = home.redirect(*request.output); !redirected) return redirected;
  return home.find(original);
}

/// The files and the search of a request, before any test was run.
struct Gathered {
  Request request;
  RunIdentity identity;
  StopReasons stop;
  Loaded loaded;
  Document document;  // as `loaded`, through the view if there is one
  Document original;
  SearchRecipe recipe;
  Prepared search;
};

/// Loads the files and makes the search. `identity` is that of the request as it was given.
Result<Gathered> gather(Request given, RunIdentity identity, Notices& notices) {
  Result<Loaded> loaded = load_files(given);
  if (!loaded) return std::unexpected(loaded.error());
  StopReasons stop(given.stop, given.max_time);
  std::shared_ptr<Tools> tools = tools_for(given, stop.fd());
  Result<Viewed> viewed = through_view(loaded->document, std::move(given), *tools, notices);
  if (!viewed) return std::unexpected(viewed.error());
  Request& request = viewed->request;
  Document original = request.continues ? request.continues->folder().original() : viewed->document;
  SearchRecipe recipe{
      request.search, std::move(tools),
      KnownTest{.command = request.test.conditions.command,
                .script = script_text(request.test.script),
                .files = fixed_files(request, loaded->home, viewed->document, notices)}};
  Result<Prepared> search = make_search(recipe, original);
  if (!search) return std::unexpected(search.error());
  if (Result<void> chosen = choose_place(request, loaded->home, original); !chosen)
    return std::unexpected(chosen.error());
  return Gathered{std::move(request), std::move(identity),         std::move(stop),
                  std::move(*loaded), std::move(viewed->document), std::move(original),
                  std::move(recipe),  std::move(*search)};
}

/// The test that the request describes; an interrupted one if the user stops it.
Result<ChosenTest> chosen_test_of(const Gathered& run, const LocalOracle::Options& options,
                                  Notices& notices) {
  Result<ChosenTest> test =
      choose_test(run.request.test, run.original, options, run.recipe.test.files);
  if (!test) {
    Error error = test.error();
    if (error.cause.reason == Reason::none) error.cause = {Reason::test_was_refused};
    return std::unexpected(std::move(error));
  }
  if (!test->interrupted)
    for (Notice& one : notices_about(*test, run.request.test, run.original))
      notices.add(std::move(one));
  return test;
}

/// `error` about the original, which may be the view's fault.
Error with_view(Error error, const Request& request) {
  if (!request.view) return error;
  const std::string_view line =
      "\nFILE was tested after DECODE and ENCODE: the view may lose something important";
  error.way_out += line;
  // The last value of these causes ends the way out.
  if (!error.cause.values.empty()) error.cause.values.back() += line;
  return error;
}

/// The rate of the original, measured by this call of the run or by an earlier one.
Result<std::optional<KeptRate>> rate_of(const Request& request, const Document& original,
                                        WitnessOracle& oracle, Notices& notices) {
  Result<std::optional<Runs>> known = std::nullopt;
  if (request.continues) known = request.continues->folder().runs_of_original();
  if (!known) return std::unexpected(known.error());
  Result<std::optional<KeptRate>> rate = measure_rate(oracle, original, request.test, *known);
  if (rate && *rate) notices.add(notice_about(**rate));
  return rate;
}

/// The last part of `prepare`: the tests of the original and of an empty document.
Result<Preparation> test_first(Gathered run, ChosenTest test, const LocalOracle::Options& options,
                               Notices& notices) {
  Request& request = run.request;
  const bool has_rate = request.test.flaky != Flaky::stop;
  const auto begin = std::filesystem::file_time_type::clock::now();
  Result<TestedOriginal> tested =
      test_original(test, run.original, options, has_rate ? most_first_runs : 1, notices);
  if (!tested) return std::unexpected(with_view(tested.error(), request));
  if (tested->witness.interrupted) return stopped_early(request, run.stop, run.original, test.name);
  Result<std::optional<KeptRate>> rate = std::nullopt;
  if (has_rate) {
    rate = rate_of(request, run.original, *tested->oracle, notices);
    if (!rate) return std::unexpected(rate.error());
    if (!*rate) return stopped_early(request, run.stop, run.original, test.name);
  }
  if (!request.continues && !request.test.allow_empty) {
    const Result<OnEmpty> empty = test_empty(*tested->oracle, run.original, run.recipe.test.files,
                                             tested->witness.verdict.duration);
    if (!empty) return std::unexpected(empty.error());
    if (empty->answer == OnEmpty::Answer::interrupted)
      return stopped_early(request, run.stop, run.original, test.name);
    if (empty->answer == OnEmpty::Answer::accepts)
      return std::unexpected(
          accepts_too_much(request, run.original, test, tested->witness, empty->witnesses));
  }
  Failure on_original;
  if (test.spec.main_step < tested->witness.commands.size())
    on_original = without_candidate_callers(
        failure_in(tested->witness.commands[test.spec.main_step]), run.original, begin);
  auto files = std::make_unique<DiskFiles>(
      std::move(run.loaded), tools_for(request, -1),
      DiskFiles::Options{.view = request.view,
                         .is_continued = request.continues.has_value(),
                         .is_redirected = request.continues && request.output.has_value()});
  return Ready{.request = std::move(request),
               .stop = std::move(run.stop),
               .files = std::move(files),
               .original = std::move(run.original),
               .recipe = std::move(run.recipe),
               .search = std::move(run.search),
               .test = std::move(test),
               .identity = std::move(run.identity),
               .oracle = std::move(tested->oracle),
               .verdict_on_original = std::move(tested->witness.verdict),
               .rate = *rate,
               .on_original = std::move(on_original)};
}

}  // namespace

Result<Prepared> make_search(const SearchRecipe& recipe, const Document& original) {
  return prepare_search(recipe.options, original, recipe.tools, recipe.test);
}

Result<Preparation> prepare(Request request, Notices& notices) {
  Result<RunIdentity> identity = identity_of(request);
  if (!identity) return std::unexpected(identity.error());
  Result<Gathered> run = gather(std::move(request), std::move(*identity), notices);
  if (!run) return std::unexpected(run.error());
  Result<LocalOracle::Options> options = oracle_options(run->request, run->original, run->stop);
  if (!options) return std::unexpected(options.error());
  const SlowHint slow(run->request, notices);
  options->on_slow = slow;
  Result<ChosenTest> test = chosen_test_of(*run, *options, notices);
  if (!test) return std::unexpected(test.error());
  if (test->interrupted) return stopped_early(run->request, run->stop, run->original, "");
  const Result<Hash> test_hash = hash_of_test(*test);
  if (!test_hash) return std::unexpected(test_hash.error());
  run->identity.test = *test_hash;
  run->identity.original = run->original.hash();
  if (Result<void> same = check_unchanged(run->request, run->identity, run->loaded.home); !same)
    return std::unexpected(same.error());
  Result<Preparation> ready = test_first(std::move(*run), std::move(*test), *options, notices);
  slow.silence();
  return ready;
}

}  // namespace whittle
