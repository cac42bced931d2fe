// Every predicate on four elements, monotone or not, for every algorithm and choice.
#include "support/reductions.h"

#include <gtest/gtest.h>
#include <map>

#include "base/random.h"
#include "support/every_reduction.h"

namespace whittle {
namespace {

/// A plain search: can a single element go?
bool single_can_go(const Subset& result, const Predicate& predicate, bool even_the_last) {
  if (result.count() == 1 && !even_the_last) return false;
  for (std::uint32_t element : result.elements()) {
    Subset smaller = result;
    smaller.erase(element);
    if (predicate(smaller)) return true;
  }
  return false;
}

/// Runs to the end and checks everything promised. Each query is asked twice, and each outcome told
/// to a copy as well, which must then ask the same.
void check(const Contender& contender, const Elements& elements, const Predicate& predicate) {
  const std::size_t size = elements.count();
  AnyReduction reduction = contender.make(elements);
  Subset smallest = Subset::all(size);
  std::size_t count = 0;
  std::optional<Query> query = reduction.next_query();
  for (; query; ++count) {
    ASSERT_LE(count, contender.most_queries(size)) << "asks too much";
    ASSERT_EQ(query->kept.size(), size);
    ASSERT_NE(query->kept, Subset::all(size)) << "asks about everything";
    ASSERT_TRUE(0 <= query->likelihood && query->likelihood <= 1);
    const Outcome outcome = outcome_of(predicate(query->kept));
    if (outcome == Outcome::interesting) {
      ASSERT_LT(query->kept.count(), smallest.count()) << "asks about what it could not use";
      smallest = query->kept;
    }
    AnyReduction copy = reduction;
    copy.observe(outcome);
    ASSERT_EQ(reduction.next_query(), query) << "asking changed it, or its copy did";
    reduction.observe(outcome);
    ASSERT_EQ(reduction.best(), smallest);
    query = reduction.next_query();
    ASSERT_EQ(copy.next_query(), query) << "a copy asks something else";
    ASSERT_EQ(copy.best(), smallest);
  }
  if (contender.promise >= Promise::one_minimal_nonempty) {
    const bool even_the_last = contender.promise == Promise::one_minimal;
    ASSERT_FALSE(single_can_go(smallest, predicate, even_the_last)) << "not 1-minimal";
  }
}

class EveryReduction : public testing::TestWithParam<Contender> {};

TEST_P(EveryReduction, KeepsItsPromisesForEveryPredicateOnUpToFourElements) {
  for (std::size_t size : {0u, 1u, 2u, 3u, 4u}) {
    std::vector<Weight> weights{3, 1, 4, 2};
    weights.resize(size);
    const Elements elements(weights);
    for (const TablePredicate& predicate : every_predicate(size)) {
      check(GetParam(), elements, predicate);
      if (HasFatalFailure()) {
        ADD_FAILURE() << "on " << size << " elements, predicate " << predicate.table;
        return;
      }
    }
  }
}

TEST_P(EveryReduction, FindsExactlyWhatIsNeededWhenElementsAreIndependent) {
  Random random(5);
  for (std::size_t trial = 0; trial < 200; ++trial) {
    const std::size_t size = 1 + random.below(80);
    const double density = random.unit() * random.unit();
    Subset needed = Subset::none(size);
    std::vector<Weight> weights;
    for (std::size_t element = 0; element < size; ++element) {
      weights.push_back(static_cast<Weight>(random.below(20)));
      if (random.unit() < density) needed.insert(element);
    }
    if (GetParam().promise <= Promise::one_minimal_nonempty && needed.empty())
      needed.insert(random.below(size));
    const Predicate predicate = [&](const Subset& kept) { return needed.is_subset_of(kept); };
    check(GetParam(), Elements(weights), predicate);
    if (HasFatalFailure()) return;
    if (GetParam().promise == Promise::interesting) continue;
    ASSERT_EQ(run(GetParam().make(Elements(weights)), predicate).result, needed);
  }
}

TEST_P(EveryReduction, KeepsItsPromisesForRandomPredicates) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::size_t size = 5 + random.below(40);
    const std::uint64_t interesting_in_ten = 1 + random.below(9);
    // Any answer at random, but always the same for the same candidate.
    std::map<Subset, bool> known{{Subset::all(size), true}};
    const Predicate predicate = [&](const Subset& kept) {
      const auto [place, isnew] = known.try_emplace(kept, false);
      if (isnew) place->second = random.below(10) < interesting_in_ten;
      return place->second;
    };
    std::vector<Weight> weights;
    for (std::size_t element = 0; element < size; ++element)
      weights.push_back(static_cast<Weight>(random.below(9)));
    check(GetParam(), Elements(weights), predicate);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryReduction, testing::ValuesIn(every_reduction()),
                         [](const testing::TestParamInfo<Contender>& contender) {
                           std::string name = contender.param.name;
                           for (char& letter : name)
                             if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
                           return name;
                         });

}  // namespace
}  // namespace whittle
