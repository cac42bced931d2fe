/// Parallel subset removal of "Avoiding the Familiar to Speed Up Test Case Reduction", section V-D.
#include <gtest/gtest.h>

#include "algorithms/combine.h"
#include "base/random.h"
#include "support/reductions.h"

namespace whittle {
namespace {

TEST(Combine, AsksAboutAllChunksOfTheSameBaseAndThenAboutTheCombination) {
  check_steps(Combine(8), needs({3, 8}), R"(
      . . . . 5 6 7 8   no
      1 2 3 4 . . . .   no
      . . 3 4 5 6 7 8   yes   # each against all eight
      1 2 . . 5 6 7 8   no
      1 2 3 4 . . 7 8   yes
      1 2 3 4 5 6 . .   no
      . . 3 4 . . 7 8   yes   # the combination
      . . . 4 . . 7 8   no
      . . 3 . . . 7 8   yes
      . . 3 4 . . . 8   yes
      . . 3 4 . . 7 .   no
      . . 3 . . . . 8   yes
  )");
}

TEST(Combine, CountsCombinationsAsTable2Does) {
  Combine unambiguous(8);
  const auto interesting = needs({3, 8});
  while (const auto query = unambiguous.next_query())
    unambiguous.observe(outcome_of(interesting(query->kept)));
  EXPECT_EQ(unambiguous.unambiguity().trivial, 0u);
  EXPECT_EQ(unambiguous.unambiguity().successful, 2u);
  EXPECT_EQ(unambiguous.unambiguity().unsuccessful, 0u);
  EXPECT_EQ(unambiguous.unambiguity().ratio(), 1);
}

// One of 1 and 2 must stay, and so must 3: each of the first two can go, but not both.
TEST(Combine, TakesACombinationApartThatDoesNotHold) {
  const auto interesting = [](const Subset& kept) {
    return (kept.contains(0) || kept.contains(1)) && kept.contains(2);
  };
  check_steps(Combine(4), interesting, R"(
      . . 3 4   no
      1 2 . .   no
      . 2 3 4   yes
      1 . 3 4   yes
      1 2 . 4   no
      1 2 3 .   yes
      . . 3 .   no     # 1, 2 and 4 together
                       # 1 can go: known; then 2 and 4 cannot go together with it
      . . 3 4   no
      . 2 3 .   yes
  )");
  Combine combine(4);
  while (const auto query = combine.next_query())
    combine.observe(outcome_of(interesting(query->kept)));
  EXPECT_EQ(combine.unambiguity().unsuccessful, 1u);
  EXPECT_EQ(combine.unambiguity().ratio(), 0);
}

TEST(Combine, KeepsItsPromisesForEveryPredicateOnUpToFourElements) {
  for (std::size_t size : {0u, 1u, 2u, 3u, 4u})
    for (const TablePredicate& predicate : every_predicate(size)) {
      Combine combine(size);
      std::size_t smallest = size;
      std::size_t count = 0;
      for (; const auto query = combine.next_query(); ++count) {
        ASSERT_LE(count, 9 * size + 6);
        ASSERT_NE(query->kept, Subset::all(size));
        const bool interesting = predicate(query->kept);
        if (interesting) smallest = std::min(smallest, query->kept.count());
        combine.observe(outcome_of(interesting));
        ASSERT_EQ(combine.best().count(), smallest) << "predicate " << predicate.table;
        ASSERT_TRUE(predicate(combine.best()));
      }
    }
}

TEST(Combine, FindsExactlyWhatIsNeededWhenElementsAreIndependent) {
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t size = 1 + random.below(80);
    const double density = random.unit() * random.unit();
    Subset needed = Subset::none(size);
    for (std::size_t element = 0; element < size; ++element)
      if (random.unit() < density) needed.insert(element);
    const Predicate interesting = [&](const Subset& kept) { return needed.is_subset_of(kept); };
    ASSERT_EQ(run(Combine(size, {.direction = Direction::backward}), interesting).result, needed);
  }
}

TEST(Combine, HasSettledEveryQueryOfAGranularity) {
  Combine combine(64);
  const auto interesting = needs({10, 40, 41});
  while (const auto query = combine.next_query()) {
    std::vector<Query> ahead;
    while (const auto next = combine.query_ahead(ahead.size())) ahead.push_back(*next);
    for (const Query& expected : ahead) {
      ASSERT_EQ(combine.next_query()->kept, expected.kept);
      combine.observe(outcome_of(interesting(expected.kept)));
    }
  }
  EXPECT_EQ(combine.best(), subset_of(64, {10, 40, 41}));
}

}  // namespace
}  // namespace whittle
