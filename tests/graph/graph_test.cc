#include "graph/graph.h"

#include <gtest/gtest.h>
#include <vector>

#include "base/random.h"
#include "support/cpu_time.h"

namespace whittle {
namespace {

using enum Strength;
using Ids = std::vector<std::uint32_t>;

std::vector<Weight> ones(std::size_t count) {
  return std::vector<Weight>(count, 1);
}

Ids closure(const Graph& graph, Ids roots, Strength strength = loose) {
  return closure_of(graph, strength, roots).elements();
}

TEST(Graph, KeepsWhatIsNeededByWhatIsNeeded) {
  GraphBuilder builder(ones(5));
  builder.needs(3, 2, tight);
  builder.needs(2, 0, tight);
  builder.needs(0, 2, tight);  // in a circle
  const Graph graph = builder.build();
  EXPECT_EQ(closure(graph, {3}), (Ids{0, 2, 3}));
  EXPECT_EQ(closure(graph, {0}), (Ids{0, 2}));
  EXPECT_EQ(closure(graph, {1, 4}), (Ids{1, 4}));
  EXPECT_EQ(closure(graph, {}), Ids{});
}

TEST(Graph, TightClosuresFollowNoLooseEdges) {
  GraphBuilder builder(ones(4));
  builder.needs(3, 2, tight);
  builder.needs(3, 1, loose);
  builder.needs_any(2, {0, 1}, loose);
  const Graph graph = builder.build();
  EXPECT_EQ(closure(graph, {3}, tight), (Ids{2, 3}));
  EXPECT_EQ(closure(graph, {3}, loose), (Ids{1, 2, 3}));
}

TEST(Graph, OfSeveralThatWillDoTheFirstIsKeptUnlessAnotherIsAnyway) {
  GraphBuilder builder(ones(5));
  builder.needs_any(4, {2, 1}, tight);
  builder.needs(3, 1, tight);
  const Graph graph = builder.build();
  EXPECT_EQ(closure(graph, {4}), (Ids{2, 4}));
  EXPECT_EQ(closure(graph, {3, 4}), (Ids{1, 3, 4}));
  Subset without_2 = Subset::all(5);
  without_2.erase(2);
  ClosedSet closed(graph, loose, without_2);
  closed.add(4);
  EXPECT_TRUE(closed.contains(1));
}

TEST(Graph, AConditionCountsOnlyIfBothEndsAreKept) {
  GraphBuilder builder(ones(4));
  const std::uint32_t name = builder.add_node();  // "somebody says size()"
  builder.needs(3, name, loose);
  builder.needs_if(name, 1, 0, loose);  // the member, if the class is there
  const Graph graph = builder.build();
  EXPECT_EQ(closure(graph, {3}), (Ids{3}));
  EXPECT_EQ(closure(graph, {0}), (Ids{0}));
  EXPECT_EQ(closure(graph, {0, 3}), (Ids{0, 1, 3}));
  EXPECT_EQ(closure(graph, {3, 0}), (Ids{0, 1, 3}));
}

TEST(Graph, WhatIsWantedIsKeptOnlyIfItNeedsNothingMore) {
  GraphBuilder builder(ones(5));
  builder.wants(4, 3, tight);
  builder.needs(3, 2, tight);
  builder.needs(3, 1, tight);
  const Graph graph = builder.build();
  EXPECT_EQ(closure(graph, {4}), (Ids{4}));
  EXPECT_EQ(closure(graph, {4, 2}), (Ids{2, 4}));
  EXPECT_EQ(closure(graph, {4, 2, 1}), (Ids{1, 2, 3, 4}));
}

TEST(Graph, PiecesThatDoNotExistAreNotNeeded) {
  GraphBuilder builder(ones(3));
  builder.needs(2, 1, tight);
  builder.needs(1, 0, tight);
  const Graph graph = builder.build();
  Subset within = Subset::all(3);
  within.erase(1);
  ClosedSet closed(graph, tight, within);
  closed.add(2);
  EXPECT_EQ(closed.pieces(), Ids{2});
}

struct Edges {
  struct If {
    std::uint32_t from, to, condition;
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> needs, wants;
  std::vector<If> conditional;
  std::vector<std::pair<std::uint32_t, Ids>> any;
};

Edges random_edges(Random& random, std::uint32_t size) {
  const auto one = [&] { return static_cast<std::uint32_t>(random.below(size)); };
  Edges edges;
  for (std::size_t i = random.below(2 * size); i > 0; --i) edges.needs.emplace_back(one(), one());
  for (std::size_t i = random.below(size); i > 0; --i) edges.wants.emplace_back(one(), one());
  for (std::size_t i = random.below(size); i > 0; --i)
    edges.conditional.push_back({one(), one(), one()});
  for (std::size_t i = random.below(3); i > 0; --i)
    edges.any.emplace_back(one(), Ids{one(), one()});
  return edges;
}

Graph graph_of(const Edges& edges, std::uint32_t size) {
  GraphBuilder builder(ones(size));
  for (const auto& [from, to] : edges.needs) builder.needs(from, to, tight);
  for (const auto& [from, to] : edges.wants) builder.wants(from, to, tight);
  for (const auto& [from, to, condition] : edges.conditional)
    builder.needs_if(from, to, condition, tight);
  for (const auto& [from, of] : edges.any) builder.needs_any(from, of, tight);
  return builder.build();
}

/// Whether a plain look at every edge finds nothing missing.
bool is_closed(const Edges& edges, const Subset& kept) {
  for (const auto& [from, to] : edges.needs)
    if (kept.contains(from) && !kept.contains(to)) return false;
  for (const auto& [from, to, condition] : edges.conditional)
    if (kept.contains(from) && kept.contains(condition) && !kept.contains(to)) return false;
  for (const auto& [from, of] : edges.any)
    if (kept.contains(from) && !kept.contains(of[0]) && !kept.contains(of[1])) return false;
  return true;
}

TEST(Graph, RandomClosuresMissNothingAndCloseOnlyOnce) {
  Random random(3);
  for (std::size_t trial = 0; trial < 3000; ++trial) {
    const auto size = static_cast<std::uint32_t>(2 + random.below(12));
    const Edges edges = random_edges(random, size);
    const Graph graph = graph_of(edges, size);
    Ids roots;
    for (std::size_t i = random.below(4); i > 0; --i)
      roots.push_back(static_cast<std::uint32_t>(random.below(size)));
    const Subset closed = closure_of(graph, tight, roots);
    for (const std::uint32_t root : roots) ASSERT_TRUE(closed.contains(root));
    ASSERT_TRUE(is_closed(edges, closed)) << trial;
    ASSERT_EQ(closure_of(graph, tight, closed.elements()), closed) << trial;
    for (const auto& [from, to] : edges.wants) {
      Subset with = closed;
      with.insert(to);
      ASSERT_FALSE(closed.contains(from) && !closed.contains(to) && is_closed(edges, with))
          << trial << ": " << to << " would have been free";
    }
  }
}

TEST(Graph, WithoutChoicesNothingIsKeptInVain) {
  Random random(4);
  for (std::size_t trial = 0; trial < 1000; ++trial) {
    const std::uint32_t size = 8;
    Edges edges = random_edges(random, size);
    edges.any.clear();
    edges.wants.clear();
    const Graph graph = graph_of(edges, size);
    const auto root = static_cast<std::uint32_t>(random.below(size));
    // The smallest closed set around the root is what all of them have in common.
    Subset common = Subset::all(size);
    for (std::uint32_t mask = 0; mask < 1u << size; ++mask) {
      Subset kept = Subset::none(size);
      for (std::uint32_t piece = 0; piece < size; ++piece)
        if (mask >> piece & 1) kept.insert(piece);
      if (kept.contains(root) && is_closed(edges, kept)) common &= kept;
    }
    ASSERT_EQ(closure_of(graph, tight, Ids{root}), common);
  }
}

TEST(Graph, ClosesTwentyThousandPiecesAndAHundredThousandEdgesInFiveMilliseconds) {
  const std::uint32_t size = 20'000;
  Random random(1);
  GraphBuilder builder(ones(size));
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    const auto from = static_cast<std::uint32_t>(1 + random.below(size - 1));
    builder.needs(from, static_cast<std::uint32_t>(random.below(from)), i % 4 ? tight : loose);
  }
  for (std::uint32_t piece = 1; piece < size; ++piece) builder.needs(piece, piece - 1, tight);
  const Graph graph = builder.build();
  const std::uint32_t last = size - 1;
  double fastest = 1;
  for (int trial = 0; trial < 10; ++trial) {
    const double start = cpu_seconds();
    const Subset kept = closure_of(graph, loose, std::span(&last, 1));
    fastest = std::min(fastest, cpu_seconds() - start);
    ASSERT_EQ(kept.count(), size);
  }
#ifdef __SANITIZE_ADDRESS__
  EXPECT_LT(fastest, 0.025) << "sanitizers make it several times as slow";
#else
  EXPECT_LT(fastest, 0.005);
#endif
}

TEST(Graph, EdgesThatAreLearnedAreTight) {
  GraphBuilder builder({1, 1, 1, 1});
  builder.needs(3, 2, Strength::tight);
  builder.needs(3, 0, Strength::bodies);
  builder.needs(2, 0, Strength::loose);
  const Graph graph = builder.build();
  const Graph learned = graph.with({{2, 1}, {3, 1}, {9, 0}, {1, 9}, {1, 1}});
  const Graph::Id root = 3;
  const auto kept = [&](const Graph& g, Strength strength) {
    return closure_of(g, strength, std::span(&root, 1)).elements();
  };
  EXPECT_EQ(kept(graph, Strength::tight), (Ids{2, 3}));
  EXPECT_EQ(kept(learned, Strength::tight), (Ids{1, 2, 3}));
  EXPECT_EQ(kept(graph, Strength::bodies), (Ids{0, 2, 3}));
  EXPECT_EQ(kept(learned, Strength::bodies), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(kept(learned, Strength::loose), (Ids{0, 1, 2, 3}));
  EXPECT_EQ(learned.edges(), graph.edges() + 2);
}

}  // namespace
}  // namespace whittle
