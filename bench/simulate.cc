/// How many questions each algorithm asks, without running any test: `bench/simulate`.
///
/// Every row is an algorithm, every column a kind of property over n = 1000 elements; each cell is
/// the mean over several inputs drawn from fixed seeds. "bound" is log2 C(n, m), what any way of
/// asking needs if all sets of m needed elements are equally likely.
#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/gallop.h"
#include "base/random.h"

namespace whittle {
namespace {

using Predicate = std::function<bool(const Subset&)>;

struct Setting {
  std::string name;
  /// Draws one input.
  std::function<Predicate(Random&)> draw;
};

constexpr std::size_t n = 1000;

Predicate needs(Subset needed) {
  return [needed = std::move(needed)](const Subset& kept) { return needed.is_subset_of(kept); };
}

Predicate scattered(Random& random, std::size_t m) {
  std::vector<std::uint32_t> all = Subset::all(n).elements();
  random.shuffle(all);
  Subset needed = Subset::none(n);
  for (std::size_t i = 0; i < m; ++i) needed.insert(all[i]);
  return needs(needed);
}

/// Runs of up to 20 elements, four of five in them needed.
Predicate clustered(Random& random, std::size_t m) {
  Subset needed = Subset::none(n);
  std::size_t count = 0;
  while (count < m) {
    std::size_t at = random.below(n);
    for (std::size_t length = 1 + random.below(20); length > 0 && at < n && count < m;
         --length, ++at)
      if (!needed.contains(at) && random.below(5) < 4) {
        needed.insert(at);
        ++count;
      }
  }
  return needs(needed);
}

/// Some elements are needed, and every element needs those it uses. Elements are removable in any
/// order that removes uses first.
Predicate dependent(Random& random, bool both_directions) {
  std::vector<std::vector<std::uint32_t>> uses(n);
  for (std::size_t e = 1; e < n; ++e)
    for (std::size_t count = random.below(3); count > 0; --count) {
      // Half of the uses are near.
      const std::size_t reach = random.below(2) ? e : std::min<std::size_t>(e, 20);
      const std::size_t used = e - 1 - random.below(reach);
      if (both_directions && random.below(2))
        uses[used].push_back(static_cast<std::uint32_t>(e));
      else
        uses[e].push_back(static_cast<std::uint32_t>(used));
    }
  Subset needed = Subset::none(n);
  for (int i = 0; i < 20; ++i) needed.insert(random.below(n));
  return [uses = std::move(uses), needed](const Subset& kept) {
    if (!needed.is_subset_of(kept)) return false;
    bool whole = true;
    kept.for_each([&](std::size_t e) {
      for (const std::uint32_t used : uses[e]) whole = whole && kept.contains(used);
    });
    return whole;
  };
}

Predicate at_least(std::size_t m) {
  return [m](const Subset& kept) { return kept.count() >= m; };
}

struct Result {
  double queries = 0;
  double left = 0;
  double time = 0;
};

/// `width` tests at once, each taking one unit; told in the order asked.
Result run(AnyReduction reduction, const Predicate& interesting, std::size_t width) {
  Result result;
  std::vector<bool> running;
  // started[i]: when the i-th outstanding test began.
  std::vector<double> started;
  double now = 0;
  for (;;) {
    while (started.size() < width && reduction.query_ahead(started.size())) started.push_back(now);
    if (started.empty()) break;
    now = std::max(now, started.front() + 1);
    started.erase(started.begin());
    result.queries += 1;
    reduction.observe(outcome_of(interesting(reduction.next_query()->kept)));
  }
  result.left = static_cast<double>(reduction.best().count());
  result.time = now;
  return result;
}

double bound(double m) {
  return (std::lgamma(n + 1) - std::lgamma(m + 1) - std::lgamma(static_cast<double>(n) - m + 1)) /
         std::log(2);
}

}  // namespace
}  // namespace whittle

int main() {
  using namespace whittle;
  const std::vector<Setting> settings = {
      {"50 scattered", [](Random& r) { return scattered(r, 50); }},
      {"200 scattered", [](Random& r) { return scattered(r, 200); }},
      {"100 clustered", [](Random& r) { return clustered(r, 100); }},
      {"uses after", [](Random& r) { return dependent(r, false); }},
      {"both ways", [](Random& r) { return dependent(r, true); }},
      {"any 300", [](Random&) { return at_least(300); }},
  };
  constexpr int inputs = 20;
  fmt::print("{:<22}", "");
  for (const Setting& setting : settings) fmt::print("{:>22}", setting.name);
  fmt::print("\n");
  for (const std::size_t width : {1, 2, 4, 8, 16, 32, 64}) {
    fmt::print("{:<22}", fmt::format("gallop width {}", width));
    for (const Setting& setting : settings) {
      Random random(1);
      Result sum;
      for (int i = 0; i < inputs; ++i) {
        const Result one = run(Gallop(Elements(n), {.width = width}), setting.draw(random), width);
        sum.queries += one.queries / inputs;
        sum.left += one.left / inputs;
        sum.time += one.time / inputs;
      }
      fmt::print("{:>22}", fmt::format("{:.0f} [{:.0f}] {:.1f} ({:.0f})", sum.queries, sum.left,
                                       sum.time, bound(sum.left)));
    }
    fmt::print("\n");
  }
}
