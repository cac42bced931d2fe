// What thinking costs: drives each algorithm to the end with a predicate in memory (1 % of the
// elements needed, scattered or in clusters of ten), and prints the time of a query (asked,
// answered, observed), of a copy as testing ahead makes one (copied, told the other outcome, asked
// again), and the most memory held.
//
//     build/release/bench/algorithms --benchmark_filter=probdd
//
// Aim: below 1 ms for each query at 100,000 elements. Runs of more than 200,000 queries (ddmin and
// weighted ddmin on long lists, since they ask a quadratic number) are timed so far. `longest_us`
// is mostly another process having its turn.
#include <benchmark/benchmark.h>
#include <chrono>
#include <malloc.h>
#include <string>

#include "algorithms/registry.h"
#include "base/random.h"

namespace whittle {
namespace {

using Clock = std::chrono::steady_clock;

Subset needed_elements(std::size_t size, bool clustered) {
  Random random(42);
  Subset needed = Subset::none(size);
  const std::size_t cluster = clustered ? 10 : 1;
  for (std::size_t count = 0; count < size / 100; count += cluster) {
    const std::size_t start = random.below(size - cluster + 1);
    needed.insert_range(start, start + cluster);
  }
  return needed;
}

Elements elements_of(std::size_t size) {
  Random random(7);
  std::vector<Weight> weights;
  for (std::size_t i = 0; i < size; ++i)
    weights.push_back(static_cast<Weight>(1 + random.below(1 + random.below(200))));
  return Elements(std::move(weights));
}

std::size_t memory_in_use() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

void drive(benchmark::State& state, const AlgorithmOptions& options, bool clustered) {
  const auto size = static_cast<std::size_t>(state.range(0));
  constexpr std::size_t most_queries = 200'000;
  constexpr std::size_t copies = 1'000;
  const Subset needed = needed_elements(size, clustered);
  std::size_t queries = 0, timed = 0, copied = 0, held = 0;
  Clock::duration thinking{}, copying{}, longest{};
  for (auto _ : state) {
    const Elements elements = elements_of(size);
    const std::size_t before = memory_in_use();
    AnyReduction reduction = *make_reduction(options, elements);
    held = memory_in_use() - before;
    for (std::size_t asked = 0; asked < most_queries; ++asked) {
      const Clock::time_point start = Clock::now();
      const std::optional<Query> query = reduction.next_query();
      if (!query) break;
      ++queries;
      const Outcome outcome = outcome_of(needed.is_subset_of(query->kept));
      // Spread over the run: a copy that is told what did not happen, then thrown away.
      if (asked % 64 == 0 && copied < copies) {
        const Clock::time_point copy_start = Clock::now();
        AnyReduction ahead = reduction;
        ahead.observe(outcome == Outcome::interesting ? Outcome::uninteresting
                                                      : Outcome::interesting);
        benchmark::DoNotOptimize(ahead.next_query());
        copying += Clock::now() - copy_start;
        ++copied;
        held = std::max(held, memory_in_use() - before);
        reduction.observe(outcome);
        continue;
      }
      reduction.observe(outcome);
      const Clock::duration time = Clock::now() - start;
      thinking += time;
      longest = std::max(longest, time);
      ++timed;
    }
  }
  const auto each = [](Clock::duration time, std::size_t count) {
    return count ? microseconds(time) / static_cast<double>(count) : 0.0;
  };
  state.counters["queries"] = static_cast<double>(queries);
  state.counters["us/query"] = each(thinking, timed);
  state.counters["us/copy"] = each(copying, copied);
  state.counters["longest_us"] = microseconds(longest);
  state.counters["bytes/element"] = static_cast<double>(held) / static_cast<double>(size);
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  std::vector<whittle::AlgorithmOptions> all;
  for (const whittle::AlgorithmRow& row : whittle::algorithms())
    all.push_back({.name = std::string(row.name)});
  all.push_back({.name = "wprobdd", .infer = true});
  for (const whittle::AlgorithmOptions& options : all)
    for (bool clustered : {false, true}) {
      const bool quadratic = options.name == "ddmin" || options.name == "wddmin";
      const std::string name = options.name + (options.infer ? "+infer" : "") +
                               (clustered ? "/clustered" : "/scattered");
      benchmark::RegisterBenchmark(
          name.c_str(), [=](benchmark::State& state) { whittle::drive(state, options, clustered); })
          ->RangeMultiplier(10)
          ->Range(1'000, quadratic ? 100'000 : 1'000'000)
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
