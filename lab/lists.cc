/// whittle-lists: reduces lists whose test is a formula, in simulated time. For `lab/`.
///
/// Reads one JSON object a line and writes the events of that reduction, as `whittle --json` does
/// (docs/json.md); `at` and `seconds` are simulated. One line, one reduction:
///
///     {"name": "example-a", "elements": 8, "algorithm": "ddmin", "order": "complements-only",
///      "oracle": {"needs": [4, 7], "implies": [[6, 1]]}, "parallel": "race", "slots": 4,
///      "seconds": [1, 3], "seed": 1}
///
/// oracle      all must hold. needs: these elements are kept. implies: if the first of a pair is
///             kept, so is the second. not_all: at least one of these is not kept. at_least: so
///             many are kept. The whole list counts as interesting without a test, even if the
///             formula says no: ddmin assumes it, and Example C of "Practical improvements" depends
///             on it.
/// algorithm   and its options, as on the command line of whittle: order, direction,
///             after-success, sigma (a number or "M/n"), threshold, seed-of-algorithm, infer,
///             one-minimal, fixpoint
/// weights     of the elements; default: 1 each
/// parallel    ahead (default), merge, race or race-combined (of ddmin or opdd), on so many slots
/// seconds     a test takes between these times, drawn from the seed and the candidate
/// events      "all" (default), or "ends": only start and end
#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "race.h"

#include "algorithms/registry.h"
#include "base/hash.h"
#include "base/random.h"
#include "plan/staged_search.h"
#include "plan/strategy.h"
#include "report/json_log.h"
#include "report/report.h"
#include "report/run_log.h"
#include "schedule/list_search.h"
#include "schedule/scheduler.h"
#include "support/scripted_oracle.h"

namespace whittle {
namespace {

using nlohmann::json;

/// A mistake in the input; this program is not for users, so that it may just stop.
[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error(why);
}

template <typename Value>
Value word(const json& task, const char* key, const std::vector<std::pair<std::string, Value>>& all,
           Value otherwise) {
  if (!task.contains(key)) return otherwise;
  for (const auto& [name, value] : all)
    if (name == task[key]) return value;
  refuse(fmt::format("{} is not known: {}", key, task[key].dump()));
}

AlgorithmOptions algorithm_of(const json& task) {
  AlgorithmOptions options;
  options.name = task.value("algorithm", "ddmin");
  if (task.contains("order"))
    options.order = word<Order>(task, "order",
                                {{"subsets-first", Order::subsets_first},
                                 {"complements-first", Order::complements_first},
                                 {"complements-only", Order::complements_only}},
                                Order::subsets_first);
  if (task.contains("direction"))
    options.direction = word<Direction>(
        task, "direction", {{"forward", Direction::forward}, {"backward", Direction::backward}},
        Direction::forward);
  if (task.contains("after-success"))
    options.after_success = word<AfterSuccess>(
        task, "after-success",
        {{"continue", AfterSuccess::proceed}, {"restart", AfterSuccess::restart}},
        AfterSuccess::proceed);
  if (task.contains("sigma")) {
    if (task["sigma"].is_string())
      options.expected = std::stod(task["sigma"].get<std::string>());  // "M/n"
    else
      options.sigma = task["sigma"].get<double>();
  }
  if (task.contains("threshold")) options.threshold = task["threshold"].get<double>();
  if (task.contains("seed-of-algorithm"))
    options.seed = task["seed-of-algorithm"].get<std::uint64_t>();
  options.infer = task.value("infer", false);
  options.one_minimal = task.value("one-minimal", false);
  options.fixpoint = task.value("fixpoint", false);
  return options;
}

/// What the formula says of a subset.
std::function<bool(const Subset&)> formula_of(const json& oracle, std::size_t size) {
  Subset needed = Subset::none(size);
  for (const std::size_t element : oracle.value("needs", std::vector<std::size_t>{}))
    needed.insert(element);
  const auto implies = oracle.value("implies", std::vector<std::pair<std::size_t, std::size_t>>{});
  const auto not_all = oracle.value("not_all", std::vector<std::size_t>{});
  const auto at_least = oracle.value("at_least", std::size_t{0});
  return [=](const Subset& kept) {
    const auto is_kept = [&](std::size_t element) { return kept.contains(element); };
    return needed.is_subset_of(kept) && (at_least == 0 || kept.count() >= at_least) &&
           std::ranges::all_of(
               implies,
               [&](const auto& pair) { return !is_kept(pair.first) || is_kept(pair.second); }) &&
           (not_all.empty() || !std::ranges::all_of(not_all, is_kept));
  };
}

/// A plan of one list.
struct OneList {
  std::optional<Stage> stage;
  std::optional<Stage> next(const StageEnd&) { return std::exchange(stage, std::nullopt); }
};

/// The same counts as a run on one slot without a clock, without documents and events: millions of
/// questions take seconds.
Report counted(AnyReduction reduction, const std::function<bool(const Subset&)>& interesting,
               std::size_t size) {
  Report report;
  std::unordered_map<Hash, bool> seen;
  std::string bits;
  const auto key = [&](const Subset& kept) {
    bits.clear();
    for (std::size_t at = 0; at < kept.words(); ++at) {
      const std::uint64_t word = kept.word(at);
      bits.append(reinterpret_cast<const char*>(&word), sizeof word);
    }
    return hash_of(bits);
  };
  seen.emplace(key(reduction.best()), true);
  while (const std::optional<Query> query = reduction.next_query()) {
    const auto [known, is_new] = seen.try_emplace(key(query->kept), false);
    if (is_new) known->second = interesting(query->kept);
    ++report.counts.asked;
    report.counts.remembered += !is_new;
    report.counts.interesting += known->second;
    reduction.observe(outcome_of(known->second));
  }
  report.lists = 1;
  report.activity.started = report.counts.tested();
  report.before.tokens = static_cast<std::int64_t>(size);
  report.after.tokens = report.after.bytes = static_cast<std::int64_t>(reduction.best().count());
  return report;
}

void reduce(const json& task) {
  const std::size_t size = task.at("elements");
  const std::vector<Weight> weights = task.value("weights", std::vector<Weight>(size, 1));
  if (weights.size() != size) refuse("there must be one weight for each element");
  const std::string parallel = task.value("parallel", "ahead");
  const bool is_race = parallel.starts_with("race");
  const std::size_t slots = task.value("slots", std::size_t{1});
  const std::array<double, 2> seconds = task.value("seconds", std::array<double, 2>{0, 0});
  const std::uint64_t seed = task.value("seed", std::uint64_t{1});

  AlgorithmOptions options = algorithm_of(task);
  if (parallel == "merge") options.width = slots;
  Result<AnyReduction> reduction = make_reduction(options, Elements(weights));
  if (!reduction) refuse(reduction.error().message);
  const ListSearch list(*reduction, weights);

  const auto interesting = formula_of(task.at("oracle"), size);
  ScriptedOracle oracle(
      [&](const Document& candidate) {
        return outcome_of(interesting(ListSearch::kept(candidate, size)));
      },
      slots);
  oracle.keep_no_candidates();
  oracle.set_duration([&](const Document& candidate) {
    Random random(seed ^ candidate.hash().low);
    const double drawn = seconds[0] + (seconds[1] - seconds[0]) * random.unit();
    return std::chrono::microseconds(static_cast<std::int64_t>(1e6 * drawn));
  });

  Memo memo;
  const Document whole = list.best();
  memo.remember(whole.hash(), Verdict{.outcome = Outcome::interesting});
  auto events = JsonLog::open("-", {.weights = task.value("list-weights", false)});
  if (!events) refuse(events.error().message);
  Observer nobody;
  RunLog log(nobody, [&] { return oracle.now(); });
  const bool all_events = task.value("events", "all") == "all";
  if (all_events) log.add(**events);

  RunStart start;
  start.version = WHITTLE_VERSION;
  start.files = {task.value("name", "list")};
  start.plan = "list";
  start.algorithm = is_race ? parallel : options.name;
  start.jobs = slots;
  start.tokens = start.bytes = size;
  start.goal = Goal::bytes;
  log.started(start);
  if (!all_events) (*events)->started(start);

  if (!all_events && parallel == "ahead" && slots == 1 && seconds[1] == 0) {
    (*events)->ended(counted(std::move(*reduction), interesting, size));
    return;
  }
  Report report;
  std::size_t kept = size;
  if (is_race) {
    if (options.name != "ddmin" && options.name != "opdd") refuse("a race is of ddmin or opdd");
    const Result<Raced> raced =
        race(list.edits(),
             {.order = options.order.value_or(Order::subsets_first),
              .direction = options.direction.value_or(Direction::forward),
              .after_success = options.after_success.value_or(AfterSuccess::proceed),
              .combined = parallel == "race-combined",
              .one_pass = options.name == "opdd"},
             "list/race", oracle, memo, log);
    if (!raced) refuse(raced.error().message);
    kept = raced->kept.count();
  } else {
    const std::string stage = fmt::format("list/{}", options.name);
    AnySearch search = StagedSearch(
        whole, OneList{Stage{intern(stage), list.edits(), std::move(*reduction)}}, Goal::bytes);
    if (const auto ending = run(search, oracle, memo, log); !ending) refuse(ending.error().message);
    kept = search.best().size() / ListSearch::bytes_per_item;
  }
  report.before.tokens = static_cast<std::int64_t>(size);
  report.after.tokens = report.after.bytes = static_cast<std::int64_t>(kept);
  report = log.end(std::move(report));
  if (!all_events) (*events)->ended(report);
}

}  // namespace
}  // namespace whittle

int main() {
  std::size_t number = 0;
  for (std::string line; std::getline(std::cin, line);) {
    ++number;
    try {
      whittle::reduce(nlohmann::json::parse(line));
    } catch (const std::exception& mistake) {
      fmt::print(stderr, "whittle-lists: error: line {}: {}\n", number, mistake.what());
      return 2;
    }
  }
}
