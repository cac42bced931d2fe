#include "cli/reduce.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <unistd.h>
#include <utility>

#include "cli/interrupt.h"
#include "cli/invocation.h"
#include "cli/side_catch.h"
#include "cli/test_of.h"
#include "cli/tree_taken.h"
#include "document/disk.h"
#include "oracle/cores_linux.h"
#include "oracle/flaky_watch.h"
#include "oracle/local_oracle.h"
#include "passes/tool.h"
#include "plan/formatter.h"
#include "plan/goal.h"
#include "plan/plans.h"
#include "plan/staged_search.h"
#include "plan/workshop.h"
#include "report/json_log.h"
#include "report/progress.h"
#include "report/tally.h"
#include "report/words.h"
#include "schedule/race.h"
#include "schedule/scheduler.h"
#include "store/journal.h"
#include "store/run_folder.h"

namespace whittle {
namespace {

/// Tells several observers of each event, in the order they were added.
class Observers : public Observer {
 public:
  void add(Observer& observer) { all_.push_back(&observer); }
  void started(const RunStart& event) override {
    for (Observer* one : all_) one->started(event);
  }
  void ended(const RunEnd& event) override {
    for (Observer* one : all_) one->ended(event);
  }
  void list_began(const ListBegan& event) override {
    for (Observer* one : all_) one->list_began(event);
  }
  void list_ended(const ListEnded& event) override {
    for (Observer* one : all_) one->list_ended(event);
  }
  void told(const Told& event) override {
    for (Observer* one : all_) one->told(event);
  }
  void activity(const Activity& event) override {
    for (Observer* one : all_) one->activity(event);
  }
  void interesting(const Document& candidate) override {
    for (Observer* one : all_) one->interesting(candidate);
  }
  void tested(const Hash& candidate, const Verdict& verdict) override {
    for (Observer* one : all_) one->tested(candidate, verdict);
  }
  bool wants_counts() const override {
    return std::ranges::any_of(all_, [](const Observer* one) { return one->wants_counts(); });
  }
  const Error* failure() const override {
    for (const Observer* one : all_)
      if (const Error* error = one->failure()) return error;
    return nullptr;
  }

 private:
  std::vector<Observer*> all_;
};

/// The last few bests: where to go back to, should the last one not pass its final test. Sees those
/// of a run that is replayed too.
class Trail : public Observer {
 public:
  Trail(Document original, Goal goal) : original_(std::move(original)), goal_(goal) {}
  void interesting(const Document& candidate) override {
    if (!is_smaller(goal_, candidate, before(0))) return;
    bests_.push_back(candidate);
    bytes_ += candidate.size();
    while (bests_.size() > 16 || (bests_.size() > 2 && bytes_ > most_bytes)) {
      bytes_ -= bests_.front().size();
      bests_.pop_front();
    }
  }
  /// The best but `back`; the original once there are no more.
  const Document& before(std::size_t back) const {
    return back < bests_.size() ? bests_[bests_.size() - 1 - back] : original_;
  }
  std::size_t size() const { return bests_.size(); }

 private:
  static constexpr std::size_t most_bytes = 64 << 20;
  Document original_;
  Goal goal_;
  std::deque<Document> bests_;
  std::size_t bytes_ = 0;
};

/// Tests what is at the end of the trail once more, from a clean folder and outside every memo; if
/// that fails, what came before.
struct LastTest {
  bool interrupted = false;
  std::size_t back = 0;  ///< how many bests had to be given up; more than there are: nothing holds
};
Result<LastTest> last_test(LocalOracle& oracle, const Trail& trail) {
  LastTest test;
  if (trail.size() == 0) return test;
  for (; test.back <= trail.size(); ++test.back) {
    const auto witness = oracle.run_alone(trail.before(test.back));
    if (!witness) return std::unexpected(witness.error());
    test.interrupted = witness->interrupted;
    if (test.interrupted || witness->verdict.outcome == Outcome::interesting) break;
  }
  return test;
}

std::size_t slots_of(const Options& options) {
  if (options.parallel == Parallel::off) return 1;
  return options.jobs.value_or(available_cores());
}

Result<std::optional<Language>> language_of(const Options& options) {
  if (options.grammar) {
    Language language = user_language(*options.grammar);
    if (const auto loaded = Syntax::load(language); !loaded) return std::unexpected(loaded.error());
    return language;
  }
  if (!options.language) return std::nullopt;
  if (const Language* known = find_language(*options.language)) return *known;
  return fail(ErrorKind::usage, fmt::format("unknown language '{}'", *options.language),
              "see: whittle --list-languages");
}

bool is_race(const Options& options) {
  return options.parallel == Parallel::race || options.parallel == Parallel::race_combined;
}

/// The algorithm asked for, or the one that `--parallel` stands for.
Result<AlgorithmOptions> algorithm_of(const Options& options) {
  AlgorithmOptions algorithm = options.algorithm;
  algorithm.width = options.width;
  std::string_view implied;
  if (options.parallel == Parallel::combine) implied = "combine";
  if (options.parallel == Parallel::merge) implied = "gallop";
  if (is_race(options)) implied = "ddmin";
  if (implied.empty()) return algorithm;
  if (algorithm.name != AlgorithmOptions{}.name && algorithm.name != implied)
    return fail(ErrorKind::usage, fmt::format("--parallel {} runs {} and cannot run {}",
                                              options.parallel == Parallel::combine ? "combine"
                                              : options.parallel == Parallel::merge ? "merge"
                                                                                    : "race",
                                              implied, algorithm.name));
  if (is_race(options) && (algorithm.one_minimal || algorithm.fixpoint || algorithm.after_success))
    return fail(ErrorKind::usage,
                "--parallel race takes none of --one-minimal, --fixpoint and --after-success",
                "its result is 1-minimal as it is");
  if (is_race(options) && !options.unit && options.plan != "lines")
    return fail(ErrorKind::usage, "--parallel race works on one list",
                "say which: --unit lines, tokens, chars, bytes or brackets");
  algorithm.name = implied;
  return algorithm;
}

/// The test may lie in the folder that is reduced: it must stay, since it is run from there.
void keep_test(const Options& options, const Home& home, const Document& document, Keep& keep) {
  if (options.test.empty()) return;
  std::error_code ignored;
  for (const File& file : document.files())
    if (file.kind == File::Kind::regular &&
        std::filesystem::equivalent(home.path_of(file.path), options.test, ignored))
      keep.add_file(file.path);
}

Result<SharedWorkshop> make_workshop(const Options& options, const Loaded& loaded) {
  const Result<AlgorithmOptions> chosen = algorithm_of(options);
  if (!chosen) return std::unexpected(chosen.error());
  const AlgorithmOptions& algorithm = *chosen;
  // Once, so that a bad option is reported before anything is started.
  if (Result<AnyReduction> trial = make_reduction(algorithm, Elements(2)); !trial)
    return std::unexpected(trial.error());
  for (const auto* names : {&options.only, &options.without})
    for (const std::string& name : *names)
      if (!find_pass(name))
        return fail(ErrorKind::usage, fmt::format("unknown pass '{}'", name),
                    "see: whittle --list-passes");
  Result<std::optional<Language>> language = language_of(options);
  if (!language) return std::unexpected(language.error());
  Result<Keep> keep = Keep::make(options.keep);
  if (!keep) return std::unexpected(keep.error());

  keep_test(options, loaded.home, loaded.document, *keep);

  auto workshop = std::make_shared<Workshop>();
  workshop->trees = std::make_shared<Trees>(std::move(*language));
  workshop->algorithm = is_race(options) ? "race" : algorithm.name;
  workshop->reduce = [algorithm](Elements elements) {
    return *make_reduction(algorithm, std::move(elements));
  };
  workshop->goal = options.goal;
  workshop->keep = std::move(*keep);
  workshop->only = options.only;
  workshop->without = options.without;
  if (options.keep_names)
    for (std::string_view pass : {"merge-names", "rename-short"})
      workshop->without.emplace_back(pass);
  return workshop;
}

Result<AnyStrategy> make_strategy(const Options& options, SharedWorkshop workshop) {
  const Result<const Plan*> plan = find_plan(options.plan);
  if (!plan) return std::unexpected(plan.error());
  if (options.unit && options.plan != Options{}.plan)
    return fail(ErrorKind::usage, "--unit does not take --plan",
                "a unit is one list, and nothing else is done: leave out one of the two");
  std::vector<std::string_view> given;
  if (!options.only.empty()) given.push_back("only");
  if (!options.without.empty()) given.push_back("without");
  if (options.language) given.push_back("language");
  if (options.grammar) given.push_back("grammar");
  if (Result<void> fits = check_takes(options.unit ? nullptr : *plan, given); !fits)
    return std::unexpected(fits.error());
  if (options.unit) return unit_strategy(std::move(workshop), *options.unit);
  return (*plan)->make(std::move(workshop));
}

/// The one stage of `strategy` as a race.
Result<Ending> race_over(const Document& original, AnyStrategy& strategy, const Options& options,
                         Oracle& oracle, Memo& memo, Observer& observer, const Budget& budget) {
  const std::optional<Stage> stage = strategy.next({original});
  if (!stage) return Ending::finished;
  const Result<Raced> raced =
      race(stage->edits,
           {.order = options.algorithm.order.value_or(Order::subsets_first),
            .direction = options.algorithm.direction.value_or(Direction::forward),
            .combined = options.parallel == Parallel::race_combined},
           stage->name, oracle, memo, observer, budget);
  if (!raced) return std::unexpected(raced.error());
  return raced->ending;
}

std::string plan_name(const Options& options) {
  return options.unit ? std::string(name_of(*options.unit)) : options.plan;
}

/// What a run over one list cuts the document into; nothing if it goes by trees.
std::optional<Unit> unit_of(const Options& options, const Document& original) {
  if (options.unit == Unit::automatic) return choose_unit(original);
  if (!options.unit && options.plan == "lines") return Unit::lines;
  return options.unit;
}

std::string sizes(const Measure& measure) {
  return fmt::format("{}, {}", counted(static_cast<std::uint64_t>(measure.tokens), "token"),
                     counted(static_cast<std::uint64_t>(measure.bytes), "byte"));
}

void print_stages(const Tally& tally) {
  fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>12} {:>12}\n", "stage", "asked", "tested",
             "interesting", "time", "bytes gone");
  for (const auto& [name, counts] : tally.stages())
    fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>12} {:>12}\n", name, with_commas(counts.asked),
               with_commas(counts.tested()), with_commas(counts.interesting),
               short_time(counts.time), with_commas(counts.bytes_removed));
}

/// What `--verify` found, from the result before it and after.
void print_verified(std::optional<Unit> unit, const Document& before, const Document& after,
                    std::size_t tried) {
  std::string_view one = unit ? name_of(*unit) : "nodes";
  one.remove_suffix(1);
  if (before == after)
    fmt::print(stderr, "whittle: verified: no single {} can go ({} tried)\n", one,
               with_commas(tried));
  else
    fmt::print(stderr, "whittle: verify found more: {} -> {}; now no single {} can go ({} tried)\n",
               sizes(measure(before)), sizes(measure(after)), one, with_commas(tried));
}

/// What was asked for in the run that left `folder`, with what may be chosen anew from `now`.
Result<Options> options_of(const RunFolder& folder, const Options& now) {
  const std::optional<Invocation> invocation = invocation_from(folder.identity().options);
  if (!invocation)
    return fail(ErrorKind::stale,
                fmt::format("{} does not say what it was run with", shown(folder.path())),
                "start anew without --resume");
  std::error_code problem;
  std::filesystem::current_path(invocation->folder, problem);
  if (problem)
    return fail(ErrorKind::stale,
                fmt::format("the run began in {}, which is gone", shown(invocation->folder)));
  Result<Options> then = parse(invocation->arguments);
  if (!then) return then;
  then->resume = true;
  then->force = now.force;
  then->max_tests = now.max_tests;
  then->max_time = now.max_time;
  then->json = now.json;
  then->json_weights = now.json_weights;
  then->quiet = now.quiet;
  then->verbose = now.verbose;
  // What holds the tests stays as it was unless it is said anew: above all a sandbox.
  if (now.jobs) then->jobs = now.jobs;
  if (now.timeout) then->timeout = now.timeout;
  if (now.memory) then->memory = now.memory;
  if (now.processes) then->processes = now.processes;
  if (now.sandbox) then->sandbox = true;
  if (now.verify) then->verify = true;
  if (now.flaky != Flaky::stop) then->flaky = now.flaky;
  if (now.other_failures) then->other_failures = now.other_failures;
  if (!now.also_interesting.empty()) then->also_interesting = now.also_interesting;
  return then;
}

std::string run_folder_of(const Options& options) {
  std::string file = options.output ? *options.output : options.files.front();
  while (file.size() > 1 && file.ends_with('/')) file.pop_back();
  return RunFolder::beside(file);
}

/// That nobody changed FILE since the run left it: going on would overwrite that without a word.
Result<void> check_as_left(const RunFolder& folder, const Document& found, const Options& options) {
  // Of several files a kill may have left some that are a step behind the others.
  if (folder.original().files().size() != 1 || found.files().empty() || folder.has_been(found))
    return {};
  const std::string name = shown(options.files.front());
  return fail(ErrorKind::stale, fmt::format("{} was changed since the run left it", name),
              fmt::format("start again from it as it is: without --resume\n"
                          "overwrite it and go on: whittle --resume --force {}",
                          shown(options.output.value_or(options.files.front()))));
}

Result<ExitCode> run_reduction(const Options& options, std::optional<RunFolder> resumed) {
  const auto started = std::chrono::steady_clock::now();
  Result<Loaded> loaded = load(options.files, resumed ? Missing::is_gone : Missing::is_an_error);
  if (!loaded) return std::unexpected(loaded.error());
  Result<SharedWorkshop> workshop = make_workshop(options, *loaded);
  if (!workshop) return std::unexpected(workshop.error());
  Result<AnyStrategy> strategy = make_strategy(options, *workshop);
  if (!strategy) return std::unexpected(strategy.error());
  Home& home = loaded->home;
  const Document original = resumed ? resumed->original() : loaded->document;

  Interrupt interrupt(options.max_time);
  stop_tools_when_readable(interrupt.fd());
  set_tools_at_once(std::min(slots_of(options), available_cores()));
  const LocalOracle::Options oracle_options{
      .slots = slots_of(options), .document_size = original.size(), .interrupt_fd = interrupt.fd()};
  Result<ChosenTest> test = choose_test(options, original, oracle_options);
  if (!test) return std::unexpected(test.error());
  if (test->interrupted) return exit_interrupted;
  if (!options.quiet && !test->sentence.empty())
    fmt::print(stderr, "whittle: to keep: {}\n", test->sentence);
  if (!options.quiet && !options.sandbox && runs_candidates(test->spec))
    fmt::print(stderr,
               "whittle: hint: this runs mutated programs, which may delete files or call "
               "others; hold them with --sandbox\n");
  if (options.make_test) {
    if (Result<void> written = write_file(*options.make_test, make_test_script(test->spec), 0755);
        !written)
      return std::unexpected(written.error());
    return exit_success;
  }
  const Result<Hash> test_hash = hash_of_test(*test);
  if (!test_hash) return std::unexpected(test_hash.error());
  std::error_code problem;
  const std::filesystem::path folder_now = std::filesystem::current_path(problem);
  if (problem) return fail(ErrorKind::input, "the folder whittle was started in is gone");
  const RunIdentity identity{.program = "whittle " WHITTLE_VERSION,
                             .options = to_json({folder_now.string(), options.shaping}),
                             .test = *test_hash,
                             .original = original.hash()};
  if (resumed && !options.force)
    if (Result<void> same = resumed->check(identity); !same) return std::unexpected(same.error());
  if (resumed && !options.force)
    if (Result<void> same = check_as_left(*resumed, loaded->document, options); !same)
      return std::unexpected(same.error());

  Result<std::unique_ptr<LocalOracle>> local = LocalOracle::make(test->spec, oracle_options);
  if (!local) return std::unexpected(local.error());
  auto checked = (*local)->check_original(original);
  const std::string disk = std::filesystem::temp_directory_path(problem).string();
  if (!checked && checked.error().kind == ErrorKind::not_interesting &&
      (*local)->scratch().root().starts_with("/dev/shm/") && !disk.empty()) {
    // A test that makes a /dev of its own, as bubblewrap does, does not see what is in ours.
    local->reset();
    LocalOracle::Options on_disk = oracle_options;
    on_disk.scratch_parent = disk;
    local = LocalOracle::make(test->spec, on_disk);
    if (!local) return std::unexpected(local.error());
    checked = (*local)->check_original(original);
    if (checked && !options.quiet)
      fmt::print(stderr, "whittle: {} cannot see /dev/shm; its folders are in {}\n", test->name,
                 on_disk.scratch_parent);
  }
  if (!checked) return std::unexpected(checked.error());
  if (checked->interrupted) return exit_interrupted;
  // There they go too if we are killed: the next run removes what dead runs left.
  put_tool_folders_in((*local)->scratch().root());

  Memo memo;
  if (!resumed) {
    // Only what was known is lost with it: FILE is the best it found, and FILE.orig is there.
    const bool was_unfinished = RunFolder::has_journal(run_folder_of(options));
    Result<RunFolder> created = RunFolder::create(run_folder_of(options), identity, original);
    if (!created) return std::unexpected(created.error());
    if (was_unfinished)
      fmt::print(stderr,
                 "whittle: warning: a run on this file was not finished; this one starts anew from "
                 "the file as it is\n"
                 "  another time, go on with: whittle --resume {}\n",
                 shown(options.output.value_or(options.files.front())));
    resumed = std::move(*created);
  } else {
    const Result<std::size_t> known = resumed->recall(memo);
    if (!known) return std::unexpected(known.error());
    if (!options.quiet)
      fmt::print(stderr, "whittle: resumed; {} known\n", counted(*known, "outcome"));
  }
  RunFolder& folder = *resumed;
  // Only now: a second run on the same file was refused above, and left nothing behind.
  if (options.output)
    if (Result<void> redirected = home.redirect(*options.output); !redirected)
      return std::unexpected(redirected.error());
  if (Result<std::vector<std::string>> kept = home.keep_originals(original); !kept)
    return std::unexpected(kept.error());
  memo.remember(original.hash(), checked->verdict);
  memo.set_limit((*local)->limit());

  const std::string target = shown(options.output.value_or(options.files.front()));
  interrupt.set_last_words(
      fmt::format("whittle: interrupted; the best so far is in {0}\n"
                  "  go on with: whittle --resume {0}\n",
                  target));
  const Measure before = measure(original);
  Trail trail(original, options.goal);
  Journal journal(
      folder, [&](const Document& a, const Document& b) { return is_smaller(options.goal, a, b); },
      [&](const Document& best) { return home.save(best); });
  Tally tally(original.size());
  Progress progress(tally, stderr,
                    options.quiet            ? Progress::Style::none
                    : isatty(fileno(stderr)) ? Progress::Style::terminal
                                             : Progress::Style::plain,
                    original.size());
  FlakyWatch watch(**local, [&](FlakyWatch::Answers answers) -> Result<void> {
    const std::string message =
        fmt::format("{} answered the same candidate differently ({} interesting, {} not)",
                    test->name, answers.interesting, answers.uninteresting);
    if (options.flaky == Flaky::stop)
      return fail(ErrorKind::unreliable, message,
                  "find out why, or see --repeat; or go on by majority: --flaky majority");
    progress.clear();
    fmt::print(stderr, "whittle: warning: {}; see --repeat\n", message);
    (*local)->require_majority();
    return {};
  });
  HaltingOracle halting(watch, journal);
  SideCatch oracle(halting, {.failures_folder = options.other_failures.value_or(""),
                             .statuses = options.also_interesting,
                             .file = options.files.front()});
  std::unique_ptr<JsonLog> json;
  Observers observers;
  observers.add(tally);
  observers.add(journal);
  observers.add(trail);
  observers.add(progress);
  if (options.json) {
    Result<std::unique_ptr<JsonLog>> opened =
        JsonLog::open(*options.json, tally, {.weights = options.json_weights});
    if (!opened) return std::unexpected(opened.error());
    json = std::move(*opened);
    observers.add(*json);
  }
  observers.started({.version = WHITTLE_VERSION,
                     .files = options.files,
                     .command = {test->name},
                     .options = options.shaping,
                     .plan = plan_name(options),
                     .algorithm = (*workshop)->algorithm,
                     .jobs = oracle.slots(),
                     .tokens = static_cast<std::size_t>(before.tokens),
                     .bytes = static_cast<std::size_t>(before.bytes)});
  if (!options.quiet)
    fmt::print(stderr, "whittle: {} ({}), {}; the test takes {}\n", shown(options.files.front()),
               sizes(before), counted(oracle.slots(), "job"),
               short_time(checked->verdict.duration));
  const std::optional<Unit> unit = unit_of(options, original);
  if (!options.quiet && !unit)
    fmt::print(stderr, "whittle: {}\n", tree_taken(original, *(*workshop)->trees));

  const Budget budget{.tests = options.max_tests, .with_guesses = 4 * available_cores()};
  Result<Ending> ending = [&]() -> Result<Ending> {
    if (is_race(options))
      return race_over(original, *strategy, options, oracle, memo, observers, budget);
    AnySearch search = StagedSearch(original, std::move(*strategy), options.goal);
    return run(search, oracle, memo, observers, budget);
  }();
  if (options.verify && ending && *ending == Ending::finished) {
    const Document unverified = journal.best();
    const std::size_t asked = tally.total().asked;
    AnySearch search =
        StagedSearch(unverified, verify_strategy(*workshop, unit), options.goal, tally.lists());
    ending =
        run(search, oracle, memo, observers,
            {.tests = options.max_tests - std::min(options.max_tests, tally.total().tested())});
    progress.clear();
    if (!options.quiet && ending && *ending == Ending::finished)
      print_verified(unit, unverified, journal.best(), tally.total().asked - asked);
  }
  progress.clear();
  const auto with_way_on = [&](Error error) {
    error.way_out += fmt::format("{}the best so far is in {}; go on with: whittle --resume {}",
                                 error.way_out.empty() ? "" : "\n", target, target);
    return std::unexpected(std::move(error));
  };
  Result<void> flushed = journal.flush();
  if (!ending) return with_way_on(ending.error());
  if (!flushed) return with_way_on(flushed.error());

  std::size_t back = 0;
  if (interrupt.reason() == Interrupt::Reason::none) {
    const Result<LastTest> last = last_test(**local, trail);
    if (!last) return with_way_on(last.error());
    if (last->back > trail.size())
      return with_way_on({ErrorKind::unreliable,
                          fmt::format("the result did not pass its last test, from a clean folder, "
                                      "and the original does not either any more: {} or what it "
                                      "runs no longer works",
                                      test->name),
                          ""});
    if (last->interrupted) ending = Ending::interrupted;
    back = last->back;
  }
  const bool by_user =
      *ending == Ending::interrupted && interrupt.reason() == Interrupt::Reason::user;
  Document result = trail.before(back);
  // Layout comes last, and only behind the plan that is out for readable results.
  if (*ending == Ending::finished && plan_name(options) == "auto" && options.only.empty()) {
    if (std::optional<Document> tidy = formatted(**workshop, result)) {
      const auto witness = (*local)->run_alone(*tidy);
      if (!witness) return with_way_on(witness.error());
      if (!witness->interrupted && witness->verdict.outcome == Outcome::interesting) {
        result = std::move(*tidy);
        // Before it is FILE: should we be killed in between, this is no change of somebody else's.
        const Best best{result.hash(), result.size(), tally.total().asked};
        if (Result<void> noted =
                folder.append({.best = best, .best_number = folder.bests().size()});
            !noted)
          return with_way_on(noted.error());
      }
    }
  }
  if (Result<void> saved = home.save(result, Durability::synced); !saved)
    return std::unexpected(saved.error());
  if (*ending == Ending::finished)
    if (Result<void> removed = folder.remove(); !removed) return std::unexpected(removed.error());

  const Measure after = measure(result);
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started);
  observers.ended({.ending = *ending == Ending::finished      ? RunEnding::finished
                             : *ending == Ending::tests_spent ? RunEnding::max_tests
                             : by_user                        ? RunEnding::interrupted
                                                              : RunEnding::max_time,
                   .tokens = static_cast<std::size_t>(after.tokens),
                   .bytes = static_cast<std::size_t>(after.bytes),
                   .took = took});
  if (const Error* failure = observers.failure())
    return fail(failure->kind, failure->message, fmt::format("the result is in {}", target));
  if (options.verbose) print_stages(tally);
  for (const auto& [failure, path] : oracle.failures())
    fmt::print(stderr, "whittle: another failure was seen: {}\n  saved in: {}\n", failure, path);
  if (result.size() == 0 && original.size() > 0)
    fmt::print(stderr, "whittle: warning: an empty input is interesting: {} may accept too much\n",
               test->name);
  if (!options.quiet || by_user) {
    if (*ending != Ending::finished)
      fmt::print(stderr,
                 "whittle: {}; the best so far ({} of {} bytes) is in {}\n"
                 "  go on with: whittle --resume {}\n",
                 by_user                          ? "interrupted"
                 : *ending == Ending::tests_spent ? "all tests allowed are spent"
                                                  : "the time allowed is over",
                 with_commas(result.size()), with_commas(original.size()), target, target);
    fmt::print(stderr, "whittle: {} -> {}; {} ({} ahead), {} remembered, {}\n", sizes(before),
               sizes(after), counted(tally.total().tested(), "test"),
               with_commas(tally.activity().started -
                           std::min(tally.activity().started, tally.total().tested())),
               with_commas(tally.total().remembered), short_time(took));
  }
  if (back > 0)
    return fail(
        ErrorKind::unreliable,
        fmt::format("the result did not pass its last test, from a clean folder: {} does not "
                    "always say the same",
                    test->name),
        fmt::format("{} holds the last version that did; see --repeat", target));
  return by_user ? exit_interrupted : exit_success;
}

}  // namespace

Result<ExitCode> reduce(const Options& options) {
  if (!options.resume) {
    Options fresh = options;
    if (options.parallel == Parallel::merge && !options.width) {
      // Written down, so that a run resumed with other jobs is the same search.
      fresh.width = slots_of(options);
      fresh.shaping.insert(fresh.shaping.begin(), fmt::format("--width={}", *fresh.width));
    }
    return run_reduction(fresh, std::nullopt);
  }
  Result<RunFolder> folder = RunFolder::resume(run_folder_of(options));
  if (!folder) return std::unexpected(folder.error());
  const Result<Options> then = options_of(*folder, options);
  if (!then) return std::unexpected(then.error());
  return run_reduction(*then, std::move(*folder));
}

}  // namespace whittle
