// The recipe. Each step is a member function of `Run`; what later steps need is a member variable.
#include "run/reduce.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "document/disk.h"
#include "oracle/flaky_watch.h"
#include "oracle/hosts.h"
#include "oracle/local_oracle.h"
#include "oracle/make_spec.h"
#include "plan/formatter.h"
#include "process/cores_linux.h"
#include "process/local_tools.h"
#include "process/program.h"
#include "report/observers.h"
#include "report/words.h"
#include "run/chosen_test.h"
#include "run/functions_left.h"
#include "run/invocation.h"
#include "run/oracle_options.h"
#include "run/other_failures.h"
#include "run/recent_bests.h"
#include "run/searching.h"
#include "run/steering.h"
#include "run/stop.h"
#include "run/view.h"
#include "store/journal.h"
#include "store/recorder.h"
#include "store/recording.h"

namespace whittle {
namespace {

class Run {
 public:
  Run(Request request, Observer& observer);

  Result<Report> to_the_end() {
    if (Result<void> done =
            take({&Run::prepare, &Run::open, &Run::search, &Run::confirm, &Run::publish});
        !done)
      return std::unexpected(with_way_on(done.error()));
    Report ended = report();
    if (Result<void> closed = close(ended); !closed)
      return std::unexpected(with_way_on(closed.error()));
    observer_.ended(ended);
    if (const Error* failure = observer_.failure())
      return fail(failure->kind, failure->message, "the result is in " + target_);
    return ended;
  }

 private:
  using Step = Result<void> (Run::*)();
  /// Takes the steps in order, up to the first error or until the run is stopped.
  Result<void> take(std::initializer_list<Step> steps);

  // prepare: everything that can be wrong with the request is found before anything is changed
  Result<void> prepare();
  Result<void> load_files();
  Result<SearchOptions> take_view();
  Result<void> check_output();
  LocalOracle::Options telling(LocalOracle::Options options);
  Result<void> choose_test();
  Result<void> check_unchanged();
  Result<void> check_as_left() const;
  Result<void> test_original();
  Result<void> test_empty();
  Result<LocalOracle::Witness> test_original_with(const LocalOracle::Options& options);
  Result<LocalOracle::Witness> test_original_on_disk(LocalOracle::Options options);

  // open: the run folder, new or as an earlier run left it, and the original's copy
  Result<void> open();
  Result<void> open_new();
  Result<void> open_again();

  // search, with everything that watches it
  struct Watchers;
  Result<void> search();
  Result<void> search_once();
  Result<void> open_elsewhere();
  Result<void> revoke(const std::vector<Hash>& candidates);
  Result<void> make_search();
  RunStart facts_at_start() const;
  bool skips_list();
  Result<void> on_contradiction(FlakyWatch::Answers answers);

  // confirm: from a clean folder, outside of every memo
  Result<void> confirm();
  Result<void> test_result();
  std::vector<Hash> doubtful_outcomes();
  std::string command_on_result() const;
  Result<void> format_result();

  Result<void> publish();
  Result<void> close(const Report& ended);
  Result<void> give_back_original();
  Result<void> save(const Document& document, Durability durability = Durability::renamed);
  Error accepts_too_much() const;

  bool is_stopped_early(bool interrupted);
  /// Whether there is nothing to continue.
  bool is_over() const {
    return searched_.ending == Ending::finished || searched_.ending == Ending::no_gain;
  }
  void notice(Notice::Kind kind, std::string message, std::string way_out = {}) {
    notice(Notice{kind, std::move(message), std::move(way_out)});
  }
  void notice(Notice event);
  Error with_way_on(Error error) const;
  Error with_other_place(Error error) const;
  Report report();

  Request request_;
  Observer& observer_;
  const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  std::string target_;
  std::optional<RunFolder> folder_;
  bool is_continued_;
  bool told_slow_ = false;  // that the first test takes long
  bool is_open_ = false;    // from here on there is a best so far, and a journal to continue from
  Home home_;
  Document on_disk_;                 // as FILE is now
  Document loaded_;                  // the same, through the view if there is one
  Document original_;                // as FILE was when the run began, perhaps in another process
  std::vector<std::string> copies_;  // of the original, made by this run
  std::shared_ptr<Tools> tools_;
  SearchOptions search_options_;  // of the request, as the view changes them
  std::optional<Prepared> prepared_;
  std::optional<StopReasons> stop_;
  ChosenTest test_;
  RunIdentity identity_;
  std::unique_ptr<LocalOracle> oracle_;
  std::unique_ptr<OracleElsewhere> elsewhere_;  // answers the search, if there are other hosts
  bool began_again_ = false;                    // since outcomes were revoked
  Verdict verdict_on_original_;
  Memo memo_;
  std::size_t known_ = 0;  // outcomes of earlier calls
  std::vector<Notice> notices_;
  std::unique_ptr<Watchers> watchers_;
  Searched searched_;
  Document result_;
  std::size_t unconfirmed_ = 0;
  std::size_t best_number_ = 0;  // of the result
  std::string output_;           // of the last test
  bool confirmed_ = false;       // by a last test
  bool stopped_early_ = false;   // before there was anything to report
};

/// The observers of the search, and the layers between the scheduler and the oracle.
struct Run::Watchers {
  Watchers(Run& run, std::vector<std::size_t> earlier_skips)
      : journal(
            *run.folder_,
            [goal = run.prepared_->stage_maker->goal](const Document& a, const Document& b) {
              return is_smaller(goal, a, b);
            },
            [&run](const Document& best) { return run.save(best); }),
        tally(run.original_.size()),
        bests(run.original_, run.prepared_->stage_maker->goal, all),
        recorder(run.folder_->path(), run.original_,
                 run.is_continued_ || run.began_again_ ? Recorder::Mode::continues
                                                       : Recorder::Mode::begins,
                 !run.request_.test.no_outputs),
        flaky(*run.oracle_,
              [&run](FlakyWatch::Answers answers) { return run.on_contradiction(answers); }),
        // Other hosts are compared with one another instead.
        oracle(run.elsewhere_ ? static_cast<Oracle&>(*run.elsewhere_) : flaky,
               {.failures_folder = run.request_.test.other_failures.value_or(""),
                .statuses = run.request_.test.also_interesting,
                .file = run.request_.files.front()}),
        pausable(oracle, run.request_.controls, run.stop_->fd()),
        skips(run.request_.controls, std::move(earlier_skips)) {
    for (Observer* one : std::initializer_list<Observer*>{&tally, &journal, &bests, &recorder,
                                                          &skips, &run.observer_})
      all.add(*one);
  }

  Journal journal;
  Tally tally;
  Observers all;
  RecentBests bests;
  Recorder recorder;
  // The layers, innermost first: each passes on to the one before it.
  FlakyWatch flaky;
  OtherFailures oracle;
  PausableOracle pausable;
  Skips skips;
};

Run::Run(Request request, Observer& observer)
    : request_(std::move(request)),
      observer_(observer),
      target_(target_of(request_)),
      is_continued_(request_.continues.has_value()) {
  if (is_continued_) folder_ = std::move(*request_.continues).take();
}

Result<void> Run::take(std::initializer_list<Step> steps) {
  for (const Step step : steps) {
    if (Result<void> done = (this->*step)(); !done) return done;
    if (stopped_early_) break;
  }
  return {};
}

Result<void> Run::prepare() {
  return take({&Run::load_files, &Run::check_output, &Run::choose_test, &Run::check_unchanged,
               &Run::test_original, &Run::test_empty});
}

/// The files of the document that are the test itself. A test may lie in the folder that is
/// reduced. It must not be changed, because it is run from there.
std::vector<std::string> files_of_test(const std::string& script, const Home& home,
                                       const Document& document) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const File& file : document.files())
    if (!script.empty() && file.kind == File::Kind::regular &&
        std::filesystem::equivalent(home.path_of(file.path), script, ignored))
      found.push_back(file.path);
  return found;
}

/// Of a script that a person wrote; nothing if the test is something else.
std::string script_text(const std::string& script) {
  constexpr std::uintmax_t longest = 64 * 1024;
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(script, problem);
  if (problem || size > longest) return {};
  return read_file(script).value_or("");
}

Result<void> Run::load_files() {
  Result<Loaded> loaded =
      load(request_.files, is_continued_ ? Missing::is_gone : Missing::is_an_error);
  if (!loaded) return std::unexpected(loaded.error());
  home_ = std::move(loaded->home);
  on_disk_ = loaded_ = std::move(loaded->document);
  stop_.emplace(request_.stop, request_.max_time);
  const LocalTools::Options tools{
      .at_once = std::min(slots_of(request_), available_cores()),
      .stop_fd = stop_->fd(),
      .limits = {.memory = request_.test.memory, .processes = request_.test.processes}};
  tools_ = std::make_shared<LocalTools>(tools);
  Result<SearchOptions> search = take_view();
  if (!search) return std::unexpected(search.error());
  search_options_ = std::move(*search);
  original_ = is_continued_ ? folder_->original() : loaded_;
  return make_search();
}

Result<void> Run::make_search() {
  Result<Prepared> prepared =
      prepare_search(search_options_, original_, tools_,
                     {.command = request_.test.conditions.command,
                      .script = script_text(request_.test.script),
                      .files = files_of_test(request_.test.script, home_, loaded_)});
  if (!prepared) return std::unexpected(prepared.error());
  prepared_ = std::move(*prepared);
  return {};
}

/// From here on the document is what the view shows. Gives the options of the search, which knows
/// nothing of views.
Result<SearchOptions> Run::take_view() {
  SearchOptions search = request_.search;
  if (!request_.view) return search;
  const View& view = *request_.view;
  if (request_.test.other_failures || !request_.test.also_interesting.empty())
    return fail(ErrorKind::usage,
                "--view cannot be combined with --other-failures or --also-interesting");
  const std::vector<File>& files = on_disk_.files();
  if (files.size() != 1 || files.front().kind != File::Kind::regular)
    return fail(ErrorKind::usage, "--view works with one file");
  Result<Document> text = decoded(view, files.front(), *tools_);
  if (!text) return std::unexpected(text.error());
  loaded_ = std::move(*text);
  request_.test.conditions.encode = view.encode;
  if (view.is_archive) request_.test.conditions.encoded_folder = files.front().path;
  if (!search.language && !search.grammar && !search.unit && search.plan != "lines")
    if (std::string language = view.is_archive ? "" : language_in(view, loaded_.files().front());
        !language.empty())
      search.language = std::move(language);
  if (is_continued_) return search;
  const Result<bool> back = comes_back(view, loaded_, files.front(), *tools_);
  if (!back) return std::unexpected(back.error());
  if (!*back)
    notice(Notice::Kind::warning,
           "decoding what ENCODE prints gives a different text: the view may lose something "
           "important");
  return search;
}

/// Writes a document to FILE, through the view if there is one.
Result<void> Run::save(const Document& document, Durability durability) {
  if (!request_.view || document.files().empty()) return home_.save(document, durability);
  const Result<Document> file =
      encoded(*request_.view, document, on_disk_.files().front(), *tools_);
  if (!file) return std::unexpected(file.error());
  return home_.save(*file, durability);
}

/// Checks that writing the result destroys nothing.
Result<void> Run::check_output() {
  if (!request_.output) return {};
  if (writes_no_file(request_)) {
    if (original_.files().size() != 1 || original_.files().front().kind != File::Kind::regular)
      return fail(ErrorKind::usage, "-o - prints the result, which must be one file",
                  "write several files to a folder, as in: -o FOLDER");
    home_.detach();
    return {};
  }
  if (home_.is_at(*request_.output)) {
    // The result replaces FILE, as it does without -o: FILE.orig must be kept.
    request_.output.reset();
    target_ = target_of(request_);
    return {};
  }
  std::error_code ignored;
  if (const std::string& test = request_.test.script;
      !test.empty() && std::filesystem::equivalent(*request_.output, test, ignored))
    return fail(ErrorKind::usage,
                fmt::format("-o would overwrite {}, which is the test", shown(test)),
                "write the result to another place");
  std::filesystem::path output = *request_.output;
  if (output.filename().empty()) output = output.parent_path();
  if (const std::filesystem::path parent = output.parent_path();
      !parent.empty() && !std::filesystem::exists(parent, ignored))
    return fail(ErrorKind::disk,
                fmt::format("there is no folder {} to write {} to", shown(parent.string()),
                            shown(*request_.output)),
                fmt::format("try: mkdir -p {}", shown(parent.string())));
  if (is_continued_ || request_.force) return {};
  const std::optional<std::string> place = home_.in_the_way(*request_.output, original_);
  if (!place) return {};
  std::string way_out = "write to another place, or overwrite it: --force";
  if (RunFolder::has_journal(run_folder_of(*request_.output)))
    way_out += "\nor continue the unfinished run: whittle --resume " + target_;
  return fail(ErrorKind::usage, fmt::format("{} exists; -o does not overwrite it", shown(*place)),
              std::move(way_out));
}

/// A word of the command that names a file which is here, but not where tests run.
std::optional<std::string> file_out_of_reach(const TestOptions& options, const Document& document) {
  if (options.around) return {};
  const std::vector<std::string>& command = options.conditions.command;
  for (std::size_t i = 1; i < command.size(); ++i) {
    const std::string word =
        command[i].starts_with("-I") ? command[i].substr(2) : command[i];  // a compiler's headers
    const std::filesystem::path path = std::filesystem::path(word).lexically_normal();
    std::error_code problem;
    if (word.empty() || path.is_absolute() || path == "." || *path.begin() == ".." ||
        !std::filesystem::exists(path, problem))
      continue;
    const bool is_reduced = std::ranges::any_of(document.files(), [&](const File& file) {
      return file.path == path || file.path.starts_with(path.string() + "/");
    });
    if (!is_reduced) return word;
  }
  return {};
}

/// What the user should know about the test before it is used.
std::vector<Notice> about(const ChosenTest& test, const TestOptions& options,
                          const Document& document) {
  std::vector<Notice> notices;
  if (const auto file = file_out_of_reach(options, document))
    notices.push_back(
        {Notice::Kind::hint, fmt::format("tests run in a separate folder that does not contain {}; "
                                         "give its absolute path, or use --around .",
                                         shown(*file))});
  if (!test.sentence.empty())
    notices.push_back({Notice::Kind::information, "to keep: " + test.sentence});
  if (!options.sandbox && runs_candidates(test.spec))
    notices.push_back({Notice::Kind::hint,
                       "this runs mutated programs, which may delete files or use the network; "
                       "confine them with --sandbox"});
  return notices;
}

/// Whether there is nothing to report because the run was stopped before it began.
bool Run::is_stopped_early(bool interrupted) {
  stopped_early_ = interrupted;
  return interrupted;
}

/// `error`, with what to type if TEST is a command in one word: "python3 bug.py".
Error with_command(Error error, const Request& request) {
  const std::string& test = request.test.script;
  const std::size_t blank = test.find(' ');
  if (error.kind == ErrorKind::test && blank != std::string::npos && request.files.size() == 1 &&
      find_program(test.substr(0, blank)))
    error.way_out = fmt::format("a command comes last, with @@ for the file: whittle {} -- {}",
                                shown(request.files.front()), test.substr(0, blank) + " ... @@");
  return error;
}

/// `error`, with what to type if COMMAND is in quotes, is FILE, or is a test.
Error with_call(Error error, const Request& request) {
  const std::vector<std::string>& command = request.test.conditions.command;
  if (command.empty() || request.files.size() != 1) return error;
  const std::string file = request.files.front();
  const std::string& first = command.front();
  const auto add = [&](std::string line) {
    error.way_out = line + (error.way_out.empty() ? "" : "\n") + error.way_out;
  };
  std::error_code ignored;
  const bool cannot_run = error.kind == ErrorKind::test && !find_program(first);
  if (cannot_run && first.find(' ') != std::string::npos &&
      find_program(first.substr(0, first.find(' '))))
    add(
        fmt::format("write it without quotes: whittle {} -- {}\n"
                    "or as a command of the shell: whittle {} -- sh -c '...' sh @@",
                    shown(file), first, shown(file)));
  else if (cannot_run && command.size() == 1 && std::filesystem::exists(first, ignored) &&
           find_test(file))
    add(fmt::format("a test needs no --: whittle {} {}", shown(file), shown(first)));
  else if (error.kind == ErrorKind::not_interesting && command.size() <= 2 &&
           first.find('/') != std::string::npos)
    add(fmt::format("if it is a test, which exits with 0 for an interesting file: whittle {} {}",
                    shown(first), shown(file)));
  return error;
}

/// `error`, or that TEST and FILE were given in the wrong order if that explains it.
Error with_swap(Error error, const Request& request) {
  if (error.kind != ErrorKind::test || request.test.script.empty() || request.files.size() != 1 ||
      !find_test(request.files.front()))
    return error;
  const std::string test = shown(request.files.front()), file = shown(request.test.script);
  return {ErrorKind::test,
          fmt::format("{} is given as the test and cannot be run, but {} can", file, test),
          fmt::format("the test comes first: whittle {} {}", test, file)};
}

/// `options`, which tell the user if the first test takes long: there is nothing else to see
/// meanwhile.
LocalOracle::Options Run::telling(LocalOracle::Options options) {
  if (request_.test.conditions.slower_than) return options;
  options.on_slow = [this] {
    if (is_open_ || std::exchange(told_slow_, true)) return;
    const bool is_command = !request_.test.conditions.command.empty();
    notice(Notice::Kind::information,
           fmt::format("{} is still running on {} after {}; it is stopped after {} (see --timeout)",
                       is_command ? "the command" : shown(request_.test.script),
                       shown(request_.files.front()), short_time(LocalOracle::patience),
                       short_time(request_.test.timeout.value_or(Timeout::first))),
           is_command ? "if it hangs, and that is what to keep: --slower-than 10s" : "");
  };
  return options;
}

Result<void> Run::choose_test() {
  const auto options = oracle_options(request_, original_, *stop_);
  if (!options) return std::unexpected(options.error());
  Result<ChosenTest> test = whittle::choose_test(request_.test, original_, telling(*options));
  if (!test)
    return std::unexpected(
        with_call(with_command(with_swap(test.error(), request_), request_), request_));
  if (is_stopped_early(test->interrupted)) return {};
  test_ = std::move(*test);
  for (Notice& one : about(test_, request_.test, original_)) notice(std::move(one));
  const Result<Hash> test_hash = hash_of_test(test_);
  if (!test_hash) return std::unexpected(test_hash.error());
  std::error_code problem;
  const std::filesystem::path folder_now = std::filesystem::current_path(problem);
  if (problem)
    return fail(ErrorKind::input, "the folder in which whittle was started no longer exists");
  identity_ = {.program = "whittle " WHITTLE_VERSION,
               .options = is_continued_ ? folder_->identity().options
                                        : to_json({folder_now.string(), request_.settings}),
               .test = *test_hash,
               .original = original_.hash()};
  return {};
}

/// Checks that the test, the original and the options of a continued run have not changed: the
/// known outcomes depend on them.
Result<void> Run::check_unchanged() {
  if (!is_continued_ || request_.force) return {};
  if (Result<void> same = folder_->check(identity_); !same) return same;
  // What was decoded again need not be the text that was encoded.
  return request_.view ? Result<void>{} : check_as_left();
}

/// Checks that FILE has not changed since the run left it: continuing would overwrite the change.
Result<void> Run::check_as_left() const {
  // With several files, a kill may have left some a step behind the others. That is no change by
  // the user, but it looks like one.
  if (original_.files().size() != 1 || loaded_.files().empty() || folder_->has_been(loaded_))
    return {};
  return fail(
      ErrorKind::stale,
      fmt::format("{} has changed since the run was stopped", shown(request_.files.front())),
      fmt::format("to start again from the changed file: omit --resume\n"
                  "to overwrite it and continue: whittle --resume --force {}",
                  target_));
}

Result<void> Run::test_original() {
  const auto options = oracle_options(request_, original_, *stop_);
  if (!options) return std::unexpected(options.error());
  Result<LocalOracle::Witness> checked = test_original_with(telling(*options));
  if (!checked && oracle_ && checked.error().kind == ErrorKind::not_interesting &&
      !oracle_->reached_limit() && oracle_->scratch().root().starts_with("/dev/shm/"))
    checked = test_original_on_disk(telling(*options));
  if (!checked) {
    Error error = checked.error();
    // `whittle python3 bug.py`: found on PATH.
    const std::string& script = request_.test.script;
    std::error_code ignored;
    if (error.kind == ErrorKind::not_interesting && !script.empty() &&
        script.find('/') == script.npos && !std::filesystem::exists(script, ignored))
      error.way_out = fmt::format("to keep the failure of the command {0}: whittle {1} -- {0} @@\n",
                                  script, shown(request_.files.front())) +
                      error.way_out;
    if (request_.view)
      error.way_out +=
          "\n"
          "FILE was tested after DECODE and ENCODE: the view may lose something important";
    return std::unexpected(std::move(error));
  }
  if (is_stopped_early(checked->interrupted)) return {};
  verdict_on_original_ = checked->verdict;
  return {};
}

/// Makes the oracle and tests the original with it.
Result<LocalOracle::Witness> Run::test_original_with(const LocalOracle::Options& options) {
  oracle_.reset();
  Result<std::unique_ptr<LocalOracle>> local = LocalOracle::make(test_.spec, options);
  if (!local) return std::unexpected(local.error());
  oracle_ = std::move(*local);
  return oracle_->check_original(original_);
}

/// A test that makes its own /dev, as bubblewrap does, does not see our /dev/shm. So an original
/// that is not interesting in /dev/shm is tested once more in a folder on disk.
Result<LocalOracle::Witness> Run::test_original_on_disk(LocalOracle::Options options) {
  std::error_code problem;
  options.scratch_parent = std::filesystem::temp_directory_path(problem).string();
  if (problem) options.scratch_parent = "/tmp";
  Result<LocalOracle::Witness> checked = test_original_with(options);
  if (checked)
    notice(Notice::Kind::information, fmt::format("{} cannot see /dev/shm; its folders are in {}",
                                                  test_.name, options.scratch_parent));
  return checked;
}

/// `document` with nothing in its files, except those that are not reduced.
Document emptied(const Document& document, const std::vector<std::string>& except) {
  std::vector<File> files = document.files();
  for (File& file : files)
    if (file.kind == File::Kind::regular && std::ranges::count(except, file.path) == 0)
      file.bytes = share("");
  return Document(std::move(files));
}

/// Tests an empty candidate before hours are lost: a test that finds it interesting accepts
/// anything, or does not read the candidate. The search knows nothing of this test.
Result<void> Run::test_empty() {
  if (is_continued_ || request_.test.allow_empty) return {};
  const Document empty = emptied(original_, files_of_test(request_.test.script, home_, loaded_));
  if (empty == original_) return {};
  // A test that hangs on an empty input must not cost a long --timeout at every start.
  const auto most = std::max<std::chrono::microseconds>(std::chrono::seconds(1),
                                                        10 * verdict_on_original_.duration);
  // Twice, before we accuse a test that is only unreliable.
  for (int times = 0; times < 2; ++times) {
    const Result<LocalOracle::Witness> witness = oracle_->run_aside(empty, most);
    if (!witness) return std::unexpected(witness.error());
    if (is_stopped_early(witness->interrupted)) return {};
    if (witness->verdict.outcome != Outcome::interesting) return {};
  }
  return std::unexpected(accepts_too_much());
}

Error Run::accepts_too_much() const {
  const std::string& file = request_.files.front();
  std::string way_out = fmt::format(
      "perhaps it reads another copy, by an absolute path: it must read {} in the folder it is "
      "started in\n"
      "perhaps it accepts anything: check it by hand with an empty file\n",
      shown(original_.files().front().path));
  if (!test_.sentence.empty() && !request_.test.around)
    way_out = fmt::format(
                  "perhaps this is no failure on {}, but a file that is missing around it: {}\n"
                  "tests see only what is reduced; to show them the rest: --around .\n",
                  shown(file), test_.sentence) +
              way_out;
  if (request_.files.size() > 1 && !test_.spec.steps.empty() && runs_candidates(test_.spec))
    way_out += fmt::format("perhaps {} is the test, and should not be reduced: whittle ./{} {}\n",
                           shown(file), shown(file), shown(request_.files[1]));
  way_out += fmt::format("{} is unchanged; to accept an empty result: --allow-empty", shown(file));
  return {ErrorKind::trivial, fmt::format("{} finds an empty input interesting", test_.name),
          std::move(way_out)};
}

Result<void> Run::open() {
  if (Result<void> opened = is_continued_ ? open_again() : open_new(); !opened)
    return std::unexpected(with_other_place(opened.error()));
  // Only after the lock is taken: a second run on the same file fails above and changes nothing.
  if (request_.output && !writes_no_file(request_))
    if (Result<void> redirected = home_.redirect(*request_.output); !redirected) return redirected;
  // A run through a view keeps FILE's own bytes, which only its first call knows.
  if (!request_.view || !is_continued_) {
    auto kept = home_.keep_originals(request_.view ? on_disk_ : original_);
    if (!kept) return std::unexpected(with_other_place(kept.error()));
    copies_ = std::move(*kept);
  }
  if (is_race(request_.search))
    notice(Notice::Kind::information,
           "--parallel race: the result depends on timing; the same command can give different "
           "results");
  memo_.remember(original_.hash(), verdict_on_original_);
  memo_.set_limit(oracle_->limit());
  is_open_ = true;
  return {};
}

/// `error`, with the way out of a folder that cannot be written.
Error Run::with_other_place(Error error) const {
  if (error.kind == ErrorKind::disk && !request_.output)
    error.way_out += fmt::format("{}write the result to another folder: -o FOLDER/NAME",
                                 error.way_out.empty() ? "" : "\n");
  return error;
}

Result<void> Run::open_new() {
  const std::string path = run_folder_of(place_of(request_));
  const bool was_unfinished = RunFolder::has_journal(path);
  Result<RunFolder> created = RunFolder::create(path, identity_, original_);
  if (!created) return std::unexpected(created.error());
  folder_ = std::move(*created);
  Recording::remove(folder_->path());  // of an earlier run
  // Only the outcomes of the old run are lost: FILE is its best, and FILE.orig is the original.
  if (was_unfinished)
    notice(
        Notice::Kind::warning,
        "an earlier run on this file was not finished; this one starts again from the current file",
        "next time, continue with: whittle --resume " + target_);
  return {};
}

Result<void> Run::open_again() {
  const Result<std::size_t> known = folder_->recall(memo_);
  if (!known) return std::unexpected(known.error());
  if (Result<void> read = folder_->recall(*prepared_->stage_maker->reasons); !read) return read;
  known_ = *known;
  notice(Notice::Kind::information, fmt::format("resumed; {} known", counted(*known, "outcome")));
  return {};
}

std::vector<std::string> step_names(const TestSpec& spec) {
  std::vector<std::string> names;
  for (const Step& step : spec.steps) names.push_back(step.name.empty() ? "test" : step.name);
  return names;
}

RunStart Run::facts_at_start() const {
  RunStart start =
      start_of(*prepared_, original_,
               (elsewhere_ ? static_cast<const Oracle&>(*elsewhere_) : *oracle_).slots(),
               verdict_on_original_.duration);
  start.known = known_;
  start.files = request_.files;
  start.target = target_;
  const Conditions& conditions = request_.test.conditions;
  start.command =
      conditions.command.empty() ? std::vector{request_.test.script} : conditions.command;
  if (start.command.front().empty()) {
    start.command.clear();
    for (const auto& [name, command] : conditions.stages)
      start.command.push_back(fmt::format("{}={}", name, command));
  }
  start.steps = step_names(test_.spec);
  start.options = request_.options;
  // The settings are options first, then words.
  const std::vector<std::string>& settings = request_.settings;
  const auto first = std::ranges::find_if(settings, [](const std::string& text) {
    return !text.starts_with("-") || text == "--" || text == "-";
  });
  start.words.assign(first, settings.end());
  return start;
}

Result<void> Run::search() {
  if (request_.hosts && !elsewhere_)
    if (Result<void> opened = open_elsewhere(); !opened) return opened;
  while (true) {
    const Result<void> searched = search_once();
    const std::vector<Hash> revoked = elsewhere_ ? elsewhere_->take_revoked() : std::vector<Hash>();
    if (revoked.empty()) return searched;
    if (Result<void> done = revoke(revoked); !done) return done;
  }
}

Result<void> Run::open_elsewhere() {
  auto local = oracle_options(request_, original_, *stop_);
  if (!local) return std::unexpected(local.error());
  std::error_code ignored;
  auto opened = request_.hosts->open(
      {.spec = test_.spec,
       .original = original_,
       .local = std::move(*local),
       .run_folder = std::filesystem::absolute(folder_->path(), ignored).string(),
       .warn = [this](std::string message, std::string way_out) {
         notice(Notice::Kind::warning, std::move(message), std::move(way_out));
       }});
  if (!opened) return std::unexpected(opened.error());
  elsewhere_ = std::move(*opened);
  return {};
}

/// Forgets these outcomes. The search begins again, like a run that is resumed: what is known is
/// not tested again.
Result<void> Run::revoke(const std::vector<Hash>& candidates) {
  Batch forgotten;  // a test that was given no time says nothing
  for (const Hash& candidate : candidates)
    forgotten.outcomes.emplace_back(candidate, Verdict{.timed_out = true});
  watchers_.reset();
  began_again_ = true;
  if (Result<void> written = folder_->append(forgotten); !written) return written;
  if (Result<void> made = make_search(); !made) return made;
  memo_ = {};
  if (const auto known = folder_->recall(memo_); !known) return std::unexpected(known.error());
  if (Result<void> read = folder_->recall(*prepared_->stage_maker->reasons); !read) return read;
  memo_.remember(original_.hash(), verdict_on_original_);
  memo_.set_limit(oracle_->limit());
  return {};
}

Result<void> Run::search_once() {
  Result<std::vector<std::size_t>> earlier_skips = folder_->skips();
  if (!earlier_skips) return std::unexpected(earlier_skips.error());
  // First, since the rest takes a while on many megabytes: a user who interrupts it is told how to
  // continue.
  const RunStart start = facts_at_start();
  if (!began_again_) observer_.started(start);
  watchers_ = std::make_unique<Watchers>(*this, std::move(*earlier_skips));
  watchers_->tally.started(start);
  watchers_->recorder.started(start);
  for (const Notice& early : notices_) watchers_->recorder.noticed(early);
  if (const auto foreign = foreign_grammars(*prepared_, original_)) notice(*foreign);
  if (!is_continued_)
    if (const auto missing = missing_tool(*prepared_, original_)) notice(*missing);
  const Result<Searched> searched =
      run_search(*prepared_, request_.search, original_, watchers_->bests, watchers_->pausable,
                 memo_, watchers_->all, [this] { return skips_list(); });
  const Result<void> flushed = watchers_->journal.flush();
  if (!searched) return std::unexpected(searched.error());
  searched_ = *searched;
  return flushed;
}

/// Whether the rest of the list is skipped here. Written to the journal first: a run that is
/// resumed must skip it too.
bool Run::skips_list() {
  Skips& skips = watchers_->skips;
  if (!skips.take()) return false;
  if (skips.take_is_new() && !folder_->append({.skip = skips.place()})) return false;
  notice(Notice::Kind::warning,
         fmt::format("the rest of a list of {} was skipped, so the result may be larger",
                     watchers_->tally.stage()));
  return true;
}

Result<void> Run::on_contradiction(FlakyWatch::Answers answers) {
  const std::string message =
      fmt::format("{} answered the same candidate differently ({} interesting, {} not)", test_.name,
                  answers.interesting, answers.uninteresting);
  if (request_.test.flaky == Flaky::stop)
    return fail(ErrorKind::unreliable, message,
                "find out why, or see --repeat; or continue by majority: --flaky majority");
  notice(Notice::Kind::warning, message + "; see --repeat");
  oracle_->require_majority();
  return {};
}

Result<void> Run::confirm() {
  if (stop_->reason() == StopReasons::Reason::none) {
    const Result<void> tested = test_result();
    if (const std::vector<Hash> doubtful = doubtful_outcomes(); !doubtful.empty()) {
      if (Result<void> revoked = revoke(doubtful); !revoked) return revoked;
      if (Result<void> searched = search(); !searched) return searched;
      return confirm();
    }
    if (!tested) return tested;
  }
  const RecentBests& bests = watchers_->bests;
  result_ = bests.before(unconfirmed_);
  best_number_ = unconfirmed_ < bests.size() ? bests.count() - unconfirmed_ : 0;
  // Formatting comes last, and only after the default plan: the others run exactly what was asked.
  if (!is_over() || prepared_->plan != "auto" || !request_.search.only.empty()) return {};
  return format_result();
}

/// What a test printed, for people: its first lines.
std::string output_of(const LocalOracle::Witness& witness) {
  constexpr std::size_t most_bytes = 4096;
  std::string text;
  for (const CommandRun& run : witness.commands)
    for (const Bytes& part : {run.err.text(), run.out.text()}) text += part;
  if (text.size() <= most_bytes) return text;
  return text.substr(0, text.rfind('\n', most_bytes) + 1) + "...\n";
}

/// The user's test as a shell would run it on the result.
std::string Run::command_on_result() const {
  std::vector<std::string> paths;
  for (const File& file : result_.files())
    if (file.kind == File::Kind::regular) paths.push_back(file.path);
  if (!request_.test.conditions.command.empty())
    return shell_quoted(expanded(request_.test.conditions.command, paths));
  std::vector<std::string> words = {request_.test.script};
  words.insert(words.end(), paths.begin(), paths.end());
  return shell_quoted(words);
}

/// Tests the best once more; if it fails, the best before it, and so on.
Result<void> Run::test_result() {
  const RecentBests& bests = watchers_->bests;
  if (bests.size() == 0) return {};
  for (unconfirmed_ = 0; unconfirmed_ <= bests.size(); ++unconfirmed_) {
    const auto witness = oracle_->run_alone(bests.before(unconfirmed_));
    if (!witness) return std::unexpected(witness.error());
    if (witness->interrupted) searched_.ending = Ending::interrupted;
    confirmed_ = !witness->interrupted && witness->verdict.outcome == Outcome::interesting;
    output_ = output_of(*witness);
    if (witness->interrupted || confirmed_) return {};
  }
  return fail(ErrorKind::unreliable,
              fmt::format("neither the result nor the original passes the final test, in a clean "
                          "folder: {} or a program that it runs no longer works",
                          test_.name));
}

/// If the result did not pass its last test: what other runs have said about it.
std::vector<Hash> Run::doubtful_outcomes() {
  if (!elsewhere_ || unconfirmed_ == 0) return {};
  elsewhere_->doubt_other_runs();
  return elsewhere_->take_revoked();
}

Result<void> Run::format_result() {
  std::optional<Document> tidy = formatted(*prepared_->stage_maker, result_);
  if (!tidy) return {};
  const auto witness = oracle_->run_alone(*tidy);
  if (!witness) return std::unexpected(witness.error());
  if (witness->interrupted || witness->verdict.outcome != Outcome::interesting) return {};
  result_ = std::move(*tidy);
  output_ = output_of(*witness);
  // Recorded before FILE is replaced: if whittle is killed in between, FILE must not look as if the
  // user had changed it.
  const Best best{result_.hash(), result_.size(), watchers_->tally.total().asked};
  if (Result<void> kept = folder_->append({.best = best, .best_number = folder_->bests().size()});
      !kept)
    return kept;
  watchers_->bests.add(result_, measure(result_), "format/formatter", 0);
  best_number_ = watchers_->bests.count();
  return {};
}

/// Leaves everything as it was before a run whose result is worth nothing.
Result<void> Run::give_back_original() {
  const bool keeps_bytes = request_.view && !is_continued_;
  const Document before = request_.output ? Document() : keeps_bytes ? on_disk_ : original_;
  if (Result<void> saved =
          keeps_bytes ? home_.save(before, Durability::synced) : save(before, Durability::synced);
      !saved)
    return saved;
  is_open_ = false;
  return folder_->remove();
}

Result<void> Run::publish() {
  if (result_.size() == 0 && original_.size() > 0 && !request_.test.allow_empty) {
    if (Result<void> given = give_back_original(); !given) return given;
    return std::unexpected(accepts_too_much());
  }
  if (Result<void> saved = save(result_, Durability::synced); !saved) return saved;
  std::error_code ignored;
  if (is_over() && request_.tidy && unconfirmed_ == 0)
    for (const std::string& copy : copies_) std::filesystem::remove_all(copy, ignored);
  return {};
}

/// Ends the record, and removes the run folder if the search has finished.
Result<void> Run::close(const Report& ended) {
  if (!watchers_) return {};
  watchers_->recorder.ended(ended);
  if (!is_over()) return {};
  return request_.keep_history ? folder_->remove_but_record() : folder_->remove();
}

void Run::notice(Notice event) {
  observer_.noticed(event);
  if (watchers_) watchers_->recorder.noticed(event);
  notices_.push_back(std::move(event));
}

Error Run::with_way_on(Error error) const {
  if (is_open_)
    error.way_out +=
        fmt::format("{}the best so far is {}; continue with: whittle --resume {}",
                    error.way_out.empty() ? "" : "\n",
                    writes_no_file(request_) ? "kept with the run" : "in " + target_, target_);
  return error;
}

/// How many blanks the files have that were binary: most were written over what could not be
/// removed.
std::size_t blanks_in(const Document& document, const std::vector<std::string>& binary_files) {
  std::size_t blanks = 0;
  for (const File& file : document.files())
    if (std::ranges::count(binary_files, file.path) > 0)
      blanks += static_cast<std::size_t>(std::ranges::count(*file.bytes, ' '));
  return blanks;
}

Report Run::report() {
  Report report = report_of(searched_, original_, stopped_early_ ? original_ : result_,
                            watchers_ ? watchers_->tally : Tally(original_.size()));
  const bool by_user = stop_->reason() == StopReasons::Reason::user;
  if (stopped_early_ || report.ending == RunEnding::interrupted)
    report.ending = by_user ? RunEnding::interrupted : RunEnding::max_time;
  if (request_.view && watchers_)  // what FILE holds, for who prints it
    if (Result<Document> file =
            encoded(*request_.view, result_, on_disk_.files().front(), *tools_)) {
      report.original = on_disk_;
      report.result = std::move(*file);
    }
  if (prepared_ && prepared_->plan == "debloat")
    report.functions = functions_left(report.original, report.result, *prepared_->stage_maker);
  const std::vector<std::string> names = step_names(test_.spec);
  for (std::size_t step = 0; step < report.steps.size(); ++step)
    report.steps[step].name = names[step];
  report.target = target_;
  report.test_name = test_.name;
  report.unconfirmed = unconfirmed_;
  report.best_number = best_number_;
  report.confirmed = confirmed_;
  report.test_command = command_on_result();
  report.output = output_;
  report.known = known_;
  report.shared = elsewhere_ ? elsewhere_->from_other_runs() : 0;
  report.jobs = elsewhere_ ? elsewhere_->slots() : slots_of(request_);
  std::error_code ignored;
  const std::string original = !copies_.empty()  ? copies_.front()
                               : request_.output ? request_.files.front()
                                                 : request_.files.front() + ".orig";
  if (std::filesystem::exists(original, ignored)) report.original_at = shown(original);
  report.notices = notices_;
  if (watchers_) report.other_failures = watchers_->oracle.failures();
  report.blanks = blanks_in(report.result, prepared_->stage_maker->binary_files);
  report.time = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started_);
  return report;
}

}  // namespace

Result<Report> reduce(Request request, Observer& observer) {
  return Run(std::move(request), observer).to_the_end();
}

Result<std::optional<std::string>> test_script(const Request& request, Observer& observer) {
  const Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const StopReasons stop(request.stop, request.max_time);
  const auto options = oracle_options(request, loaded->document, stop);
  if (!options) return std::unexpected(options.error());
  const Result<ChosenTest> test = choose_test(request.test, loaded->document, *options);
  if (!test) return std::unexpected(test.error());
  if (test->interrupted) return std::nullopt;
  for (const Notice& notice : about(*test, request.test, loaded->document))
    observer.noticed(notice);
  return make_test_script(test->spec);
}

std::size_t slots_of(const Request& request) {
  if (request.search.parallel == Parallel::off) return 1;
  return request.jobs.value_or(available_cores());
}

const std::string& place_of(const Request& request) {
  return request.output && !writes_no_file(request) ? *request.output : request.files.front();
}

std::string target_of(const Request& request) {
  return shown(place_of(request));
}

}  // namespace whittle
