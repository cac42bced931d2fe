// Every graph on four pieces, every predicate on them, monotone or not.
//
// A search sees a predicate only through the outcomes that it is told. So instead of trying 32,768
// predicates, both outcomes are told to a copy at each step; the same subset always gets the same
// outcome. That is every predicate, each as far as the search can tell it from the others.
#include "algorithms/closure.h"

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/random.h"
#include "support/reductions.h"

namespace whittle {
namespace {

using enum Strength;
constexpr std::size_t size = 4;

struct Edge {
  Graph::Id from, to;
  Strength strength;
};

std::shared_ptr<const Graph> graph_of(const std::vector<Edge>& edges) {
  GraphBuilder builder({3, 1, 4, 2});
  for (const auto& [from, to, strength] : edges) builder.needs(from, to, strength);
  return std::make_shared<const Graph>(builder.build());
}

/// Each of the 4,096 graphs; a loose edge here and there if `random` is given.
template <typename Visit>
void every_graph(Random* random, Visit visit) {
  for (unsigned mask = 0; mask < 1u << (size * (size - 1)); ++mask) {
    std::vector<Edge> edges;
    unsigned bit = 0;
    for (Graph::Id from = 0; from < size; ++from)
      for (Graph::Id to = 0; to < size; ++to)
        if (from != to && (mask >> bit++ & 1))
          edges.push_back({from, to, !random ? tight : static_cast<Strength>(random->below(3))});
    visit(edges);
    if (testing::Test::HasFatalFailure()) return;
  }
}

bool is_closed(const Subset& kept, const std::vector<Edge>& edges) {
  for (const auto& [from, to, strength] : edges)
    if (strength == tight && kept.contains(from) && !kept.contains(to)) return false;
  return true;
}

struct World {
  const std::vector<Edge>& edges;
  const std::vector<Lack> hidden = {};  // that the graph does not know; explained at each refusal
  std::map<Subset, bool> known = {{Subset::all(size), true}};
  std::size_t asked = 0;
  std::size_t ends = 0;

  void explore(const ClosureReduction& reduction) {
    const auto query = reduction.next_query();
    ASSERT_EQ(query, reduction.next_query()) << "asking changes it";
    const auto best = known.find(reduction.best());
    ASSERT_TRUE(best != known.end() && best->second) << "its best was not found interesting";
    ASSERT_TRUE(is_closed(reduction.best(), edges));
    if (!query) {
      ++ends;
      return;
    }
    ASSERT_LE(asked, hidden.empty() ? 30 : 60) << "does not end";
    ASSERT_TRUE(is_closed(query->kept, edges));
    ASSERT_LT(query->kept.count(), reduction.best().count()) << "asks about what is no smaller";
    const auto [place, unknown] = known.try_emplace(query->kept, false);
    for (const bool interesting : {false, true}) {
      if (!unknown && place->second != interesting) continue;
      place->second = interesting;
      ClosureReduction told = reduction;
      if (interesting || !told.explain(hidden)) told.observe(outcome_of(interesting));
      ++asked;
      explore(told);
      --asked;
      if (testing::Test::HasFatalFailure()) return;
    }
    if (unknown) known.erase(place);
  }
};

TEST(EveryClosure, EndsWithSomethingInterestingForEveryGraphAndEveryPredicate) {
  std::size_t worlds = 0;
  Random random(8);
  for (Random* mixed : {static_cast<Random*>(nullptr), &random})
    every_graph(mixed, [&](const std::vector<Edge>& edges) {
      for (const std::size_t patience : {3u, 100u}) {
        World world{edges, {}};
        world.explore(ClosureReduction(graph_of(edges), {.patience = patience}));
        worlds += world.ends;
      }
    });
  EXPECT_GT(worlds, 50'000);
}

// Right or wrong, what is explained only adds questions.
TEST(EveryClosure, EndsWithSomethingInterestingWhateverIsExplained) {
  std::size_t worlds = 0;
  Random random(10);
  every_graph(&random, [&](const std::vector<Edge>& edges) {
    std::vector<Lack> hidden;
    for (int i = 0; i < 3; ++i)
      hidden.push_back(
          {static_cast<Graph::Id>(random.below(size)), static_cast<Graph::Id>(random.below(size))});
    World world{edges, hidden};
    world.explore(ClosureReduction(graph_of(edges), {.patience = 100}));
    worlds += world.ends;
  });
  EXPECT_GT(worlds, 10'000);
}

TEST(EveryClosure, FindsWhatIsNeededIfWhatTheGraphDoesNotKnowIsExplained) {
  std::size_t checked = 0;
  // Every edge to an earlier piece is known, or unknown and explained, or not there.
  for (unsigned code = 0; code < 729; ++code) {
    std::vector<Edge> known, all;
    std::vector<Lack> hidden;
    unsigned rest = code;
    for (Graph::Id from = 1; from < size; ++from)
      for (Graph::Id to = 0; to < from; ++to, rest /= 3) {
        if (rest % 3 == 0) continue;
        all.push_back({from, to, tight});
        if (rest % 3 == 1)
          known.push_back({from, to, tight});
        else
          hidden.push_back({from, to});
      }
    for (Graph::Id wanted = 0; wanted < size; ++wanted) {
      const Subset needed = closure_of(*graph_of(all), tight, std::span(&wanted, 1));
      const auto is_interesting = [&](const Subset& kept) {
        return kept.contains(wanted) && is_closed(kept, all);
      };
      ClosureReduction closure(graph_of(known), {.patience = 100});
      while (const auto query = closure.next_query()) {
        const bool interesting = is_interesting(query->kept);
        if (interesting || !closure.explain(hidden)) closure.observe(outcome_of(interesting));
      }
      ASSERT_TRUE(is_interesting(closure.best()));
      ASSERT_EQ(closure.best(), needed) << code;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 729 * 4);
}

TEST(EveryClosure, IsExactlyWhatIsNeededIfEdgesPointToEarlierPieces) {
  std::size_t checked = 0;
  Random random(9);
  every_graph(&random, [&](const std::vector<Edge>& edges) {
    for (const Edge& edge : edges)
      if (edge.from < edge.to) return;
    const auto graph = graph_of(edges);
    for (unsigned mask = 0; mask < 1u << size; ++mask) {
      std::vector<Graph::Id> wanted;
      for (Graph::Id piece = 0; piece < size; ++piece)
        if (mask >> piece & 1) wanted.push_back(piece);
      const Subset needed = closure_of(*graph, tight, wanted);
      const auto steps = run(ClosureReduction(graph, {.patience = 100}),
                             [&](const Subset& kept) { return needed.is_subset_of(kept); });
      ASSERT_EQ(steps.result, needed);
      ++checked;
    }
  });
  EXPECT_EQ(checked, 64 * 16);  // 2^6 graphs
}

TEST(EveryClosure, IsInterestingForEveryMonotonePredicateAndEveryGraph) {
  std::vector<TablePredicate> monotone;
  for (const TablePredicate& predicate : every_predicate(size)) {
    bool is_monotone = true;
    for (unsigned mask = 0; mask < 1u << size; ++mask)
      for (unsigned bit = 0; bit < size; ++bit)
        if ((predicate.table >> mask & 1) && !(predicate.table >> (mask | 1u << bit) & 1))
          is_monotone = false;
    if (is_monotone) monotone.push_back(predicate);
  }
  ASSERT_EQ(monotone.size(), 167);  // Dedekind's 168 without the one that is never true
  every_graph(nullptr, [&](const std::vector<Edge>& edges) {
    const auto graph = graph_of(edges);
    for (const TablePredicate& predicate : monotone) {
      const auto steps = run(ClosureReduction(graph, {.patience = 100}), predicate);
      ASSERT_TRUE(predicate(steps.result));
      ASSERT_TRUE(is_closed(steps.result, edges));
      // No piece that nothing else needs can be left out: then it would not have been a root.
      // (Roots found later may make earlier ones superfluous, which a second round would see.)
      ASSERT_LE(steps.asked.size(), 24);
    }
  });
}

}  // namespace
}  // namespace whittle
