/// The values that gallop is composed of, each alone.
#include <cmath>
#include <gtest/gtest.h>

#include "algorithms/gallop.h"

namespace whittle {
namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers numbers(const ElementGroup& group) {
  return {group.elements().begin(), group.elements().end()};
}

Subset subset(std::size_t size, const Numbers& elements) {
  Subset result = Subset::none(size);
  for (const std::uint32_t element : elements) result.insert(element);
  return result;
}

TEST(ElementGroup, IsSplitFromTheFrontAndJoinedOnlyWhereItWasSplit) {
  ElementGroup rest = ElementGroup::of({9, 8, 7, 6});
  const ElementGroup first = rest.take_front(1), second = rest.take_front(2);
  EXPECT_EQ(numbers(rest), (Numbers{6}));
  EXPECT_FALSE(rest.put_back(first));
  EXPECT_FALSE(rest.put_back(ElementGroup::of({8, 7})));
  EXPECT_TRUE(rest.put_back(second));
  EXPECT_TRUE(rest.put_back(first));
  EXPECT_EQ(numbers(rest), (Numbers{9, 8, 7, 6}));
}

TEST(ElementGroup, CountsTheDistanceFromTheLastNeededElementOfTheListOrBeforeIt) {
  ElementGroup group = ElementGroup::of({9, 8, 7, 6}, 5);
  EXPECT_EQ(group.distance_from(Subset::none(10)), 5u);
  group.take_front(3);
  EXPECT_EQ(group.distance_from(Subset::none(10)), 8u);
  EXPECT_EQ(group.distance_from(subset(10, {7, 6})), 1u);
  EXPECT_EQ(group.distance_from(subset(10, {9})), 3u);
}

// 0 holds 1 and 4; 1 holds 2 and 3; 5 is alone.
const std::vector<std::uint32_t> in_preorder = {Elements::no_parent, 0, 1, 1, 0,
                                                Elements::no_parent};
// 0 holds 2 and 3, 1 holds 4, level by level: the preorder is 0 2 3 1 4.
const std::vector<std::uint32_t> by_level = {Elements::no_parent, Elements::no_parent, 0, 0, 1};

TEST(Nesting, KnowsRootsChildrenAndEverythingBelow) {
  const Nesting nesting(Elements(std::vector<Weight>(6, 1), in_preorder));
  EXPECT_EQ(nesting.roots(), (Numbers{0, 5}));
  EXPECT_EQ(Numbers(nesting.children(1).begin(), nesting.children(1).end()), (Numbers{2, 3}));
  EXPECT_TRUE(nesting.children(5).empty());
  Subset kept = Subset::all(6);
  nesting.erase(kept, Numbers{1, 5});
  EXPECT_EQ(kept.elements(), (Numbers{0, 4}));
}

TEST(Nesting, SortsAndErasesByThePlaceInTheDocumentNotByNumber) {
  const Nesting nesting(Elements(std::vector<Weight>(5, 1), by_level));
  Numbers all = {4, 3, 2, 1, 0};
  nesting.sort(all);
  EXPECT_EQ(all, (Numbers{0, 2, 3, 1, 4}));
  Subset kept = Subset::all(5);
  nesting.erase(kept, Numbers{0});
  EXPECT_EQ(kept.elements(), (Numbers{1, 4}));
}

TEST(Nesting, AListHasOnlyRoots) {
  const Nesting nesting{Elements(3)};
  EXPECT_FALSE(nesting.is_forest());
  EXPECT_EQ(nesting.roots(), (Numbers{0, 1, 2}));
  EXPECT_TRUE(nesting.children(0).empty());
}

TEST(ElementPool, GivesFirstWhatWasGivenLast) {
  const Subset kept = Subset::all(10);
  ElementPool pool;
  pool.give(ElementGroup::of({3, 2, 1}));
  pool.give(ElementGroup::of({9, 8}));
  pool.give(ElementGroup());
  EXPECT_EQ(pool.size(), 5u);
  EXPECT_EQ(numbers(pool.take(1, 1, kept, true)), (Numbers{9}));
  EXPECT_EQ(numbers(pool.take(3, 1, kept, true)), (Numbers{8, 3, 2}));
  EXPECT_EQ(numbers(pool.take(9, 1, kept, true)), (Numbers{1}));
  EXPECT_TRUE(pool.empty());
}

TEST(ElementPool, JoinsAGroupWithTheOneItWasTakenFrom) {
  ElementPool pool;
  pool.give(ElementGroup::of({5, 4, 3, 2}));
  pool.give(pool.take(2, 1, Subset::all(6), true));
  EXPECT_EQ(pool.groups().size(), 1u);
  EXPECT_EQ(numbers(pool.top()), (Numbers{5, 4, 3, 2}));
}

TEST(ElementPool, DropsElementsThatWereRemovedUnlessItIsPromisedThatThereAreNone) {
  ElementPool pool;
  pool.give(ElementGroup::of({5, 4, 3, 2, 1}));
  const Subset kept = subset(6, {1, 2, 4});
  EXPECT_EQ(numbers(pool.take(2, 7, kept, false)), (Numbers{4, 2}));
  EXPECT_EQ(pool.size(), 1u);
  pool.give(ElementGroup::of({5, 3}));
  EXPECT_TRUE(pool.take(1, 7, Subset::none(6), false).empty());
  EXPECT_TRUE(pool.empty());
}

TEST(NeedOdds, ExpectsNeededElementsNearNeededOnes) {
  NeedOdds odds(Elements(100), {});
  for (int i = 0; i < 20; ++i) {
    odds.saw(1, 0, true);
    for (std::size_t distance = 8; distance < 16; ++distance) odds.saw(distance, 0, false);
  }
  EXPECT_GT(odds.need(1, 0), 0.8);
  EXPECT_LT(odds.need(8, 0), 0.05);
  EXPECT_LT(odds.need(8, 0), odds.need(2, 0));
}

TEST(NeedOdds, SizesAGroupSoThatItSucceedsAboutHalfOfTheTime) {
  NeedOdds odds(Elements(1000), {});
  const ElementPool pool = [] {
    ElementPool all;
    all.give(ElementGroup::of(Subset::all(1000).elements()));
    return all;
  }();
  const std::size_t size = odds.even_size(pool.groups(), 1, 1000);
  ElementPool copy = pool;
  EXPECT_NEAR(odds.all_free(copy.take(size, 1, Subset::all(1000), true), 1), 0.5, 0.02);
  EXPECT_EQ(odds.even_size(pool.groups(), 1, 3), 3u);
  odds.restart({.needed = 9, .seen = 10});
  EXPECT_EQ(odds.even_size(pool.groups(), 1, 1000), 1u);
}

TEST(NeedOdds, UsesChancesUntilItIsToldToForgetThem) {
  const Numbers both = {0, 1};
  NeedOdds odds(Elements(2).with_chances({0.95f, 0.1f}), both);
  EXPECT_FALSE(odds.expected_most());
  EXPECT_LT(odds.need(1, 0), 0.2);
  EXPECT_GT(odds.need(1, 1), 0.8);
  odds.forget_chances();
  EXPECT_EQ(odds.need(1, 0), odds.need(1, 1));
  EXPECT_TRUE(NeedOdds(Elements(2).with_chances({0.2f, 0.1f}), both).expected_most());
}

TEST(WeightSieve, LetsTheHeavyOnesThroughHeaviestFirstAndTheLightOnesWait) {
  std::vector<Weight> weights(10, 1);
  weights[3] = 40;
  weights[5] = 900;
  weights[7] = 45;
  WeightSieve sieve{Elements(weights)};
  Numbers all = Subset::all(10).elements();
  EXPECT_TRUE(sieve.find_heavy(all));
  sieve.sift(all);
  EXPECT_EQ(all, (Numbers{5, 3, 7})) << "3 and 7 weigh about the same and keep their order";
  EXPECT_EQ(sieve.take_waiting(), (Numbers{0, 1, 2, 4, 6, 8, 9}));
  EXPECT_FALSE(sieve.find_heavy(Numbers(40, 0u))) << "each is 1/40 of the total";
}

TEST(NarrowingSearch, BlamesTheRestIfAllPartsBeforeItCouldBeRemoved) {
  NarrowingSearch search;
  search.add(ElementGroup::of({4, 3, 2, 1}), 2);
  const auto part = search.next_part();
  EXPECT_EQ(numbers(part->group), (Numbers{4, 3}));
  EXPECT_FALSE(search.next_part()) << "the last part is never asked about";
  const auto rest = search.part_removed(part->id);
  ASSERT_TRUE(rest);
  EXPECT_EQ(numbers(*rest), (Numbers{2, 1}));
  EXPECT_EQ(search.size(), 0u);
}

TEST(NarrowingSearch, WaitsForAllPartsThatAreAskedAboutSideBySide) {
  NarrowingSearch search;
  search.add(ElementGroup::of({6, 5, 4, 3, 2}), 2);
  const auto first = search.next_part(), second = search.next_part();
  EXPECT_FALSE(search.part_removed(first->id));
  EXPECT_EQ(numbers(*search.part_removed(second->id)), (Numbers{2}));
}

TEST(NarrowingSearch, GivesBackTheRestIfAPartFails) {
  NarrowingSearch search;
  search.add(ElementGroup::of({6, 5, 4, 3}), 1);
  search.add(ElementGroup::of({2, 1}), 1);
  const auto first = search.next_part(), second = search.next_part();
  EXPECT_EQ(numbers(search.part_failed(first->id)), (Numbers{4, 3}));
  EXPECT_TRUE(search.part_failed(first->id).empty()) << "its search has ended";
  EXPECT_FALSE(search.part_removed(second->id));
  const auto rests = search.give_up();
  ASSERT_EQ(rests.size(), 1u);
  EXPECT_EQ(numbers(rests[0]), (Numbers{2, 1}));
}

/// A question on what the ledger has merged so far.
OpenQuestion question(const MergeLedger& ledger, const Numbers& removed) {
  Subset kept = *ledger.merged();
  for (const std::uint32_t element : removed) kept.erase(element);
  return {.kept = std::make_shared<const Subset>(kept),
          .group = removed.empty() ? ElementGroup() : ElementGroup::of(removed),
          .stamp = ledger.stamp(),
          .purpose = {}};
}

const Nesting eight_in_a_list{Elements(8)};

TEST(MergeLedger, OneQuestionAtATimeIsAlwaysProven) {
  MergeLedger ledger(8, false);
  ledger.accept(question(ledger, {0, 1}), eight_in_a_list);
  ledger.accept(question(ledger, {7}), eight_in_a_list);
  EXPECT_TRUE(ledger.is_proven());
  EXPECT_EQ(ledger.best().elements(), (Numbers{2, 3, 4, 5, 6}));
}

TEST(MergeLedger, MergesTwoRemovalsAndALaterSuccessProvesThem) {
  MergeLedger ledger(8, true);
  const OpenQuestion a = question(ledger, {0, 1}), b = question(ledger, {2});
  ledger.accept(a, eight_in_a_list);
  ledger.accept(b, eight_in_a_list);
  EXPECT_FALSE(ledger.is_proven());
  EXPECT_EQ(ledger.merged()->elements(), (Numbers{3, 4, 5, 6, 7}));
  EXPECT_EQ(ledger.best().count(), 6u) << "only what was tested can be the best";
  ledger.accept(question(ledger, {}), eight_in_a_list);
  EXPECT_TRUE(ledger.is_proven());
  EXPECT_EQ(ledger.best().count(), 5u);
}

TEST(MergeLedger, ARefutedMergeBlamesItsStepsAndLeavesLaterOnesUndecided) {
  MergeLedger ledger(8, true);
  const OpenQuestion a = question(ledger, {0}), b = question(ledger, {1}),
                     c = question(ledger, {2});
  ledger.accept(a, eight_in_a_list);
  ledger.accept(b, eight_in_a_list);
  const OpenQuestion merge = question(ledger, {});
  ledger.accept(c, eight_in_a_list);
  ASSERT_TRUE(ledger.is_unproven(merge.stamp));
  const auto refuted = ledger.refute(merge.stamp);
  EXPECT_EQ(refuted.to_blame, (Numbers{0, 1})) << "c proved itself without them";
  ASSERT_EQ(refuted.undecided.size(), 1u);
  EXPECT_EQ(numbers(refuted.undecided[0]), (Numbers{2})) << "removed after the merge was asked";
  EXPECT_EQ(ledger.merged()->elements(), (Numbers{0, 1, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(ledger.is_proven());
}

TEST(MergeLedger, IsDoubtfulAfterSixFailuresOnAnUnprovenMerge) {
  MergeLedger ledger(8, true);
  for (int i = 0; i < 6; ++i) {
    EXPECT_FALSE(ledger.is_doubtful());
    ledger.doubt();
  }
  EXPECT_TRUE(ledger.is_doubtful());
  ledger.accept(question(ledger, {1}), eight_in_a_list);
  EXPECT_FALSE(ledger.is_doubtful());
}

TEST(NeededElements, AreTriedAgainIfSomethingWasRemovedSinceTheyWereFound) {
  NeededElements needed(8, true);
  EXPECT_TRUE(needed.add(5, 1));
  needed.add(3, 2);
  needed.add(1, 3);
  needed.add(0, 1);
  const Subset kept = subset(8, {1, 3, 5});
  needed.refute_after(2);
  const auto revisit = needed.to_revisit(kept, 2);
  EXPECT_EQ(revisit.refuted, (Numbers{1}));
  EXPECT_EQ(revisit.outdated, (Numbers{5}));
  EXPECT_EQ(needed.latest(2, kept), (Numbers{1, 3}));
  EXPECT_EQ(needed.since(2, kept), (Numbers{3, 1}));
  needed.release(Numbers{5});
  EXPECT_FALSE(needed.set().contains(5));
  EXPECT_FALSE(needed.add(5, 4)) << "its children were opened already";
}

TEST(Leaps, AreDueWhileMostElementsProveNeededAndBecomeRarer) {
  Leaps leaps(false), patient(true);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(leaps.is_due(0.9));
    leaps.found_needed();
    patient.found_needed();
  }
  EXPECT_FALSE(leaps.is_due(0.4));
  EXPECT_FALSE(patient.is_due(0.9));
  EXPECT_TRUE(leaps.is_due(0.9));
  for (int i = 0; i < 4; ++i) leaps.found_needed();
  EXPECT_FALSE(leaps.is_due(0.9));
}

TEST(Strides, ASpreadAsksAboutEverythingThenEighthsThenSixteenths) {
  EXPECT_FALSE(Strides::can_spread(100));
  Strides strides;
  strides.begin_spread(1024);
  EXPECT_EQ(strides.take_length(), 1024u);
  strides.failed(Subset::all(1024).elements());
  EXPECT_EQ(strides.take_kept().size(), 1024u);
  EXPECT_FALSE(strides.next_lap(1024));
  EXPECT_EQ(strides.take_length(), 128u);
  for (int i = 0; i < 3; ++i) strides.failed({});
  EXPECT_TRUE(strides.is_in_vain());
  EXPECT_FALSE(strides.next_lap(1024));
  EXPECT_EQ(strides.take_length(), 64u);
  strides.removed();
  strides.failed({});
  const auto rate = strides.next_lap(200);
  ASSERT_TRUE(rate) << "16 strides of 200 elements are too short";
  EXPECT_NEAR(*rate, std::log(2) / 64, 1e-9) << "half of the strides of 64 could be removed";
}

TEST(Strides, OnAChaoticTestGetShorterAfterSixteenFailuresAndEndAfterThreeLengthsInVain) {
  Strides strides;
  strides.begin_chaotic();
  EXPECT_TRUE(strides.next_chaotic(800, 4));
  EXPECT_EQ(strides.take_length(), 100u);
  for (int i = 0; i < 8; ++i) strides.failed({});
  EXPECT_TRUE(strides.next_chaotic(800, 5));
  EXPECT_EQ(strides.take_length(), 75u) << "the first one starts at another place";
  EXPECT_EQ(strides.take_length(), 100u);
  strides.removed();
  EXPECT_TRUE(strides.next_chaotic(700, 8));
  EXPECT_EQ(strides.take_length(), 100u) << "it pays";
  for (const std::size_t length : {50u, 25u, 0u}) {
    for (int i = 0; i < 16; ++i) strides.failed({});
    EXPECT_EQ(strides.next_chaotic(700, 8), length > 0);
    if (length > 0) {
      EXPECT_EQ(strides.take_length(), length);
    }
  }
}

/// A trial at width 4 of which `needed` of eight elements are found needed again.
WidthTrial::TrialVerdict verdict_if_needed(std::size_t needed) {
  WidthTrial trial(4, true);
  for (int i = 0; i < 8; ++i) {
    EXPECT_TRUE(trial.wants_check());
    trial.checked(i < 2);
  }
  EXPECT_TRUE(trial.is_due());
  trial.drain();
  EXPECT_TRUE(trial.asks_one_at_a_time());
  Numbers latest = Subset::all(8).elements();
  trial.begin(latest, 8);
  Subset again = Subset::none(8);
  again.insert_range(0, needed);
  return trial.judge(again, again, 9);
}

TEST(WidthTrial, GivesUpTheWidthIfManyElementsCanBeRemovedOneAtATime) {
  // One at a time gets log2(5) / 4 = 58 % of the outcomes at width 4, and 10 % are in its favour.
  EXPECT_EQ(verdict_if_needed(5), WidthTrial::TrialVerdict::one_at_a_time);
  EXPECT_EQ(verdict_if_needed(6), WidthTrial::TrialVerdict::merge_on);
}

TEST(WidthTrial, IsNotBegunOnFewElementsNorAtALargeWidth) {
  WidthTrial trial(4, true);
  Numbers few = {1, 2, 3};
  trial.drain();
  trial.begin(few, 8);
  EXPECT_FALSE(trial.asks_one_at_a_time());
  EXPECT_TRUE(WidthTrial(22, true).may_narrow());
  EXPECT_FALSE(WidthTrial(23, true).may_narrow());
  EXPECT_FALSE(WidthTrial(4, false).may_narrow());
}

TEST(OpenQuestions, AChangeIsNotSeenByCopies) {
  OpenQuestions open;
  open.add({.kept = nullptr, .group = ElementGroup::of({1}), .purpose = {}});
  OpenQuestions copy = open;
  open.change([](OpenQuestion& question) { question.refuted = true; });
  EXPECT_TRUE(open[0].refuted);
  EXPECT_FALSE(copy[0].refuted);
  EXPECT_TRUE(open.any_about_groups());
  EXPECT_FALSE(open.any_about_merge());
  EXPECT_EQ(open.take()->group.size(), 1u);
  EXPECT_TRUE(open.empty());
}

}  // namespace
}  // namespace whittle
