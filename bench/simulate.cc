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
#include <limits>
#include <string>
#include <vector>

#include "lists.h"

#include "algorithms/registry.h"
#include "base/random.h"

namespace whittle {
namespace {

/// What one run took.
struct Cost {
  double queries = 0;
  double left = 0;   // elements
  double time = 0;   // on as many slots as the width, if a test takes one unit
  double bytes = 0;  // weight tested, in units of the whole input's

  Cost& operator+=(const Cost& other) {
    queries += other.queries;
    left += other.left;
    time += other.time;
    bytes += other.bytes;
    return *this;
  }
  Cost operator/(double by) const { return {queries / by, left / by, time / by, bytes / by}; }
};

constexpr double endless = std::numeric_limits<double>::infinity();

/// `tested(kept)` is what a test of that subset weighs. Outcomes are told in the order asked,
/// `most` of them.
template <typename Tested>
Cost run(AnyReduction& reduction, const Predicate& interesting, std::size_t width, Tested tested,
         double most = endless) {
  Cost cost;
  std::deque<double> started;  // when each outstanding test began
  while (cost.queries < most) {
    while (started.size() < width && reduction.query_ahead(started.size()))
      started.push_back(cost.time);
    if (started.empty()) break;
    cost.time = std::max(cost.time, started.front() + 1);
    started.pop_front();
    cost.queries += 1;
    const Subset kept = reduction.next_query()->kept;
    cost.bytes += tested(kept);
    reduction.observe(outcome_of(interesting(kept)));
  }
  cost.left = static_cast<double>(reduction.best().count());
  return cost;
}

/// An algorithm at its best on lists whose uses come after definitions: from the end to the front.
/// There are two readings of ddmin, and no figure is of "ddmin" alone: "ddmin continue" goes on
/// behind what was removed, "ddmin restart" begins again at the first part, as the papers' do.
AlgorithmOptions named(std::string_view name, std::size_t width = 1) {
  AlgorithmOptions options;
  if (name.starts_with("ddmin ")) {
    options.after_success =
        name.ends_with("restart") ? AfterSuccess::restart : AfterSuccess::proceed;
    name = "ddmin";
  }
  options.name = name;
  if (width > 1) options.width = width;
  if (name == "ddmin" || name == "opdd") options.order = Order::complements_only;
  if (name != "wddmin" && name != "wprobdd") options.direction = Direction::backward;
  return options;
}

constexpr int inputs = 20;

/// The mean over the inputs of `setting`.
Cost mean(const Setting& setting, const AlgorithmOptions& options, double most = endless,
          const Elements& elements = Elements(n)) {
  Random random(1);
  Cost sum;
  for (int i = 0; i < inputs; ++i) {
    const Predicate interesting = setting.draw(random);
    AnyReduction reduction = *make_reduction(options, elements);
    sum += run(
        reduction, interesting, options.width.value_or(1),
        [](const Subset& kept) { return static_cast<double>(kept.count()) / n; }, most);
  }
  return sum / inputs;
}

/// Elements of very different weight: a few are as heavy as hundreds of others.
Cost mean_weighted(const AlgorithmOptions& options, bool heavy_needed) {
  Random random(2);
  Cost sum;
  for (int i = 0; i < inputs; ++i) {
    std::vector<Weight> weights(n);
    double total = 0;
    for (Weight& weight : weights) {
      weight = static_cast<Weight>(std::min(1 / (random.unit() + 1e-9), 2000.0));
      total += weight;
    }
    Subset needed = Subset::none(n);
    for (std::size_t e = 0; e < n; ++e)
      if (random.unit() < (heavy_needed ? 1 - std::pow(0.99, weights[e]) : 0.05)) needed.insert(e);
    AnyReduction reduction = *make_reduction(options, Elements(weights));
    sum += run(reduction, needs(needed), 1, [&](const Subset& kept) {
      double weight = 0;
      kept.for_each([&](std::size_t e) { weight += weights[e]; });
      return weight / total;
    });
  }
  return sum / inputs;
}

// --- Trees --------------------------------------------------------------------------------------

constexpr std::size_t nodes = 2000;

struct Tree {
  std::vector<std::uint32_t> parents = std::vector(nodes, Elements::no_parent);
  std::vector<Weight> weights = std::vector<Weight>(nodes, 1);
};

/// Numbered in preorder; an inner node has about `fan` children of very different size.
Tree draw_tree(Random& random, std::size_t fan) {
  struct Below {
    std::size_t begin, end;
    std::uint32_t parent;
  };
  Tree tree;
  std::vector<Below> open = {{0, nodes, Elements::no_parent}};
  while (!open.empty()) {
    const Below below = open.back();
    open.pop_back();
    const std::size_t children = 1 + random.below(2 * fan - 1);
    const std::size_t most = std::max<std::size_t>(1, 2 * (below.end - below.begin) / children);
    for (std::size_t at = below.begin; at < below.end;) {
      const std::size_t end = std::min(below.end, at + 1 + random.below(most));
      tree.parents[at] = below.parent;
      if (end > at + 1) open.push_back({at + 1, end, static_cast<std::uint32_t>(at)});
      at = end;
    }
  }
  for (std::size_t e = nodes; e-- > 0;)
    if (tree.parents[e] != Elements::no_parent) tree.weights[tree.parents[e]] += tree.weights[e];
  return tree;
}

/// `count` nodes are needed with all above them; each third node uses one before it, or after it as
/// well, if it `uses`.
Predicate draw_needs(Random& random, const Tree& tree, std::size_t count, Uses with) {
  Subset needed = Subset::none(nodes);
  while (count-- > 0) needed.insert(random.below(nodes));
  for (std::size_t e = nodes; e-- > 0;)
    if (needed.contains(e) && tree.parents[e] != Elements::no_parent)
      needed.insert(tree.parents[e]);
  return closed_under(draw_uses(random, nodes, with, 40, 3), needed);
}

/// Level after level, as HDD does, each level as one list.
Cost by_levels(const Tree& tree, const Predicate& interesting, const AlgorithmOptions& options) {
  Subset kept = Subset::all(nodes);
  std::vector<std::uint32_t> level;
  const auto restricted = [&](const Subset& of_level) {
    Subset less = kept;
    for (std::size_t i = 0; i < level.size(); ++i)
      if (!of_level.contains(i)) less.erase(level[i]);
    for (std::size_t e = 0; e < nodes; ++e)
      if (tree.parents[e] != Elements::no_parent && !less.contains(tree.parents[e])) less.erase(e);
    return less;
  };
  Cost cost;
  Subset above = Subset::none(nodes);
  for (;;) {
    level.clear();
    std::vector<Weight> weights;
    kept.for_each([&](std::size_t e) {
      if (above.contains(e)) return;
      if (tree.parents[e] != Elements::no_parent && !above.contains(tree.parents[e])) return;
      level.push_back(static_cast<std::uint32_t>(e));
      weights.push_back(tree.weights[e]);
    });
    if (level.empty()) break;
    AnyReduction reduction = *make_reduction(options, Elements(weights));
    cost += run(
        reduction, [&](const Subset& of_level) { return interesting(restricted(of_level)); }, 1,
        [&](const Subset& of_level) {
          return static_cast<double>(restricted(of_level).count()) / nodes;
        });
    kept = restricted(reduction.best());
    for (const std::uint32_t e : level) above.insert(e);
  }
  cost.left = static_cast<double>(kept.count());
  return cost;
}

Cost whole_tree(const Tree& tree, const Predicate& interesting, const AlgorithmOptions& options) {
  AnyReduction reduction = *make_reduction(options, Elements(tree.weights, tree.parents));
  return run(reduction, interesting, options.width.value_or(1),
             [](const Subset& kept) { return static_cast<double>(kept.count()) / nodes; });
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
      {"uses after", [](Random& r) { return dependent(r, Uses::after_definitions); }},
      {"both ways", [](Random& r) { return dependent(r, Uses::both_ways); }},
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
    for (const char* name : {"ddmin continue", "ddmin restart", "opdd", "probdd", "cdd", "wddmin",
                             "wprobdd", "gallop"}) {
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

  fmt::print(
      "\nElements of very different weight: questions, (left), whole inputs' worth tested\n");
  print_row("", {"any needed", "heavy needed"});
  for (const char* name : {"opdd", "probdd", "cdd", "wprobdd", "gallop"}) {
    std::vector<std::string> cells;
    for (const bool heavy_needed : {false, true}) {
      const Cost cost = mean_weighted(named(name), heavy_needed);
      cells.push_back(fmt::format("{:.0f} ({:.0f}) {:.0f}", cost.queries, cost.left, cost.bytes));
    }
    print_row(name, cells);
  }

  fmt::print(
      "\nWhere gallop is told that elements are independent: questions, left after 20, whole "
      "inputs' worth tested\n");
  const std::vector<Setting> few = {
      {"2 scattered", [](Random& r) { return scattered(r, 2); }},
      {"5 scattered", [](Random& r) { return scattered(r, 5); }},
      {"20 scattered", [](Random& r) { return scattered(r, 20); }},
      settings[0],
      settings[1],
      settings[2],
      settings[3],
  };
  names.clear();
  for (const Setting& setting : few) names.push_back(setting.name);
  print_row("", names);
  for (const bool told : {false, true}) {
    const Elements elements = told ? Elements(n).that_are_independent() : Elements(n);
    std::vector<std::string> cells;
    for (const Setting& setting : few) {
      const Cost cost = mean(setting, named("gallop"), endless, elements);
      cells.push_back(fmt::format("{:.0f}, {:.0f}, {:.0f}", cost.queries,
                                  mean(setting, named("gallop"), 20, elements).left, cost.bytes));
    }
    print_row(told ? "told" : "not told", cells);
  }

  fmt::print(
      "\nChaotic tests, 8 needed and one in so many candidates interesting: left after 200, "
      "after 800 questions\n");
  const std::vector<std::uint64_t> luck = {2, 5, 12};
  print_row("", {"one in 2", "one in 5", "one in 12"});
  for (const char* name : {"ddmin continue", "ddmin restart", "opdd", "probdd", "cdd", "wddmin",
                           "wprobdd", "gallop"}) {
    std::vector<std::string> cells;
    for (const std::uint64_t one_in : luck) {
      const Setting setting{"", [&](Random& r) { return chaotic(r, 8, one_in); }};
      cells.push_back(fmt::format("{:.0f}, {:.0f}", mean(setting, named(name), 200).left,
                                  mean(setting, named(name), 800).left));
    }
    print_row(name, cells);
  }

  struct Forest {
    std::string name;
    std::size_t fan, needed;
    Uses uses;
  };
  const std::vector<Forest> forests = {{"10 of fan 4", 4, 10, Uses::none},
                                       {"10 of fan 10", 10, 10, Uses::none},
                                       {"60 of fan 4", 4, 60, Uses::none},
                                       {"300 of fan 4", 4, 300, Uses::none},
                                       {"uses after", 5, 15, Uses::after_definitions},
                                       {"both ways", 5, 15, Uses::both_ways}};
  names.clear();
  for (const Forest& forest : forests) names.push_back(forest.name);
  fmt::print("\nTrees of {} nodes: questions, (left), whole inputs' worth tested\n", nodes);
  print_row("", names);
  for (const char* name : {"levels, opdd", "levels, probdd", "levels, cdd", "levels, wprobdd",
                           "levels, gallop", "gallop"}) {
    const bool levels = std::string_view(name).starts_with("levels, ");
    const AlgorithmOptions options = named(levels ? name + 8 : name);
    std::vector<std::string> cells;
    for (const Forest& forest : forests) {
      Random random(3);
      Cost sum;
      for (int i = 0; i < inputs; ++i) {
        const Tree tree = draw_tree(random, forest.fan);
        const Predicate interesting = draw_needs(random, tree, forest.needed, forest.uses);
        sum +=
            levels ? by_levels(tree, interesting, options) : whole_tree(tree, interesting, options);
      }
      sum = sum / inputs;
      cells.push_back(fmt::format("{:.0f} ({:.0f}) {:.0f}", sum.queries, sum.left, sum.bytes));
    }
    print_row(name, cells);
  }
}
