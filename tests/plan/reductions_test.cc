#include "plan/reductions.h"

#include <gtest/gtest.h>
#include <set>

#include "algorithms/ddmin.h"
#include "algorithms/gallop.h"

namespace whittle {
namespace {

/// Asks until the end; interesting are the subsets that keep all of `needed`.
std::pair<std::vector<std::uint32_t>, std::size_t> reduce(AnyReduction reduction,
                                                          std::set<std::uint32_t> needed) {
  std::size_t queries = 0;
  while (auto query = reduction.next_query()) {
    ++queries;
    reduction.observe(outcome_of(
        std::ranges::all_of(needed, [&](std::uint32_t e) { return query->kept.contains(e); })));
  }
  return {reduction.best().elements(), queries};
}

using Numbers = std::vector<std::uint32_t>;

TEST(AndNone, AsksAboutNoneWhereDdminDoesNot) {
  EXPECT_EQ(reduce(Ddmin(1), {}).first, Numbers{0});
  EXPECT_EQ(reduce(AndNone(Ddmin(1), AndNone::When::last), {}).first, Numbers{});
  EXPECT_EQ(reduce(AndNone(Ddmin(1), AndNone::When::last), {0}).first, Numbers{0});
  EXPECT_EQ(reduce(AndNone(Ddmin(9), AndNone::When::last), {}).first, Numbers{});
}

TEST(AndNone, AsksOnceWhenNoneWillDoAtFirst) {
  EXPECT_EQ(reduce(AndNone(Ddmin(9), AndNone::When::first), {}), std::pair(Numbers{}, 1ul));
}

TEST(AndNone, AsksOneQueryMoreIfSomethingIsNeeded) {
  const auto alone = reduce(Ddmin(9), {3, 4});
  EXPECT_EQ(reduce(AndNone(Ddmin(9), AndNone::When::first), {3, 4}),
            std::pair(alone.first, alone.second + 1));
  EXPECT_EQ(reduce(AndNone(Ddmin(9), AndNone::When::last), {3, 4}), alone);
}

/// Elements of weight 1, which are nearly nothing of a document of which a test costs `price`.
WhileItPays paid(std::size_t size, double price) {
  constexpr double document = 1e6;
  return {Gallop(whittle::Elements(size)),
          std::vector<Weight>(size, 1),
          {document, price / document, 8}};
}

TEST(WhileItPays, GivesUpWhenNothingCanGo) {
  std::set<std::uint32_t> all;
  for (std::uint32_t e = 0; e < 64; ++e) all.insert(e);
  EXPECT_EQ(reduce(paid(64, 1), all).second, 8u);
}

TEST(WhileItPays, SaysWhetherItGaveUpOrHasNothingLeftToAsk) {
  AnyReduction reduction = paid(64, 1);
  EXPECT_FALSE(reduction.gave_up());
  for (int refused = 0; refused < 8; ++refused) reduction.observe(Outcome::uninteresting);
  EXPECT_TRUE(reduction.gave_up());
  AnyReduction done = paid(1, 1);
  done.observe(Outcome::interesting);
  EXPECT_FALSE(done.gave_up());
  EXPECT_FALSE(AnyReduction(Gallop(whittle::Elements(3))).gave_up());
}

TEST(WhileItPays, DoesNotHinderWhatPays) {
  EXPECT_EQ(reduce(paid(200, 1), {17, 90}), reduce(Gallop(whittle::Elements(200)), {17, 90}));
}

TEST(WhileItPays, GivesUpWhatRemovesLessThanItsPrice) {
  std::set<std::uint32_t> every_other;
  for (std::uint32_t e = 0; e < 200; e += 2) every_other.insert(e);
  EXPECT_LT(reduce(paid(200, 2), every_other).second, 20u);
  EXPECT_GT(reduce(paid(200, 0.25), every_other).second, 200u);
}

TEST(WhileItPays, WhatAGreatSuccessEarnsIsNotSavedForLater) {
  // From the end to the front: 900 that can be removed, then some that cannot.
  std::set<std::uint32_t> needed;
  for (std::uint32_t e = 0; e < 100; ++e) needed.insert(e);
  AnyReduction reduction = paid(1000, 1);
  std::size_t refused_since = 0;
  while (auto query = reduction.next_query()) {
    const bool fine =
        std::ranges::all_of(needed, [&](std::uint32_t e) { return query->kept.contains(e); });
    refused_since = fine ? 0 : refused_since + 1;
    reduction.observe(outcome_of(fine));
  }
  EXPECT_EQ(reduction.best().count(), 100u);
  EXPECT_LE(refused_since, 8u);
}

TEST(NotAll, NeverAsksAboutAGroupWithoutAnyOfItsElements) {
  AnyReduction reduction = not_all(AndNone(Ddmin(6), AndNone::When::first), {{1, 2}, {4}}, {});
  while (auto query = reduction.next_query()) {
    EXPECT_TRUE(query->kept.contains(1) || query->kept.contains(2));
    EXPECT_TRUE(query->kept.contains(4));
    reduction.observe(Outcome::interesting);
  }
  EXPECT_EQ(reduction.best().count(), 2u);
}

TEST(NotAll, LetsAGroupGoWithWhatIsAroundIt) {
  const std::vector<std::uint32_t> parents{whittle::Elements::no_parent, 0, 1};
  EXPECT_EQ(reduce(not_all(AndNone(Ddmin(3), AndNone::When::first), {{2}}, parents), {}).first,
            Numbers{});
  EXPECT_EQ(reduce(not_all(AndNone(Ddmin(3), AndNone::When::first), {{2}}, parents), {0, 1}).first,
            (Numbers{0, 1, 2}));
}

TEST(NoneDangling, NeverAsksAboutAnElementWithoutWhatItNeeds) {
  // 0 needs 1 or 2; 3 is needed by something that is always there.
  AnyReduction reduction =
      none_dangling(AndNone(Ddmin(5), AndNone::When::first), {{0, {1, 2}}, {Need::everybody, {3}}});
  std::size_t asked = 0;
  while (auto query = reduction.next_query()) {
    ++asked;
    EXPECT_TRUE(query->kept.contains(3));
    EXPECT_TRUE(!query->kept.contains(0) || query->kept.contains(1) || query->kept.contains(2));
    reduction.observe(Outcome::interesting);
  }
  EXPECT_GT(asked, 0u);
  EXPECT_EQ(reduction.best().elements(), (std::vector<std::uint32_t>{3}));
}

TEST(FirstOf, RemovesTheFirstThatCanGoAndNoOther) {
  EXPECT_EQ(reduce(FirstOf(4), {0, 1}), std::pair(Numbers({0, 1, 3}), 3ul));
  EXPECT_EQ(reduce(FirstOf(2), {0, 1}), std::pair(Numbers({0, 1}), 2ul));
  EXPECT_EQ(reduce(FirstOf(0), {}), std::pair(Numbers{}, 0ul));
}

}  // namespace
}  // namespace whittle
