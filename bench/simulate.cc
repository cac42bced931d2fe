/// How many questions each algorithm asks, without running any test: `bench/simulate`.
///
/// Every row is an algorithm, every column a kind of property over n = 1000 elements; each cell is
/// the mean over several inputs drawn from fixed seeds. "bound" is log2 C(n, m), what any way of
/// asking needs if all sets of m needed elements are equally likely.
#include <algorithm>
#include <cmath>
#include <deque>
#include <fmt/core.h>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/registry.h"
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

/// Questions asked, elements left, and the time on `width` slots if a test takes one unit. Outcomes
/// are told in the order asked.
struct Cost {
  double queries = 0;
  double left = 0;
  double time = 0;
};

Cost run(AnyReduction reduction, const Predicate& interesting, std::size_t width) {
  Cost cost;
  std::deque<double> started;  // when each outstanding test began
  for (;;) {
    while (started.size() < width && reduction.query_ahead(started.size()))
      started.push_back(cost.time);
    if (started.empty()) break;
    cost.time = std::max(cost.time, started.front() + 1);
    started.pop_front();
    cost.queries += 1;
    reduction.observe(outcome_of(interesting(reduction.next_query()->kept)));
  }
  cost.left = static_cast<double>(reduction.best().count());
  return cost;
}

/// An algorithm at its best on lists whose uses come after definitions: from the end to the front.
AlgorithmOptions named(std::string_view name, std::size_t width = 1) {
  AlgorithmOptions options;
  options.name = name;
  options.width = width;
  if (name == "ddmin" || name == "opdd") options.order = Order::complements_only;
  if (name != "wddmin" && name != "wprobdd") options.direction = Direction::backward;
  return options;
}

/// The mean over the inputs of `setting`.
Cost mean(const Setting& setting, const AlgorithmOptions& options) {
  constexpr int inputs = 20;
  Random random(1);
  Cost sum;
  for (int i = 0; i < inputs; ++i) {
    const Predicate interesting = setting.draw(random);
    const Cost one = run(*make_reduction(options, Elements(n)), interesting, options.width);
    sum.queries += one.queries / inputs;
    sum.left += one.left / inputs;
    sum.time += one.time / inputs;
  }
  return sum;
}

double log2_choose(double m) {
  const double all = static_cast<double>(n);
  return (std::lgamma(all + 1) - std::lgamma(m + 1) - std::lgamma(all - m + 1)) / std::log(2);
}

void print_row(std::string_view name, const std::vector<std::string>& cells) {
  fmt::print("{:<22}", name);
  for (const std::string& cell : cells) fmt::print("{:>16}", cell);
  fmt::print("\n");
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
  std::vector<std::string> names, bounds;
  for (const Setting& setting : settings) {
    names.push_back(setting.name);
    bounds.push_back(fmt::format("{:.0f}      ", log2_choose(mean(setting, named("gallop")).left)));
  }

  fmt::print("Questions asked, and (elements left), n = {}\n", n);
  print_row("", names);
  print_row("bound", bounds);
  std::vector<std::pair<std::string, AlgorithmOptions>> contenders;
  for (const char* end : {"", "one-minimal", "fixpoint"})
    for (const char* name : {"ddmin", "opdd", "probdd", "cdd", "wddmin", "wprobdd", "gallop"}) {
      AlgorithmOptions options = named(name);
      // These are 1-minimal as they are.
      if (*end && (options.name == "ddmin" || options.name == "wddmin")) continue;
      options.one_minimal = end == std::string_view("one-minimal");
      options.fixpoint = end == std::string_view("fixpoint");
      contenders.emplace_back(fmt::format("{} {}", name, end), options);
    }
  for (const auto& [name, options] : contenders) {
    std::vector<std::string> cells;
    for (const Setting& setting : settings) {
      const Cost cost = mean(setting, options);
      cells.push_back(fmt::format("{:.0f} ({:>3.0f})", cost.queries, cost.left));
    }
    print_row(name, cells);
  }

  fmt::print("\nTime of gallop with a width, and (speed-up per slot)\n");
  print_row("", names);
  std::vector<double> alone;
  for (const std::size_t width : {1, 2, 4, 8, 16, 32, 64}) {
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < settings.size(); ++i) {
      const Cost cost = mean(settings[i], named("gallop", width));
      if (width == 1) alone.push_back(cost.time);
      cells.push_back(fmt::format("{:.0f} ({:.0f}) {:.2f}", cost.time, cost.left,
                                  alone[i] / cost.time / static_cast<double>(width)));
    }
    print_row(fmt::format("width {}", width), cells);
  }
}
