#include "cli/reduce.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sched.h>
#include <unistd.h>
#include <utility>

#include "cli/interrupt.h"
#include "document/disk.h"
#include "oracle/local_oracle.h"
#include "oracle/program.h"
#include "plan/goal.h"
#include "plan/plans.h"
#include "plan/staged_search.h"
#include "plan/workshop.h"
#include "report/json_log.h"
#include "report/progress.h"
#include "report/tally.h"
#include "report/words.h"
#include "schedule/scheduler.h"

namespace whittle {
namespace {

/// Tells several observers of each event, in the order they were added.
class Observers : public Observer {
 public:
  void add(Observer& observer) { all_.push_back(&observer); }
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

 private:
  std::vector<Observer*> all_;
};

/// Keeps the smallest interesting candidate on disk.
class BestOnDisk : public Observer {
 public:
  BestOnDisk(Home& home, Document original, Goal goal)
      : home_(home), goal_(goal), best_(std::move(original)) {}

  void interesting(const Document& candidate) override {
    if (!is_smaller(goal_, candidate, best_)) return;
    best_ = candidate;
    if (Result<void> saved = home_.save(best_); !saved && !error_) error_ = saved.error();
  }
  const Document& best() const { return best_; }
  /// The first save that failed, if one did.
  const std::optional<Error>& error() const { return error_; }

 private:
  Home& home_;
  Goal goal_;
  Document best_;
  std::optional<Error> error_;
};

/// Cores this process may use: affinity, then what the control group grants.
std::size_t available_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::size_t cores =
      sched_getaffinity(0, sizeof(set), &set) == 0 ? static_cast<std::size_t>(CPU_COUNT(&set)) : 1;
  std::ifstream limits("/sys/fs/cgroup/cpu.max");
  std::string quota;
  double period = 0;
  if (limits >> quota >> period && quota != "max" && period > 0)
    cores =
        std::min(cores, static_cast<std::size_t>(std::max(1.0, std::stod(quota) / period + 0.5)));
  return std::max<std::size_t>(cores, 1);
}

Result<SharedWorkshop> make_workshop(const Options& options) {
  // Once, so that a bad option is reported before anything is started.
  if (Result<AnyReduction> trial = make_reduction(options.algorithm, Elements(2)); !trial)
    return std::unexpected(trial.error());
  auto workshop = std::make_shared<Workshop>();
  workshop->trees = std::make_shared<Trees>();
  workshop->algorithm = options.algorithm.name;
  workshop->reduce = [algorithm = options.algorithm](Elements elements) {
    return *make_reduction(algorithm, std::move(elements));
  };
  workshop->goal = options.goal;
  return workshop;
}

Result<AnyStrategy> make_strategy(const Options& options, SharedWorkshop workshop) {
  if (options.unit) return unit_strategy(std::move(workshop), *options.unit);
  const Result<const Plan*> plan = find_plan(options.plan);
  if (!plan) return std::unexpected(plan.error());
  return (*plan)->make(std::move(workshop));
}

std::string sizes(const Measure& measure) {
  return fmt::format("{}, {}", counted(static_cast<std::uint64_t>(measure.tokens), "token"),
                     counted(static_cast<std::uint64_t>(measure.bytes), "byte"));
}

void print_stages(const Tally& tally) {
  fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>9} {:>12}\n", "stage", "asked", "tested",
             "interesting", "time", "bytes gone");
  for (const auto& [name, counts] : tally.stages())
    fmt::print(stderr, "{:<32} {:>9} {:>9} {:>11} {:>9} {:>12}\n", name, with_commas(counts.asked),
               with_commas(counts.tested()), with_commas(counts.interesting),
               short_time(counts.time), with_commas(counts.bytes_removed));
}

}  // namespace

Result<ExitCode> reduce(const Options& options) {
  const auto started = std::chrono::steady_clock::now();
  Result<SharedWorkshop> workshop = make_workshop(options);
  if (!workshop) return std::unexpected(workshop.error());
  Result<AnyStrategy> strategy = make_strategy(options, *workshop);
  if (!strategy) return std::unexpected(strategy.error());

  std::vector<std::string> names;
  for (const std::filesystem::path& file : options.files) names.push_back(file.string());
  Result<Loaded> loaded = load(names);
  if (!loaded) return std::unexpected(loaded.error());
  auto& [original, home] = *loaded;

  Interrupt interrupt(options.max_time);
  Result<std::string> program = find_test(options.test.string());
  if (!program) return std::unexpected(program.error());
  TestSpec spec = script_test(*program);
  spec.timeout = options.timeout;
  Result<std::unique_ptr<LocalOracle>> oracle =
      LocalOracle::make(std::move(spec), {.slots = options.jobs.value_or(available_cores()),
                                          .document_size = original.size(),
                                          .interrupt_fd = interrupt.fd()});
  if (!oracle) return std::unexpected(oracle.error());
  const auto checked = (*oracle)->check_original(original);
  if (!checked) return std::unexpected(checked.error());
  if (checked->interrupted) return exit_interrupted;

  if (options.output) {
    if (Result<void> redirected = home.redirect(options.output->string()); !redirected)
      return std::unexpected(redirected.error());
  }
  Result<std::vector<std::string>> kept = home.keep_originals(original);
  if (!kept) return std::unexpected(kept.error());

  const Measure before = measure(original);
  Tally tally(original.size());
  const auto style = options.quiet            ? Progress::Style::none
                     : isatty(fileno(stderr)) ? Progress::Style::terminal
                                              : Progress::Style::plain;
  Progress progress(tally, stderr, style, original.size());
  BestOnDisk best(home, original, options.goal);
  std::unique_ptr<JsonLog> json;
  Observers observers;
  observers.add(tally);
  observers.add(best);
  observers.add(progress);
  if (options.json) {
    Result<std::unique_ptr<JsonLog>> opened = JsonLog::open(*options.json);
    if (!opened) return std::unexpected(opened.error());
    json = std::move(*opened);
    observers.add(*json);
    json->write({{"event", "start"},
                 {"version", WHITTLE_VERSION},
                 {"plan", options.unit ? std::string(name_of(*options.unit)) : options.plan},
                 {"algorithm", options.algorithm.name},
                 {"jobs", (*oracle)->slots()},
                 {"tokens", before.tokens},
                 {"bytes", before.bytes}});
  }
  if (!options.quiet)
    fmt::print(stderr, "whittle: {} ({}), {}; the test takes {}\n", shown(names.front()),
               sizes(before), counted((*oracle)->slots(), "job"),
               short_time(checked->verdict.duration));

  Memo memo;
  memo.remember(original.hash(), checked->verdict);
  AnySearch search = StagedSearch(original, std::move(*strategy), options.goal);
  const Result<Ending> ending =
      run(search, **oracle, memo, observers, {.tests = options.max_tests});
  progress.clear();
  if (!ending) return std::unexpected(ending.error());
  if (best.error()) return std::unexpected(*best.error());

  const Interrupt::Reason reason = interrupt.reason();
  const bool by_user = *ending == Ending::interrupted && reason == Interrupt::Reason::user;
  if (Result<void> saved = home.save(best.best(), Durability::synced); !saved)
    return std::unexpected(saved.error());

  const Measure after = measure(best.best());
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - started);
  if (json)
    json->write({{"event", "end"},
                 {"ending", by_user                             ? "interrupted"
                            : *ending == Ending::tests_spent    ? "max-tests"
                            : reason == Interrupt::Reason::time ? "max-time"
                                                                : "finished"},
                 {"tokens", after.tokens},
                 {"bytes", after.bytes},
                 {"asked", tally.total().asked},
                 {"tested", tally.total().tested()},
                 {"remembered", tally.total().remembered},
                 {"started", tally.activity().started},
                 {"seconds", std::chrono::duration<double>(took).count()}});
  if (options.verbose) print_stages(tally);
  if (!options.quiet) {
    if (best.best().size() == 0)
      fmt::print(stderr,
                 "whittle: warning: an empty input is interesting: {} may accept too much\n",
                 options.test.string());
    if (by_user)
      fmt::print(stderr, "whittle: interrupted; the best so far ({} of {} bytes) is in {}\n",
                 with_commas(best.best().size()), with_commas(original.size()),
                 shown(home.path_of(original.files().front().path)));
    fmt::print(stderr, "whittle: {} -> {}; {} ({} ahead), {} remembered, {}\n", sizes(before),
               sizes(after), counted(tally.total().tested(), "test"),
               with_commas(tally.activity().started - tally.total().tested()),
               with_commas(tally.total().remembered), short_time(took));
  }
  if (by_user) return exit_interrupted;
  return exit_success;
}

}  // namespace whittle
