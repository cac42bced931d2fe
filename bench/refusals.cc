// What it costs to remember 100,000 refusals and to ask about them: rows refusals-* of
// bench/results.
//
//     build/release/bench/refusals
#include "learn/refusals.h"

#include <benchmark/benchmark.h>
#include <memory>
#include <string>

#include "base/random.h"

namespace whittle {
namespace {

struct World {
  explicit World(std::size_t tokens_wanted, std::size_t refusals_wanted) {
    Bytes bytes;
    for (std::size_t i = 0; i < tokens_wanted; ++i) bytes += "w ";
    tokens = std::make_unique<Tokens>(Document::single("a", std::move(bytes)));
    Random random(1);
    // Scattered sets, so that none contains another and all are kept.
    while (refusals.size() < refusals_wanted) refusals.insert(*tokens, draw(random, 12));
  }
  Removal draw(Random& random, std::uint32_t longest) const {
    const auto begin = static_cast<std::uint32_t>(random.below(tokens->count() - 2 * longest));
    const auto size = 2 + static_cast<std::uint32_t>(random.below(longest));
    return {{{begin, begin + size / 2}, {begin + size, begin + size + size / 2}}, true};
  }

  std::unique_ptr<Tokens> tokens;
  Refusals refusals;
};

const World& world() {
  static const World made(200'000, 100'000);
  return made;
}

void BM_contained_in(benchmark::State& state) {
  const RefusalIndex index(world().refusals, *world().tokens);
  Random random(2);
  for (auto _ : state)
    benchmark::DoNotOptimize(
        index.contained_in(world().draw(random, static_cast<std::uint32_t>(state.range(0)))));
}
BENCHMARK(BM_contained_in)->Arg(8)->Arg(64)->Arg(1000)->Arg(50'000);

void BM_insert_into_a_copy(benchmark::State& state) {
  Random random(3);
  for (auto _ : state) {
    Refusals copy = world().refusals;
    copy.insert(*world().tokens, world().draw(random, 12));
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(BM_insert_into_a_copy);

void BM_make_index(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(RefusalIndex(world().refusals, *world().tokens));
}
BENCHMARK(BM_make_index)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace whittle

BENCHMARK_MAIN();
