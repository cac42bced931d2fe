#include "algorithms/closure.h"

#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "support/reductions.h"

namespace whittle {
namespace {

using enum Strength;

using Needs = std::vector<std::pair<Graph::Id, Graph::Id>>;

/// Edges by the numbers that tables have, from 1.
std::shared_ptr<const Graph> graph_of(std::size_t size, const Needs& edges,
                                      const Needs& loose_edges = {}) {
  GraphBuilder builder(std::vector<Weight>(size, 1));
  for (const auto& [from, to] : edges) builder.needs(from - 1, to - 1, tight);
  for (const auto& [from, to] : loose_edges) builder.needs(from - 1, to - 1, loose);
  return std::make_shared<const Graph>(builder.build());
}

// Nine declarations, the last of which is `main`:
//
//     1 int zero;                4 type string -> 3         7 f -> 5
//     2 type char                5 type list   -> 4         8 g -> 6
//     3 type size -> 2           6 type map    -> 5, 1      9 main -> 7
//
// The compiler crashes if both main and `g` are there: two roots.
const Needs nine = {{3, 2}, {4, 3}, {5, 4}, {6, 5}, {6, 1}, {7, 5}, {8, 6}, {9, 7}};

TEST(Closure, FindsTwoRootsInTheseSteps) {
  check_steps(ClosureReduction(graph_of(9, nine)), needs({8, 9}), R"(
      . . . . . . . . .   no     # no root: not enough
      . 2 3 4 5 . 7 . 9   no     # main, with all it needs; 8 adds 6 and 1, and that is all: a root
      1 2 3 4 5 6 . 8 .   no     # g alone; only 9 is left to add, so it is the other root
      1 . . . . . . . .   no     # all nine are needed; once more from the front
      1 2 3 4 . . . . .   no
      1 2 3 4 5 6 . . .   no
      1 2 3 4 5 6 7 . .   no
      1 2 3 4 5 6 7 8 .   no     # main is a root
      . 2 3 4 5 . 7 . 9   no
      1 2 3 4 5 . 7 . 9   no
      1 2 3 4 5 6 7 . 9   no     # g is the other one, and there is nothing else
  )");
}

// docs/closures.md shows these steps.
TEST(Closure, FindsOneRootInTheseSteps) {
  check_steps(ClosureReduction(graph_of(9, nine)), needs({8}), R"(
      . . . . . . . . .   no     # no root: not enough
      . 2 3 4 5 . 7 . 9   no     # main is not it; 8 adds 6 and 1, and that is all: a root
      1 2 3 4 5 6 . 8 .   yes    # g alone is enough: main and f are removed
      1 . . . . . . . .   no     # once more from the front, in what is left
      1 2 3 4 . . . . .   no
      1 2 3 4 5 . . . .   no
      1 2 3 4 5 6 . . .   no     # so g is needed, and with it all that is left
  )");
}

TEST(Closure, FindsARootInAHeaderInTheseSteps) {
  // Twelve declarations that need nothing, and a crash that needs the fifth: a worst case.
  check_steps(ClosureReduction(graph_of(12, {})), needs({5}), R"(
      . . . . . . . . . . . .       no
      . . . . . . . . . . . 12      no     # one piece from the end
      . . . . . . . . 9 10 11 12    no     # four
      . . . . 5 6 7 8 9 10 11 12    yes    # sixteen are too many: half of what is open
      . . . . . . 7 8 9 10 11 12    no
      . . . . . 6 7 8 9 10 11 12    no     # so 5 is a root
      . . . . 5 . . . . . . .       yes    # alone it is enough
  )");
}

TEST(Closure, ForgetsTheUserWhereOnlyWhatItUsesIsNeeded) {
  // From the end, 4 is the first whose closure has 2; from the front it is 2 itself.
  check_steps(ClosureReduction(graph_of(5, {{4, 3}, {4, 2}})), needs({2}), R"(
      . . . . .   no
      . . . . 5   no
      . 2 3 4 5   yes
      . 2 3 4 .   yes    # the root alone, and the same with tight edges: there are no others
      . 2 . . .   yes    # from the front
  )");
}

TEST(Closure, AsksAboutTightAndLooseClosuresInTurn) {
  check_steps(ClosureReduction(graph_of(6, {{6, 3}}, {{6, 1}})), needs({1, 6}), R"(
      . . . . . .   no
      . . 3 . . 6   no     # without the loose edge
      1 . 3 . . 6   yes    # with it
      . . 3 . . 6   no     # that root without the loose edge: there must be another
      1 . . . . .   no     # there is: 1. From the front
      1 . 3 . . .   no
      . . 3 . . 6   no
  )");
}

TEST(Closure, LeavesOutLooseEdgesIfTightOnesWillDo) {
  check_steps(ClosureReduction(graph_of(6, {{6, 3}}, {{6, 1}})), needs({3, 6}), R"(
      . . . . . .   no
      . . 3 . . 6   yes
      . . 3 . . .   no     # from the front
  )");
}

TEST(Closure, AsksAboutBodiesBetweenTightAndLooseEdges) {
  GraphBuilder builder(std::vector<Weight>(6, 1));
  builder.needs(5, 2, tight);
  builder.needs(2, 1, bodies);
  builder.needs(5, 0, loose);
  check_steps(ClosureReduction(std::make_shared<const Graph>(builder.build())), needs({2, 6}), R"(
      . . . . . .   no
      . . 3 . . 6   no     # tight
      . 2 3 . . 6   yes    # with bodies: the loose phase is left out
      . . 3 . . 6   no     # tight again: 2 must be a root of its own
      . 2 . . . .   no     # from the front
      . 2 3 . . .   no
      . . 3 . . 6   no
  )");
}

TEST(Closure, LooksForMissingBodiesNearTheRootsFirst) {
  // 20 calls 10, whose body 11 calls 19, which calls 18, and so on. Only the body 11 is needed;
  // from the end to the front all the others come before it.
  GraphBuilder builder(std::vector<Weight>(20, 1));
  builder.needs(19, 9, tight);
  builder.needs(9, 10, bodies);
  builder.needs(10, 18, bodies);
  for (Graph::Id body = 18; body > 11; --body) builder.needs(body, body - 1, bodies);
  check_steps(ClosureReduction(std::make_shared<const Graph>(builder.build())), needs({11, 20}), R"(
      . . . . . . . . . . . . . . . . . . . .            no
      . . . . . . . . . 10 . . . . . . . . . 20          no    # tight
      . . . . . . . . . 10 11 12 13 14 15 16 17 18 19 20 yes   # with bodies
      . . . . . . . . . 10 . . . . . . . . . 20          no    # tight again
      . . . . . . . . . 10 11 . . . . . . . . 20         yes   # the nearest body first
      . . . . . . . . . 10 . . . . . . . . . .           no    # from the front
      . . . . . . . . . 10 11 . . . . . . . . .          no
      . . . . . . . . . 10 . . . . . . . . . 20          no
  )");
}

TEST(Closure, GoesOnWithTightClosuresIfEachLooseOneIsEverything) {
  Needs loose_edges;
  for (Graph::Id id = 1; id <= 8; ++id) loose_edges.push_back({id, id % 8 + 1});
  check_steps(ClosureReduction(graph_of(8, {}, loose_edges)), needs({3}), R"(
      . . . . . . . .   no
      . . . . . . . 8   no     # tight; loose ones are not worth a question
      . . . . 5 6 7 8   no
      . . 3 4 5 6 7 8   yes    # half of what is open, and nothing is asked again
      . . . 4 5 6 7 8   no
      . . 3 . . . . .   yes
  )");
}

/// A run in which each refusal is explained with those of `hidden` that the query breaks.
struct Listened {
  std::string asked;  // one line each; "again" for a repair
  Subset result;
};
template <typename Predicate>
Listened listened(ClosureReduction closure, const Needs& hidden, Predicate is_interesting) {
  Listened seen{"\n", Subset::none(0)};
  while (const auto query = closure.next_query()) {
    const bool interesting = is_interesting(query->kept);
    seen.asked += fmt::format("{}{}{}\n", printed(query->kept), interesting ? " yes" : " no",
                              query->role.kind == QueryKind::repair ? " again" : "");
    std::vector<Lack> broken;
    for (const auto& [from, to] : hidden)
      if (query->kept.contains(from - 1) && !query->kept.contains(to - 1))
        broken.push_back({from - 1, to - 1});
    if (interesting || !closure.explain(broken)) closure.observe(outcome_of(interesting));
  }
  seen.result = closure.best();
  return seen;
}

// The graph does not know that 6 needs 4 and that 4 needs 2. The compiler says so.
TEST(Closure, RepairsARefusedCandidateInTheseSteps) {
  const Needs hidden = {{6, 4}, {4, 2}};
  const auto compiles_and_has_6 = [](const Subset& kept) {
    return kept.contains(5) && kept.contains(3) && kept.contains(1);
  };
  EXPECT_EQ(listened(ClosureReduction(graph_of(8, {})), hidden, compiles_and_has_6).asked, R"(
. . . . . . . . no
. . . . . . . 8 no
. . . . 5 6 7 8 no
. . . 4 5 6 7 8 no again
. 2 . 4 5 6 7 8 yes again
. . . . . . 7 8 no
. 2 . 4 . 6 7 8 yes
. 2 . 4 . 6 . . yes
. 2 . . . . . . no
. 2 . 4 . . . . no
)");
}

TEST(Closure, RepairsOneCandidateAtMostThreeTimes) {
  Needs chain;
  for (Graph::Id piece = 2; piece <= 40; ++piece) chain.emplace_back(piece, piece - 1);
  const Listened seen =
      listened(ClosureReduction(graph_of(40, {})), chain, [](const Subset&) { return false; });
  std::size_t in_a_row = 0, most = 0;
  for (std::size_t at = 1; at < seen.asked.size(); at = seen.asked.find('\n', at) + 1) {
    const std::string_view line(seen.asked.data() + at, seen.asked.find('\n', at) - at);
    in_a_row = line.ends_with("again") ? in_a_row + 1 : 0;
    most = std::max(most, in_a_row);
  }
  EXPECT_EQ(most, ClosureReduction::most_repairs);
}

TEST(Closure, WhatCannotBeRepairedIsNoExplanation) {
  ClosureReduction closure(graph_of(6, {{6, 3}}));
  closure.observe(Outcome::uninteresting);
  const auto query = closure.next_query();
  ASSERT_EQ(printed(query->kept), ". . 3 . . 6");
  EXPECT_FALSE(closure.explain({}));
  EXPECT_FALSE(closure.explain({{5, 2}}));                          // it is there
  EXPECT_FALSE(closure.explain({{0, 1}}));                          // who needs it is not
  EXPECT_FALSE(closure.explain({{5, 99}}));                         // there is no such piece
  EXPECT_FALSE(closure.explain({{5, 0}, {5, 1}, {5, 3}, {5, 4}}));  // that would be everything
  EXPECT_EQ(closure.next_query(), query);
}

TEST(Closure, KeepsPinnedPiecesInEveryCandidate) {
  ClosureReduction closure(graph_of(6, {{2, 1}}), {.pinned = {1}});
  while (const auto query = closure.next_query()) {
    EXPECT_TRUE(query->kept.contains(1));
    EXPECT_TRUE(query->kept.contains(0));
    closure.observe(outcome_of(query->kept.contains(4)));
  }
  EXPECT_EQ(printed(closure.best()), "1 2 . . 5 .");
}

TEST(Closure, NeedsFewQuestionsForOneRootAmongTwentyThousandPieces) {
  const std::size_t size = 20'000;
  Needs chain;
  for (Graph::Id piece = 101; piece <= size; ++piece) chain.emplace_back(piece, piece - 100);
  for (const std::size_t root : {20'000, 19'990, 15'000, 5'000, 200}) {
    const auto steps = run(ClosureReduction(graph_of(size, chain)), needs({root}));
    EXPECT_LE(steps.asked.size(), 40) << root;
    EXPECT_LE(steps.result.count(), 2 * (size / 100)) << root;
  }
}

TEST(Closure, EndsSoonWhereItDoesNotPay) {
  const std::size_t size = 20'000;
  std::vector<std::size_t> all;
  for (std::size_t piece = 1; piece <= size; piece += 3) all.push_back(piece);
  const auto steps = run(ClosureReduction(graph_of(size, {})), needs(all));
  EXPECT_LE(steps.asked.size(), 40);
}

/// Needs `roots` pieces, evenly spread over 10,000 that need nothing.
std::size_t questions_for(std::size_t roots, std::size_t most_questions) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < roots; ++i) all.push_back((i + 1) * 10'000 / roots - 7);
  const auto steps =
      run(ClosureReduction(graph_of(10'000, {}), {.most_questions = most_questions}), needs(all));
  return steps.result.count() == roots ? steps.asked.size() : 0;
}

TEST(Closure, FindsTwentyRootsIfThePaceMayBeSlow) {
  EXPECT_EQ(questions_for(20, 0), 0);
  EXPECT_GT(questions_for(20, 400), 0);
}

TEST(Closure, EndsSoonWhereTheRootsFoundShowThatManyMoreAreNeeded) {
  std::vector<std::size_t> all;
  for (std::size_t piece = 1; piece <= 10'000; piece += 40) all.push_back(piece);
  const auto steps =
      run(ClosureReduction(graph_of(10'000, {}), {.most_questions = 400}), needs(all));
  EXPECT_LE(steps.asked.size(), 100);
}

TEST(Closure, EndsSoonWhereEverythingIsRefused) {
  Needs chain;
  for (Graph::Id piece = 2; piece <= 1000; ++piece) chain.emplace_back(piece, piece / 2);
  const auto steps =
      run(ClosureReduction(graph_of(1000, chain)), [](const Subset&) { return false; });
  EXPECT_LE(steps.asked.size(), 30);
  EXPECT_EQ(steps.result, Subset::all(1000));
}

TEST(Closure, AsksNothingIfThereIsNothing) {
  EXPECT_FALSE(ClosureReduction(graph_of(0, {})).next_query());
}

}  // namespace
}  // namespace whittle
