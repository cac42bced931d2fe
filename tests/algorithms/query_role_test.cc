/// What algorithms say their queries are for.
#include "base/query_role.h"

#include <gtest/gtest.h>
#include <map>

#include "algorithms/combine.h"
#include "algorithms/registry.h"
#include "support/every_reduction.h"
#include "support/reductions.h"

namespace whittle {
namespace {

/// Each query as "kind round/part: subset".
std::vector<std::string> roles(AnyReduction reduction, const Predicate& predicate) {
  std::vector<std::string> lines;
  while (const auto query = reduction.next_query()) {
    lines.push_back(std::string(name_of(query->role.kind)) + " " +
                    std::to_string(query->role.round) + " " + std::to_string(query->role.part) +
                    "/" + std::to_string(query->role.parts) + ": " + printed(query->kept));
    reduction.observe(outcome_of(predicate(query->kept)));
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(QueryRole, DdminTellsSubsetsComplementsAndRevisitsApart) {
  EXPECT_EQ(roles(Ddmin(4, {.after_success = AfterSuccess::restart}), needs({1, 3})),
            (Lines{
                "subset 0 0/2: 1 2 . .",     "subset 0 1/2: . . 3 4",  "complement 0 0/2: . . 3 4",
                "complement 0 1/2: 1 2 . .", "subset 1 0/4: 1 . . .",  "subset 1 1/4: . 2 . .",
                "subset 1 2/4: . . 3 .",     "subset 1 3/4: . . . 4",  "single 1 0/4: . 2 3 4",
                "single 1 1/4: 1 . 3 4",     "subset 2 0/4: 1 . . .",  "subset 2 2/4: . . 3 .",
                "subset 2 3/4: . . . 4",     "revisit 2 0/4: . . 3 4", "single 2 2/4: 1 . . 4",
                "single 2 3/4: 1 . 3 .",     "subset 3 0/4: 1 . . .",  "subset 3 2/4: . . 3 .",
                "revisit 3 0/4: . . 3 .",    "revisit 3 2/4: 1 . . .",
            }));
}

TEST(QueryRole, OpddNeverRevisits) {
  for (const std::string& line : roles(OnePass(16), needs({3, 9, 10})))
    EXPECT_FALSE(line.starts_with("revisit")) << line;
}

TEST(QueryRole, TheSweepRevisitsFromItsSecondLapOn) {
  // 1 can be removed once 2 has been.
  const Predicate predicate = [](const Subset& kept) {
    return kept.contains(2) && (kept.contains(0) || !kept.contains(1));
  };
  EXPECT_EQ(roles(OneMinimal(3), predicate), (Lines{
                                                 "single 0 0/3: . 2 3",
                                                 "single 0 1/3: 1 . 3",
                                                 "single 0 2/3: 1 . .",
                                                 "revisit 1 0/3: . . 3",
                                                 "revisit 1 2/3: . . .",
                                             }));
}

TEST(QueryRole, CombineSaysWhichQueryIsTheCombination) {
  EXPECT_EQ(roles(Combine(4), needs({3})), (Lines{
                                               "complement 0 0/2: . . 3 4",
                                               "complement 0 1/2: 1 2 . .",
                                               "single 1 0/2: . . . 4",
                                               "single 1 1/2: . . 3 .",
                                           }));
  const auto combined = roles(Combine(8), needs({3, 8}));
  EXPECT_EQ(combined[6], "combination 1 0/4: . . 3 4 . . 7 8");
}

TEST(QueryRole, ARoundOfProbddIsHowOftenItsElementsFailed) {
  // The sizes are those of understanding ProbDD's Table II: 4 elements at 0.25, then 2, then 1.
  AnyReduction probdd = Probdd(8, {.sigma = 0.25});
  std::map<std::uint32_t, std::size_t> largest;
  while (const auto query = probdd.next_query()) {
    std::size_t& size = largest[query->role.round];
    size = std::max(size, probdd.best().count() - query->kept.count());
    probdd.observe(Outcome::uninteresting);
  }
  EXPECT_EQ(largest, (std::map<std::uint32_t, std::size_t>{{0, 4}, {1, 2}, {2, 1}}));
}

TEST(QueryRole, GallopTellsItsSearchesRevisitsAndProofsApart) {
  std::map<QueryKind, std::size_t> kinds;
  const Predicate predicate = [](const Subset& kept) {
    for (std::size_t i = 0; i < 200; i += 9)
      if (!kept.contains(i)) return false;
    return kept.contains(33) || !kept.contains(34);  // 33 can be removed after 34
  };
  for (std::size_t width : {1u, 4u}) {
    Gallop gallop(Elements(200), {.width = width, .direction = Direction::forward});
    while (const auto query = gallop.next_query()) {
      ++kinds[query->role.kind];
      gallop.observe(outcome_of(predicate(query->kept)));
    }
    for (QueryKind kind : {QueryKind::complement, QueryKind::search, QueryKind::revisit})
      EXPECT_GT(kinds[kind], 0u) << name_of(kind) << " at width " << width;
    EXPECT_EQ(kinds[QueryKind::merge_proof] > 0, width > 1);
  }
}

TEST(QueryRole, AChainCountsItsSteps) {
  const auto made = make_reduction({.name = "cdd", .one_minimal = true}, Elements(6));
  AnyReduction chain = *made;
  std::vector<std::uint32_t> steps;
  while (const auto query = chain.next_query()) {
    if (steps.empty() || steps.back() != query->role.step) steps.push_back(query->role.step);
    chain.observe(outcome_of(needs({2, 5})(query->kept)));
  }
  EXPECT_EQ(steps, (std::vector<std::uint32_t>{0, 1}));
}

// Whatever the algorithm, a query's kind says what it does to the elements.
TEST(QueryRole, IsTrueOfWhatIsAsked) {
  Random random(4);
  for (const Contender& contender : every_reduction())
    for (int trial = 0; trial < 20; ++trial) {
      const std::size_t size = 2 + random.below(30);
      Subset needed = Subset::none(size);
      for (std::size_t i = 0; i < size; ++i)
        if (random.below(5) == 0) needed.insert(i);
      AnyReduction reduction = contender.make(Elements(size));
      while (const auto query = reduction.next_query()) {
        const std::size_t now = reduction.best().count(), asked = query->kept.count();
        const QueryRole& role = query->role;
        EXPECT_TRUE(role.kind != QueryKind::single || now - asked == 1) << contender.name;
        EXPECT_TRUE(role.kind != QueryKind::complement || now - asked > 1) << contender.name;
        EXPECT_TRUE(role.parts == 0 ? role.part == 0 : role.part < role.parts) << contender.name;
        reduction.observe(outcome_of(needed.is_subset_of(query->kept)));
      }
    }
}

}  // namespace
}  // namespace whittle
