#include "race.h"

#include <gtest/gtest.h>
#include <set>

#include "algorithms/ddmin.h"
#include "algorithms/one_pass.h"
#include "schedule/list_search.h"
#include "support/reductions.h"
#include "support/scripted_oracle.h"

namespace whittle {
namespace {

using namespace std::chrono_literals;

ScriptedOracle::Predicate over_list(const Predicate& predicate, std::size_t size) {
  return [=](const Document& candidate) {
    return outcome_of(predicate(ListSearch::kept(candidate, size)));
  };
}

struct Seen : Observer {
  std::size_t tested_count = 0, remembered = 0;
  void told(const Told& event) override { ++(event.remembered ? remembered : tested_count); }
};

/// Example D of the paper: of 100 elements every other one is needed.
Predicate example_d() {
  return [](const Subset& kept) {
    for (std::size_t i = 0; i < 100; i += 2)
      if (!kept.contains(i)) return false;
    return true;
  };
}

bool is_one_minimal(const Subset& kept, const Predicate& predicate) {
  bool minimal = predicate(kept);
  kept.for_each([&](std::size_t element) {
    Subset less = kept;
    less.erase(element);
    minimal = minimal && (less.empty() || !predicate(less));
  });
  return minimal;
}

// Its Table 3(b) prints the same figures for one slot: 472 tests, 3,237 remembered, 57 rounds.
TEST(Race, OnOneSlotAsksWhatDdminAsks) {
  ScriptedOracle oracle(over_list(example_d(), 100), 1);
  Memo memo;
  Seen seen;
  const auto raced = race(ListSearch(Ddmin(100)).edits(), {}, "list", oracle, memo, seen);
  ASSERT_TRUE(raced);
  EXPECT_EQ(seen.tested_count, 472u);
  EXPECT_EQ(seen.remembered, 3237u);
  EXPECT_EQ(raced->rounds, 57u);
  EXPECT_EQ(raced->kept.count(), 50u);
}

/// What a race on one slot tests, and what an algorithm asks, of the same list.
void expect_same(const RaceOptions& options, AnyReduction algorithm, std::size_t size,
                 const Predicate& predicate) {
  ScriptedOracle oracle(over_list(predicate, size), 1);
  Memo memo;
  Seen seen;
  const auto raced = race(ListSearch(Ddmin(size)).edits(), options, "list", oracle, memo, seen);
  ASSERT_TRUE(raced);
  std::set<std::string> asked;
  while (const auto query = algorithm.next_query()) {
    if (!query->kept.empty()) asked.insert(printed(query->kept));
    algorithm.observe(outcome_of(predicate(query->kept)));
  }
  EXPECT_EQ(raced->kept, algorithm.best());
  EXPECT_EQ(seen.tested_count, asked.size());
}

TEST(Race, OnOneSlotIsDdminThatBeginsAgainOrOpdd) {
  // Not monotone: 3 may go only after 5, which comes behind it, so that a revisit succeeds.
  const Predicate revisit = [](const Subset& kept) {
    return kept.contains(11) && (kept.contains(3) || !kept.contains(5));
  };
  for (const Order order : {Order::subsets_first, Order::complements_only})
    for (const auto& [size, predicate] :
         {std::pair<std::size_t, Predicate>{24, revisit}, {100, example_d()}}) {
      expect_same({.order = order, .after_success = AfterSuccess::restart},
                  Ddmin(size, {.order = order, .after_success = AfterSuccess::restart}), size,
                  predicate);
      expect_same({.order = order, .one_pass = true},
                  OnePass(size, {.subsets = order == Order::subsets_first}), size, predicate);
    }
}

TEST(Race, OpddOnManySlotsEndsWithoutARevisit) {
  for (const std::size_t slots : {3u, 16u}) {
    ScriptedOracle oracle(over_list(example_d(), 100), slots, 7);
    Memo memo;
    struct Revisits : Observer {
      std::size_t count = 0;
      void told(const Told& event) override { count += event.role.kind == QueryKind::revisit; }
    } seen;
    const auto raced =
        race(ListSearch(Ddmin(100)).edits(), {.one_pass = true}, "list", oracle, memo, seen);
    ASSERT_TRUE(raced);
    EXPECT_EQ(raced->kept.count(), 50u);
    EXPECT_EQ(seen.count, 0u);
  }
}

TEST(Race, EndsOneMinimalInEveryOrderAndEachVariant) {
  const std::size_t size = 30;
  // Not monotone: 3 may go only with 4.
  const Predicate predicate = [](const Subset& kept) {
    return kept.contains(7) && kept.contains(22) && (kept.contains(3) || !kept.contains(4));
  };
  for (Order order : {Order::subsets_first, Order::complements_first, Order::complements_only})
    for (bool combined : {false, true})
      for (std::size_t slots : {1u, 3u, 16u})
        for (std::uint64_t seed : {1u, 2u, 3u}) {
          ScriptedOracle oracle(over_list(predicate, size), slots, seed);
          Memo memo;
          Observer nobody;
          const auto raced =
              race(ListSearch(Ddmin(size)).edits(), {.order = order, .combined = combined}, "list",
                   oracle, memo, nobody);
          ASSERT_TRUE(raced);
          EXPECT_EQ(raced->ending, Ending::finished);
          EXPECT_TRUE(is_one_minimal(raced->kept, predicate));
          EXPECT_EQ(oracle.running(), 0u);
          EXPECT_LE(oracle.most_running(), slots);
        }
}

TEST(Race, FirstFinisherWins) {
  const std::size_t size = 4;
  // Either half will do; the second is the quicker.
  const Predicate predicate = [](const Subset& kept) {
    return (kept.contains(0) && kept.contains(1)) || (kept.contains(2) && kept.contains(3));
  };
  ScriptedOracle oracle(over_list(predicate, size), 2);
  oracle.set_duration([&](const Document& candidate) {
    return ListSearch::kept(candidate, size).contains(0) ? 100us : 10us;
  });
  Memo memo;
  Observer nobody;
  const auto raced = race(ListSearch(Ddmin(size)).edits(), {}, "list", oracle, memo, nobody);
  ASSERT_TRUE(raced);
  EXPECT_EQ(raced->kept, subset_of(size, {3, 4}));
  EXPECT_EQ(oracle.cancelled(), 1u) << "the slower one was stopped";
}

TEST(Race, CombinedDoesNotWaitForTheLastSubset) {
  // Nothing can go. One subset is slow: Algorithm 3 waits for it, Algorithm 4 goes on meanwhile.
  const std::size_t size = 8;
  const Predicate all = [](const Subset& kept) { return kept.count() == 8; };
  std::map<bool, std::int64_t> time;
  for (bool combined : {false, true}) {
    ScriptedOracle oracle(over_list(all, size), 2);
    oracle.set_duration([&](const Document& candidate) {
      const Subset kept = ListSearch::kept(candidate, size);
      return kept.count() == 1 && kept.contains(7) ? 1000us : 100us;
    });
    Memo memo;
    Observer nobody;
    ASSERT_TRUE(race(ListSearch(Ddmin(size)).edits(), {.combined = combined}, "list", oracle, memo,
                     nobody));
    time[combined] = oracle.now().count();
  }
  EXPECT_LT(time[true], time[false]);
}

// As after `--resume`: the memo knows a success while a slow test of the same heat is running. That
// test used to go on, and its outcome was read against the chunks of a later round.
TEST(Race, ARememberedWinnerStopsTheHeat) {
  const std::size_t size = 8;
  const Predicate either_half = [](const Subset& kept) {
    return subset_of(8, {1, 2, 3, 4}).is_subset_of(kept) ||
           subset_of(8, {5, 6, 7, 8}).is_subset_of(kept);
  };
  ScriptedOracle oracle(over_list(either_half, size), 2);
  oracle.set_duration([&](const Document& candidate) {
    return ListSearch::kept(candidate, size).contains(0) ? 1000us : 10us;
  });
  const auto edits = ListSearch(Ddmin(size)).edits();
  Memo memo;
  memo.remember(edits->render(subset_of(size, {5, 6, 7, 8})).hash(),
                Verdict{.outcome = Outcome::interesting});
  struct Check : Observer {
    const Predicate& predicate;
    Hash last;
    explicit Check(const Predicate& is_interesting) : predicate(is_interesting) {}
    void told(const Told& event) override { last = event.candidate; }
    void interesting(const Document& candidate) override {
      EXPECT_EQ(candidate.hash(), last) << "of another candidate than was tested";
      EXPECT_TRUE(predicate(ListSearch::kept(candidate, 8)));
    }
  } check(either_half);
  const auto raced = race(edits, {}, "list", oracle, memo, check);
  ASSERT_TRUE(raced);
  EXPECT_EQ(raced->kept, subset_of(size, {5, 6, 7, 8}));
  EXPECT_EQ(oracle.cancelled(), 1u) << "the slow one was not stopped";
}

TEST(Race, CountsRememberedOutcomesOfAnEarlierRunAgainstTheLimit) {
  const std::size_t size = 30;
  const Predicate predicate = needs({3, 17});
  Memo memo;
  const auto edits = ListSearch(Ddmin(size)).edits();
  for (const Subset& asked : run(Ddmin(size), predicate).asked)
    memo.remember(edits->render(asked).hash(), Verdict{.outcome = outcome_of(predicate(asked))});
  ScriptedOracle oracle(over_list(predicate, size), 1);
  Seen seen;
  const auto raced = race(edits, {}, "list", oracle, memo, seen, {.tests = 7});
  ASSERT_TRUE(raced);
  EXPECT_EQ(raced->ending, Ending::tests_spent);
  EXPECT_EQ(seen.tested_count, 7u);
  EXPECT_EQ(oracle.started(), 0u);
}

TEST(Race, TellsTheMemoTheTimeLimit) {
  struct Limited : ScriptedOracle {
    using ScriptedOracle::ScriptedOracle;
    std::chrono::microseconds limit() const override { return 50us; }
  };
  const std::size_t size = 4;
  Limited oracle(over_list(needs({2}), size), 1);
  Memo memo;
  Observer nobody;
  const Hash slow = hash_of("slow");
  memo.remember(slow, Verdict{.timed_out = true, .limit = 20us});
  ASSERT_TRUE(memo.find(slow));
  ASSERT_TRUE(race(ListSearch(Ddmin(size)).edits(), {}, "list", oracle, memo, nobody));
  EXPECT_FALSE(memo.find(slow)) << "it may be interesting under the higher limit";
}

TEST(Race, ReportsItsListAndWhatItsQueriesAreFor) {
  const std::size_t size = 8;
  struct Record : Observer {
    std::vector<std::string> lines;
    void list_began(const ListBegan& event) override {
      lines.push_back("list " + std::to_string(event.number) + " of " +
                      std::to_string(event.edits->size()));
    }
    void list_ended(const ListEnded& event) override {
      lines.push_back("kept " + std::to_string(event.kept->count()) +
                      (event.changed ? ", changed" : ""));
    }
    void told(const Told& event) override {
      lines.push_back(std::to_string(event.list) + " " + std::string(name_of(event.role.kind)) +
                      " " + std::to_string(event.role.part) + "/" +
                      std::to_string(event.role.parts));
    }
  } record;
  ScriptedOracle oracle(over_list(needs({1, 2}), size), 1);
  Memo memo;
  ASSERT_TRUE(race(ListSearch(Ddmin(size)).edits(), {.order = Order::complements_only}, "list",
                   oracle, memo, record));
  EXPECT_EQ(record.lines,
            (std::vector<std::string>{"list 1 of 8", "1 complement 0/2", "1 complement 1/2",
                                      "1 complement 1/2", "1 single 1/2", "1 single 0/2",
                                      "kept 2, changed"}));
}

TEST(Race, StopsEverythingOnInterruptErrorAndLimit) {
  const std::size_t size = 30;
  const Predicate predicate = needs({3, 17});
  {
    ScriptedOracle oracle(over_list(predicate, size), 4);
    oracle.interrupt_at_wait(5);
    Memo memo;
    Observer nobody;
    const auto raced = race(ListSearch(Ddmin(size)).edits(), {}, "list", oracle, memo, nobody);
    ASSERT_TRUE(raced);
    EXPECT_EQ(raced->ending, Ending::interrupted);
    EXPECT_TRUE(predicate(raced->kept));
    EXPECT_EQ(oracle.running(), 0u);
  }
  {
    ScriptedOracle inner(over_list(predicate, size), 4);
    FaultyOracle oracle(inner, {.failing = {6}, .hanging = {}, .flipping = {}});
    Memo memo;
    Observer nobody;
    ASSERT_FALSE(race(ListSearch(Ddmin(size)).edits(), {}, "list", oracle, memo, nobody));
    EXPECT_EQ(inner.running(), 0u);
  }
  {
    ScriptedOracle oracle(over_list(predicate, size), 4);
    Memo memo;
    Seen seen;
    const auto raced =
        race(ListSearch(Ddmin(size)).edits(), {}, "list", oracle, memo, seen, {.tests = 7});
    ASSERT_TRUE(raced);
    EXPECT_EQ(raced->ending, Ending::tests_spent);
    EXPECT_EQ(seen.tested_count, 7u);
    EXPECT_EQ(oracle.running(), 0u);
  }
}

}  // namespace
}  // namespace whittle
