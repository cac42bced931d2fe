#include "algorithms/gallop.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "base/random.h"

namespace whittle {
namespace {

static_assert(AsksAhead<Gallop>);

using Predicate = std::function<bool(const Subset&)>;

constexpr std::size_t widths[] = {1, 2, 3, 4, 8, 64};

struct Drive {
  Subset best;
  std::size_t queries = 0;
  bool best_was_tested = true;  // after every outcome
  bool ahead_was_kept = true;   // what was announced is what was asked
};

/// Drives `gallop` to the end, watching its promises, for at most `limit` queries.
Drive drive(Gallop gallop, const Predicate& interesting, std::size_t width, std::size_t limit) {
  Drive run;
  std::set<Subset> proven = {gallop.best()};
  std::vector<Subset> announced;
  while (run.queries < limit) {
    for (std::size_t i = announced.size(); i < width; ++i) {
      const auto query = gallop.query_ahead(i);
      if (!query) break;
      announced.push_back(query->kept);
    }
    const auto query = gallop.next_query();
    if (!query) break;
    run.ahead_was_kept = run.ahead_was_kept && announced.front() == query->kept;
    announced.erase(announced.begin());
    const bool yes = interesting(query->kept);
    if (yes) proven.insert(query->kept);
    gallop.observe(outcome_of(yes));
    ++run.queries;
    run.best_was_tested = run.best_was_tested && proven.contains(gallop.best());
  }
  run.best = gallop.best();
  return run;
}

Drive drive(const Predicate& interesting, std::size_t size, std::size_t width) {
  return drive(Gallop(Elements(size), {.width = width}), interesting, width, 200 * size + 200);
}

Predicate needs_all(Subset needed) {
  return [needed](const Subset& kept) { return needed.is_subset_of(kept); };
}

Subset draw(Random& random, std::size_t size, std::size_t one_in) {
  Subset subset = Subset::none(size);
  for (std::size_t e = 0; e < size; ++e)
    if (random.below(one_in) == 0) subset.insert(e);
  return subset;
}

/// Answers by a hash of the subset: no rule to it at all, but for everything being interesting.
Predicate arbitrary(std::uint64_t seed, std::uint64_t one_in) {
  return [seed, one_in](const Subset& kept) {
    if (kept.count() == kept.size()) return true;
    Random hash(seed);
    std::uint64_t mixed = hash.next();
    kept.for_each([&](std::size_t e) { mixed = Random(mixed ^ (e + 1)).next(); });
    return Random(mixed).below(one_in) == 0;
  };
}

/// A forest with random parents, near if `reach` is small.
std::vector<std::uint32_t> draw_parents(Random& random, std::size_t size, std::size_t reach) {
  std::vector<std::uint32_t> parents(size, Elements::no_parent);
  for (std::size_t e = 0; e < size; ++e) {
    const std::size_t back = random.below(std::min(e, reach) + 1);
    if (back > 0) parents[e] = static_cast<std::uint32_t>(e - back);
  }
  return parents;
}

/// Interesting if it holds one of several sets.
Predicate any_of(std::vector<Subset> sets) {
  return [sets](const Subset& kept) {
    for (const Subset& set : sets)
      if (set.is_subset_of(kept)) return true;
    return false;
  };
}

bool one_minimal(const Subset& kept, const Predicate& interesting) {
  bool minimal = true;
  kept.for_each([&](std::size_t e) {
    Subset less = kept;
    less.erase(e);
    minimal = minimal && !interesting(less);
  });
  return minimal;
}

TEST(Gallop, AsksNothingOfNoElements) {
  Gallop gallop{Elements(0)};
  EXPECT_FALSE(gallop.next_query());
  EXPECT_EQ(gallop.best().size(), 0u);
}

TEST(Gallop, EndsWithSomethingTestedOnEveryPredicateOfFourElements) {
  for (const std::size_t width : {1, 2, 4})
    for (unsigned predicate = 0; predicate < (1u << 15); ++predicate) {
      const auto interesting = [&](const Subset& kept) {
        unsigned mask = 0;
        kept.for_each([&](std::size_t e) { mask |= 1u << e; });
        return mask == 15 || ((predicate >> mask) & 1);
      };
      const Drive run = drive(interesting, 4, width);
      ASSERT_TRUE(run.best_was_tested) << "predicate " << predicate << " width " << width;
      ASSERT_TRUE(run.ahead_was_kept) << "predicate " << predicate << " width " << width;
      ASSERT_LE(run.queries, 24u) << "predicate " << predicate << " width " << width;
    }
}

TEST(Gallop, FindsExactlyTheNeededElements) {
  Random random(1);
  for (const std::size_t size : {1, 2, 7, 64, 65, 300})
    for (const std::size_t one_in : {1, 2, 5, 40})
      for (const std::size_t width : widths) {
        const Subset needed = draw(random, size, one_in);
        const Drive run = drive(needs_all(needed), size, width);
        ASSERT_EQ(run.best, needed) << "size " << size << " width " << width;
        ASSERT_TRUE(run.best_was_tested);
        ASSERT_TRUE(run.ahead_was_kept);
      }
}

TEST(Gallop, IsOneMinimalOnMonotonePredicates) {
  Random random(2);
  for (int i = 0; i < 1000; ++i)
    for (const std::size_t width : widths) {
      std::vector<Subset> sets;
      for (std::size_t count = 1 + random.below(4); count > 0; --count)
        sets.push_back(draw(random, 40, 1 + random.below(6)));
      const Predicate interesting = any_of(sets);
      const Drive run = drive(interesting, 40, width);
      ASSERT_TRUE(one_minimal(run.best, interesting)) << "width " << width;
    }
}

TEST(Gallop, KeepsJustEnoughWhenOnlyTheCountMatters) {
  for (const std::size_t width : widths) {
    const Drive run = drive([](const Subset& kept) { return kept.count() >= 300; }, 1000, width);
    EXPECT_EQ(run.best.count(), 300u);
    EXPECT_LE(run.queries, width == 1 ? 360 : 700 + 16 * width) << "width " << width;
  }
}

TEST(Gallop, OnlyEverReturnsWhatWasTestedWhateverTheAnswers) {
  for (std::uint64_t seed = 0; seed < 300; ++seed)
    for (const std::size_t width : widths) {
      const std::size_t size = 1 + seed % 60;
      const Drive run = drive(arbitrary(seed, 2 + seed % 5), size, width);
      ASSERT_TRUE(run.best_was_tested) << "seed " << seed << " width " << width;
      ASSERT_TRUE(run.ahead_was_kept) << "seed " << seed << " width " << width;
      ASSERT_LE(run.queries, 40 * size + 40) << "seed " << seed << " width " << width;
    }
}

TEST(Gallop, StaysNearTheInformationBoundOnScatteredElements) {
  Random random(3);
  for (const std::size_t m : {10, 50, 200}) {
    std::vector<std::uint32_t> all = Subset::all(1000).elements();
    random.shuffle(all);
    Subset needed = Subset::none(1000);
    for (std::size_t i = 0; i < m; ++i) needed.insert(all[i]);
    const double md = static_cast<double>(m);
    const double bound =
        (std::lgamma(1001) - std::lgamma(md + 1) - std::lgamma(1001 - md)) / std::log(2);
    EXPECT_LE(static_cast<double>(drive(needs_all(needed), 1000, 1).queries), 1.25 * bound) << m;
  }
}

TEST(Gallop, AsksAtMostOncePerRemovalAndOnceMorePerHalvingOfANeededElement) {
  Random random(4);
  for (int i = 0; i < 100; ++i) {
    const std::size_t size = 1 + random.below(500);
    const Subset needed = draw(random, size, 1 + random.below(30));
    const std::size_t m = needed.count();
    const double log = std::log2(static_cast<double>(size));
    const std::size_t probes = 3 + m / 16;
    EXPECT_LE(static_cast<double>(drive(needs_all(needed), size, 1).queries),
              static_cast<double>(size - m + probes) + static_cast<double>(m) * (1 + log));
  }
}

/// Each odd element can go only once the even one before it is gone; they are met the other way.
bool becomes_removable_later(const Subset& kept) {
  for (std::size_t e = 1; e < kept.size(); e += 2)
    if (!kept.contains(e) && kept.contains(e - 1)) return false;
  return kept.contains(100);
}

TEST(Gallop, RemovesWhatBecameRemovableLater) {
  for (const std::size_t width : widths)
    EXPECT_EQ(drive(becomes_removable_later, 200, width).best.count(), 2u) << "width " << width;
}

TEST(Gallop, TriesNothingAgainIfItIsToldSo) {
  const Drive twice = drive(becomes_removable_later, 200, 1);
  const Drive once =
      drive(Gallop(Elements(200), {.revisits = false}), becomes_removable_later, 1, 10'000);
  EXPECT_GT(once.best.count(), twice.best.count());
  EXPECT_LT(once.queries, twice.queries);
}

// From the end to the front alone the first of them would stay, which is the heaviest.
TEST(Gallop, KeepsALightElementWhereOneOfSeveralWillDo) {
  std::vector<Weight> weights(300, 1);
  weights[10] = 10'000;
  weights[100] = 200;
  const std::vector<std::size_t> will_do = {10, 100, 200};
  for (std::size_t width : widths) {
    const Drive run = drive(
        Gallop(Elements(weights), {.width = width}),
        [&](const Subset& kept) {
          return std::ranges::any_of(will_do, [&](std::size_t e) { return kept.contains(e); });
        },
        width, 10'000);
    EXPECT_EQ(run.best.elements(), (std::vector<std::uint32_t>{200})) << width;
  }
}

TEST(Gallop, GetsFarOnChaoticTestsThatRefuseMostCandidatesWhateverTheyLack) {
  Random random(8);
  std::size_t left = 0, queries = 0, tree_left = 0, tree_queries = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Subset needed = draw(random, 500, 100);
    const Predicate interesting = [&, luck = arbitrary(seed, 5)](const Subset& kept) {
      return needed.is_subset_of(kept) && luck(kept);
    };
    const Drive list = drive(interesting, 500, 1);
    ASSERT_TRUE(list.best_was_tested);
    left += list.best.count();
    queries += list.queries;
    const auto parents = draw_parents(random, 500, 100);
    const Drive tree =
        drive(Gallop(Elements(std::vector<Weight>(500, 1), parents)), interesting, 1, 10000);
    ASSERT_TRUE(tree.best_was_tested);
    tree_left += tree.best.count();
    tree_queries += tree.queries;
  }
  EXPECT_LE(left, 450u);
  EXPECT_LE(queries, 12000u);
  EXPECT_LE(tree_left, 1300u);
  EXPECT_LE(tree_queries, 12500u);
}

TEST(Gallop, KeepsToLargePiecesWhileOneCandidateInFifteenIsInteresting) {
  Random random(9);
  std::size_t list_left = 0, tree_left = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Subset needed = draw(random, 1000, 200);
    const Predicate interesting = [&, luck = arbitrary(seed, 15)](const Subset& kept) {
      return needed.is_subset_of(kept) && luck(kept);
    };
    list_left += drive(Gallop(Elements(1000)), interesting, 1, 1500).best.count();
    const auto parents = draw_parents(random, 1000, 5);
    const Elements tree(std::vector<Weight>(1000, 1), parents);
    tree_left += drive(Gallop(tree), interesting, 1, 1500).best.count();
  }
  EXPECT_LE(list_left, 3500u);
  EXPECT_LE(tree_left, 5200u);
}

/// Interesting if what is needed is kept, and what a kept element uses: up to two elements before
/// it, one of two at most `near` before it.
Predicate uses_after_definitions(Random& random, std::size_t size, std::size_t needed_count,
                                 std::size_t near) {
  std::vector<std::pair<std::size_t, std::size_t>> uses;
  for (std::size_t e = 1; e < size; ++e)
    for (std::uint64_t count = random.below(3); count > 0; --count)
      uses.emplace_back(e, e - 1 - random.below(random.below(2) ? e : std::min(e, near)));
  Subset needed = Subset::none(size);
  for (std::size_t i = 0; i < needed_count; ++i) needed.insert(random.below(size));
  return [=](const Subset& kept) {
    return needed.is_subset_of(kept) && std::ranges::all_of(uses, [&](const auto& use) {
             return !kept.contains(use.first) || kept.contains(use.second);
           });
  };
}

struct Pace {
  double time = 0;  // in tests, on as many slots as the width
  std::size_t left = 0;
};

/// Merging gets `width` outcomes told in the time of a test. One question at a time, the scheduler
/// tests ahead and gets log2(width + 1) told, as bench/parallel shows.
Pace pace(const Predicate& interesting, std::size_t size, GallopOptions options) {
  const auto width = static_cast<double>(options.width);
  Gallop gallop{Elements(size), options};
  Pace pace;
  while (const auto query = gallop.next_query()) {
    pace.time += 1 / (gallop.query_ahead(1) ? width : std::log2(width + 1));
    gallop.observe(outcome_of(interesting(query->kept)));
  }
  pace.left = gallop.best().count();
  return pace;
}

// Merging alone takes twice the time of testing ahead at a width of 2 to 8, and leaves more.
TEST(Gallop, NoWidthIsMuchSlowerThanTestingAheadWhereUsesComeAfterDefinitions) {
  for (const std::size_t width : {2u, 4u, 8u, 16u}) {
    Random random(1);
    Pace alone, both, merging;
    for (int i = 0; i < 6; ++i) {
      const Predicate interesting = uses_after_definitions(random, 1000, 20, 20);
      const auto add = [&](Pace& sum, GallopOptions options) {
        const Pace one = pace(interesting, 1000, options);
        sum.time += one.time;
        sum.left += one.left;
      };
      add(alone, {.width = 1});
      add(both, {.width = width});
      add(merging, {.width = width, .narrows = false});
    }
    const double ahead = alone.time / std::log2(static_cast<double>(width) + 1);
    EXPECT_LT(both.time, 1.25 * std::min(ahead, merging.time)) << "width " << width;
    EXPECT_LE(both.left, merging.left) << "width " << width;
    if (width <= 8) {
      EXPECT_GT(merging.time, 1.3 * ahead) << "nothing to choose at " << width;
    }
  }
}

TEST(Gallop, MergesOnWhereElementsDoNotDependOnEachOther) {
  for (const std::size_t width : {2u, 4u, 8u, 16u, 64u}) {
    Random random(2);
    double both = 0, merging = 0;
    for (int i = 0; i < 6; ++i) {
      const Predicate interesting = needs_all(draw(random, 1000, i % 2 ? 5 : 20));
      both += pace(interesting, 1000, {.width = width}).time;
      merging += pace(interesting, 1000, {.width = width, .narrows = false}).time;
    }
    EXPECT_LT(both, 1.06 * merging) << "width " << width;
  }
}

TEST(Gallop, ASmallWidthLeavesLittleMoreOnChaoticTests) {
  Random random(3);
  std::size_t left_alone = 0, left = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Subset needed = draw(random, 500, 60);
    const Predicate interesting = [&, luck = arbitrary(seed, 5)](const Subset& kept) {
      return needed.is_subset_of(kept) && luck(kept);
    };
    left_alone += pace(interesting, 500, {.width = 1}).left;
    left += pace(interesting, 500, {.width = 2}).left;
  }
  EXPECT_LT(left, 4 * left_alone);
}

TEST(Gallop, ACopyAsksWhatTheOriginalAsks) {
  Random random(5);
  for (const std::size_t width : widths) {
    const Predicate interesting = arbitrary(width, 3);
    Gallop gallop(Elements(50), {.width = width});
    while (const auto query = gallop.next_query()) {
      Gallop copy = gallop;
      for (int i = 0; i < 5; ++i) {  // a copy goes its own way and leaves the original alone
        if (!copy.next_query()) break;
        copy.observe(outcome_of(random.below(2) == 0));
      }
      ASSERT_EQ(gallop.next_query(), query);
      Gallop twin = gallop;
      const bool yes = interesting(query->kept);
      gallop.observe(outcome_of(yes));
      twin.observe(outcome_of(yes));
      ASSERT_EQ(gallop.next_query(), twin.next_query());
      ASSERT_EQ(gallop.best(), twin.best());
    }
  }
}

TEST(Gallop, RemovesEverythingBelowARemovedElement) {
  Random random(6);
  for (int i = 0; i < 100; ++i)
    for (const std::size_t width : widths) {
      const auto parents = draw_parents(random, 120, 1 + random.below(40));
      Subset needed = draw(random, 120, 20);
      for (std::size_t e = 120; e-- > 0;)
        if (needed.contains(e) && parents[e] != Elements::no_parent) needed.insert(parents[e]);
      const auto interesting = [&](const Subset& kept) {
        bool held = true;
        kept.for_each([&](std::size_t e) {
          held = held && (parents[e] == Elements::no_parent || kept.contains(parents[e]));
        });
        EXPECT_TRUE(held) << "an element was left without what holds it";
        return needed.is_subset_of(kept);
      };
      const Drive run =
          drive(Gallop(Elements(std::vector<Weight>(120, 1), parents), {.width = width}),
                interesting, width, 10000);
      ASSERT_EQ(run.best, needed) << "width " << width;
      ASSERT_TRUE(run.best_was_tested);
      ASSERT_TRUE(run.ahead_was_kept);
    }
}

TEST(Gallop, OnAForestOnlyEverReturnsWhatWasTestedWhateverTheAnswers) {
  Random random(7);
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const std::size_t width : widths) {
      const std::size_t size = 1 + seed % 80;
      const auto parents = draw_parents(random, size, 1 + random.below(20));
      const Drive run =
          drive(Gallop(Elements(std::vector<Weight>(size, 1), parents), {.width = width}),
                arbitrary(seed, 2 + seed % 3), width, 100 * size + 100);
      ASSERT_TRUE(run.best_was_tested) << "seed " << seed << " width " << width;
      ASSERT_TRUE(run.ahead_was_kept) << "seed " << seed << " width " << width;
      ASSERT_LE(run.queries, 40 * size + 40) << "seed " << seed << " width " << width;
    }
}

TEST(Gallop, AsksAboutSingleElementsAtOnceWhereItIsToldThatMostAreNeeded) {
  constexpr std::size_t size = 24;
  const auto none_can_go = [](const Subset& kept) { return kept.count() == kept.size(); };
  const Elements elements(size);
  const auto queries = [&](const Elements& told) {
    return drive(Gallop(told), none_can_go, 1, 1000).queries;
  };
  EXPECT_LE(queries(elements.with_chances(std::vector<float>(size, 0.02f))), size + 1);
  EXPECT_GT(queries(elements), size + 3);
}

TEST(Gallop, WithChancesThatAreWrongItStillKeepsItsPromise) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    constexpr std::size_t size = 40;
    Subset needed = Subset::none(size);
    std::vector<float> chances;
    for (std::size_t i = 0; i < size; ++i) {
      if (random.below(4) == 0) needed.insert(i);
      chances.push_back(static_cast<float>(random.below(101)) / 100.f);
    }
    const auto interesting = [&](const Subset& kept) { return needed.is_subset_of(kept); };
    for (const std::size_t width : {1, 4}) {
      const Drive run = drive(Gallop(Elements(size).with_chances(chances), {.width = width}),
                              interesting, width, 1000);
      EXPECT_EQ(run.best, needed);
      EXPECT_TRUE(run.best_was_tested && run.ahead_was_kept);
    }
  }
}

TEST(Gallop, PutsElementsTogetherThatAreLikelyToGo) {
  constexpr std::size_t size = 32;
  std::vector<float> chances(size, 0.95f);
  for (std::size_t i = 0; i < size; i += 4) chances[i] = 0.02f;
  const auto interesting = [](const Subset& kept) {
    for (std::size_t i = 0; i < size; i += 4)
      if (!kept.contains(i)) return false;
    return true;
  };
  const std::size_t told =
      drive(Gallop(Elements(size).with_chances(chances)), interesting, 1, 1000).queries;
  EXPECT_LT(told, drive(Gallop(Elements(size)), interesting, 1, 1000).queries);
}

TEST(Gallop, RemovesMostOfIndependentElementsInItsFirstQuestions) {
  constexpr std::size_t size = 1000;
  Random random(9);
  double left = 0, left_in_order = 0;
  for (int round = 0; round < 20; ++round) {
    Subset needed = Subset::none(size);
    while (needed.count() < 5) needed.insert(random.below(size));
    const auto after_20 = [&](const Elements& elements) {
      return static_cast<double>(drive(Gallop(elements), needs_all(needed), 1, 20).best.count());
    };
    left += after_20(Elements(size).that_are_independent()) / 20;
    left_in_order += after_20(Elements(size)) / 20;
  }
  EXPECT_LT(left, 400);
  EXPECT_GT(left_in_order, 500);
}

TEST(Gallop, OfElementsThatAreSaidToBeIndependentItKeepsItsPromiseWhateverHolds) {
  Random random(6);
  for (int round = 0; round < 60; ++round) {
    constexpr std::size_t size = 300;
    const Subset needed = draw(random, size, 2 + random.below(100));
    const Elements list = Elements(size).that_are_independent();
    const Elements forest = Elements(std::vector<Weight>(size, 1), draw_parents(random, size, 3))
                                .that_are_independent();
    for (const std::size_t width : widths) {
      const Drive run = drive(Gallop(list, {.width = width}), needs_all(needed), width, 10000);
      EXPECT_EQ(run.best, needed);
      EXPECT_TRUE(run.best_was_tested && run.ahead_was_kept);
      for (const Elements& elements : {list, forest}) {
        const Drive wild =
            drive(Gallop(elements, {.width = width}), arbitrary(random.next(), 3), width, 100000);
        EXPECT_LT(wild.queries, 100000u);
        EXPECT_TRUE(wild.best_was_tested && wild.ahead_was_kept);
      }
    }
  }
}

}  // namespace
}  // namespace whittle
