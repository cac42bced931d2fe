/// The two promises of docs/parallel.md, over every algorithm: what a search is told does not
/// depend on the number of slots or on the order in which tests end.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>

#include "algorithms/combine.h"
#include "base/random.h"
#include "schedule/list_search.h"
#include "schedule/scheduler.h"
#include "support/every_reduction.h"
#include "support/reductions.h"
#include "support/scripted_oracle.h"
#include "support/volume.h"

namespace whittle {
namespace {

/// All of every_reduction.h, and those that ask about more than they keep.
std::vector<Contender> every_contender() {
  std::vector<Contender> list = every_reduction();
  const auto unbounded = [](std::size_t) { return std::size_t{0}; };
  for (std::size_t width : {2u, 3u, 8u})
    list.push_back({"gallop width " + std::to_string(width), Promise::interesting,
                    [=](Elements e) -> AnyReduction { return Gallop(e, {.width = width}); },
                    unbounded});
  list.push_back({"combine", Promise::interesting,
                  [](Elements e) -> AnyReduction { return Combine(e.count()); }, unbounded});
  return list;
}

/// What the search was told, a step each: the candidate as kept elements, and the outcome.
struct ToldSteps : Observer {
  std::vector<std::pair<Hash, bool>> steps;
  void told(const Told& event) override {
    steps.emplace_back(event.candidate, event.outcome == Outcome::interesting);
  }
};

/// The steps of `reduction` if one asks and tells it by hand: the judge of all schedulers.
std::vector<std::pair<Hash, bool>> told_in_sequence(AnyReduction reduction, const EditList& edits,
                                                    const Predicate& predicate) {
  std::vector<std::pair<Hash, bool>> steps;
  while (const auto query = reduction.next_query()) {
    const bool interesting = predicate(query->kept);
    steps.emplace_back(edits.render(query->kept).hash(), interesting);
    reduction.observe(outcome_of(interesting));
  }
  return steps;
}

std::vector<std::pair<Hash, bool>> told_on_slots(const AnyReduction& reduction,
                                                 const Predicate& predicate, std::size_t slots,
                                                 std::uint64_t seed) {
  const std::size_t size = reduction.best().size();
  ScriptedOracle oracle(
      [&](const Document& candidate) {
        return outcome_of(predicate(ListSearch::kept(candidate, size)));
      },
      slots, seed);
  AnySearch search = ListSearch(reduction);
  Memo memo;
  ToldSteps told;
  const auto ending = run(search, oracle, memo, told);
  EXPECT_TRUE(ending && *ending == Ending::finished);
  EXPECT_EQ(oracle.running(), 0u) << "something is left running";
  EXPECT_LE(oracle.most_running(), slots);
  return std::move(told.steps);
}

class SameAnswer : public testing::TestWithParam<Contender> {};

// Every predicate on 1, 2 and 8 slots in several orders takes minutes; WHITTLE_EXHAUSTIVE=1 does
// that. Otherwise the slots and the order change with the predicate, and of an algorithm's choices
// only some see all predicates.
TEST_P(SameAnswer, IsToldForEveryPredicateOnFourElements) {
  const Elements elements({3, 1, 4, 2});
  const AnyReduction reduction = GetParam().make(elements);
  const std::shared_ptr<const EditList> edits = ListSearch(reduction).edits();
  const bool every = takes_everything() || GetParam().promise == Promise::interesting ||
                     GetParam().name == "gallop" ||
                     GetParam().name == "ddmin order 0 direction 0 after 0";
  for (const TablePredicate& predicate : every_predicate(4)) {
    const std::uint64_t number = predicate.table & 0x7fff;
    if (!every && Random(number).below(6) > 0) continue;
    if (takes_a_small_sample() && number % 509 != 0) continue;
    const auto expected = told_in_sequence(reduction, *edits, predicate);
    for (std::size_t slots : {1u, 2u, 8u})
      for (std::uint64_t order : {1u, 2u, 3u}) {
        if (!takes_everything() && number % 9 != 3 * (std::bit_width(slots) / 2) + order % 3)
          continue;
        ASSERT_EQ(told_on_slots(reduction, predicate, slots, order + number), expected)
            << "predicate " << predicate.table << ", " << slots << " slots, order " << order;
      }
  }
}

TEST_P(SameAnswer, IsToldForRandomPredicatesOnThirtyElements) {
  const std::size_t size = 30;
  for (std::uint64_t seed = 0; seed < (takes_a_small_sample() ? 2 : 12); ++seed) {
    Random random(seed);
    const std::uint64_t interesting_in_ten = 1 + random.below(9);
    // Half of them are any answer at random, always the same for a candidate; half are monotone.
    Subset needed = Subset::none(size);
    for (std::size_t element = 0; element < size; ++element)
      if (random.below(10) < interesting_in_ten) needed.insert(element);
    const Predicate predicate = [&](const Subset& kept) {
      if (seed % 2) return needed.is_subset_of(kept);
      std::uint64_t word = seed + 1;
      kept.for_each([&](std::size_t element) { word = Random(word + element).next(); });
      return kept.count() == size || word % 10 < interesting_in_ten;
    };
    std::vector<Weight> weights;
    for (std::size_t element = 0; element < size; ++element)
      weights.push_back(static_cast<Weight>(random.below(9)));
    const AnyReduction reduction = GetParam().make(Elements(weights));
    const std::shared_ptr<const EditList> edits = ListSearch(reduction).edits();
    const auto expected = told_in_sequence(reduction, *edits, predicate);
    for (std::size_t slots : {1u, 2u, 8u, 64u})
      for (std::uint64_t order : {1u, 2u, 3u})
        ASSERT_EQ(told_on_slots(reduction, predicate, slots, order), expected)
            << "seed " << seed << ", " << slots << " slots, order " << order;
  }
}

// With a width of 4 gallop begins by merging and goes on one question at a time.
TEST(SameAnswerOfGallop, IsToldWhereAWidthIsGivenUp) {
  const std::size_t size = 300;
  Random random(4);
  std::vector<std::pair<std::size_t, std::size_t>> uses;
  for (std::size_t e = 1; e < size; ++e)
    uses.emplace_back(e, e - 1 - random.below(std::min<std::size_t>(e, 3)));
  const Predicate predicate = [&](const Subset& kept) {
    return kept.contains(40) && std::ranges::all_of(uses, [&](const auto& use) {
             return !kept.contains(use.first) || kept.contains(use.second);
           });
  };
  const AnyReduction reduction = Gallop(Elements(size), {.width = 4});
  std::size_t merged = 0, alone = 0;
  AnyReduction watched = reduction;
  while (const auto query = watched.next_query()) {
    ++(watched.query_ahead(1) ? merged : alone);
    watched.observe(outcome_of(predicate(query->kept)));
  }
  ASSERT_GT(merged, 10u);
  ASSERT_GT(alone, 20u);
  const auto expected = told_in_sequence(reduction, *ListSearch(reduction).edits(), predicate);
  for (std::size_t slots : {1u, 2u, 4u, 64u})
    for (std::uint64_t order : {1u, 2u})
      ASSERT_EQ(told_on_slots(reduction, predicate, slots, order), expected)
          << slots << " slots, order " << order;
}

INSTANTIATE_TEST_SUITE_P(All, SameAnswer, testing::ValuesIn(every_contender()),
                         [](const testing::TestParamInfo<Contender>& contender) {
                           std::string name = contender.param.name;
                           for (char& letter : name)
                             if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
                           return name;
                         });

}  // namespace
}  // namespace whittle
