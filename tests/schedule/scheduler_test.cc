#include "schedule/scheduler.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

#include "algorithms/gallop.h"
#include "base/random.h"
#include "schedule/list_search.h"
#include "support/scripted_oracle.h"

namespace whittle {
namespace {

/// Tries each element once, from the last to the first, in groups of one.
class Sweep {
 public:
  explicit Sweep(std::size_t size) : best_(Subset::all(size)), next_(size) {}
  std::optional<Query> next_query() const {
    if (next_ == 0) return std::nullopt;
    Query query{best_, 0.3};
    query.kept.erase(next_ - 1);
    return query;
  }
  void observe(Outcome outcome) {
    --next_;
    if (outcome == Outcome::interesting) best_.erase(next_);
  }
  const Subset& best() const { return best_; }

 private:
  Subset best_;
  std::size_t next_;
};

/// Asks about every element alone, whatever the answers: all of its queries are settled.
class Poll {
 public:
  explicit Poll(std::size_t size) : best_(Subset::all(size)) {}
  std::optional<Query> query_ahead(std::size_t index) const {
    if (next_ + index >= best_.size()) return std::nullopt;
    Query query{Subset::all(best_.size()), 0.5};
    query.kept.erase(next_ + index);
    return query;
  }
  std::optional<Query> next_query() const { return query_ahead(0); }
  void observe(Outcome outcome) {
    if (outcome == Outcome::interesting) {
      best_ = Subset::all(best_.size());
      best_.erase(next_);
    }
    ++next_;
  }
  const Subset& best() const { return best_; }

 private:
  Subset best_;
  std::size_t next_ = 0;
};

struct Record : Observer {
  std::vector<Told> told_events;
  std::size_t most_running = 0;
  std::size_t started = 0;
  void told(const Told& event) override { told_events.push_back(event); }
  void activity(const Activity& event) override {
    most_running = std::max(most_running, event.running);
    started = event.started;
  }
  std::vector<std::tuple<Hash, Outcome, bool>> steps() const {
    std::vector<std::tuple<Hash, Outcome, bool>> list;
    for (const Told& event : told_events)
      list.emplace_back(event.candidate, event.outcome, event.remembered);
    return list;
  }
};

ScriptedOracle::Predicate needs(std::set<std::size_t> elements, std::size_t size) {
  return [=](const Document& candidate) {
    const Subset kept = ListSearch::kept(candidate, size);
    return outcome_of(
        std::ranges::all_of(elements, [&](std::size_t element) { return kept.contains(element); }));
  };
}

TEST(Scheduler, TellsASearchTheSameWhateverTheSlotsAndTheOrderInWhichTestsEnd) {
  const std::size_t size = 30;
  const auto predicate = needs({3, 4, 17}, size);
  std::vector<std::tuple<Hash, Outcome, bool>> sequential;
  Bytes result;
  for (std::size_t slots : {1u, 2u, 3u, 8u, 64u})
    for (std::uint64_t seed : {1u, 2u, 3u}) {
      ScriptedOracle oracle(predicate, slots, seed);
      AnySearch search = ListSearch(Sweep(size));
      Memo memo;
      Record record;
      const auto ending = run(search, oracle, memo, record);
      ASSERT_TRUE(ending);
      EXPECT_EQ(*ending, Ending::finished);
      if (slots == 1 && seed == 1) {
        sequential = record.steps();
        result = search.best().bytes(0);
        EXPECT_EQ(oracle.started(), size);
      }
      EXPECT_EQ(record.steps(), sequential);
      EXPECT_EQ(search.best().bytes(0), result);
      EXPECT_EQ(oracle.running(), 0u) << "nothing is left running";
      EXPECT_LE(record.most_running, slots);
    }
}

TEST(Scheduler, IsSoonerOnMoreSlotsWhereGuessesAreRight) {
  const std::size_t size = 64;
  std::map<std::size_t, double> time;
  for (std::size_t slots : {1u, 8u}) {
    // Nothing can go, and the search thinks so too: seven of ten guesses are right each time.
    std::set<std::size_t> all;
    for (std::size_t i = 0; i < size; ++i) all.insert(i);
    ScriptedOracle oracle(needs(all, size), slots);
    oracle.set_duration([](const Document&) { return std::chrono::microseconds(100); });
    AnySearch search = ListSearch(Sweep(size));
    Memo memo;
    Observer nobody;
    ASSERT_TRUE(run(search, oracle, memo, nobody));
    time[slots] = static_cast<double>(oracle.now().count());
  }
  EXPECT_GE(time[1] / time[8], 3);
}

TEST(Scheduler, StartsSettledQuestionsBeforeAnyGuess) {
  const std::size_t size = 40;
  ScriptedOracle oracle(needs({}, size), 8);
  oracle.set_duration([](const Document&) { return std::chrono::microseconds(100); });
  AnySearch search = ListSearch(Poll(size));
  Memo memo;
  Observer nobody;
  ASSERT_TRUE(run(search, oracle, memo, nobody));
  EXPECT_EQ(oracle.started(), size) << "no test was in vain";
  EXPECT_EQ(oracle.cancelled(), 0u);
  EXPECT_EQ(oracle.now().count(), 500) << "forty tests on eight slots are five rounds";
}

TEST(Scheduler, RunsNoMoreThanSoManyTestsWithGuessesAmongThem) {
  const std::size_t size = 40;
  const auto most_running = [&](AnySearch search) {
    ScriptedOracle oracle(needs({}, size), 8);
    Record record;
    Memo memo;
    EXPECT_TRUE(run(search, oracle, memo, record, {.with_guesses = 3}));
    return record.most_running;
  };
  EXPECT_EQ(most_running(ListSearch(Sweep(size))), 3u) << "all but the first are guesses";
  EXPECT_EQ(most_running(ListSearch(Poll(size))), 8u) << "what will be asked is no guess";
}

TEST(Scheduler, OneSlowTestDoesNotStopTheOthers) {
  const std::size_t size = 40;
  ScriptedOracle oracle(needs({}, size), 4);
  std::size_t count = 0;
  oracle.set_duration(
      [&](const Document&) { return std::chrono::microseconds(count++ == 0 ? 1000 : 100); });
  AnySearch search = ListSearch(Poll(size));
  Memo memo;
  Observer nobody;
  ASSERT_TRUE(run(search, oracle, memo, nobody));
  // The other 39 tests need 13 rounds on three slots: 1300.
  EXPECT_LE(oracle.now().count(), 1400);
}

TEST(Scheduler, AGuessBehindManySettledQuestionsGuessesOneOutcome) {
  // Sixteen slots and a width of eight. Eight tests run, each as likely to fail as not, and what
  // follows all eight would be a guess in 256. But one outcome settles one more question.
  const std::size_t size = 400;
  std::set<std::size_t> needed;
  for (std::size_t i = 0; i < size; i += 10) needed.insert(i);
  ScriptedOracle oracle(needs(needed, size), 16);
  oracle.set_duration([](const Document&) { return std::chrono::milliseconds(100); });
  AnySearch search = ListSearch(Gallop(Elements(size), {.width = 8}));
  Memo memo;
  Observer nobody;
  ASSERT_TRUE(run(search, oracle, memo, nobody));
  EXPECT_EQ(oracle.most_running(), 16u);
}

TEST(Scheduler, NeverTestsACandidateTwice) {
  const std::size_t size = 20;
  ScriptedOracle oracle(needs({1, 2}, size), 8, 5);
  AnySearch search = ListSearch(Sweep(size));
  Memo memo;
  Observer nobody;
  ASSERT_TRUE(run(search, oracle, memo, nobody));
  AnySearch again = ListSearch(Sweep(size));
  const std::size_t before = oracle.started();
  ASSERT_TRUE(run(again, oracle, memo, nobody));
  EXPECT_EQ(oracle.started(), before) << "all of the second run was remembered";
  std::set<Bytes> candidates;
  std::size_t cancelled = oracle.cancelled();
  for (const Document& candidate : oracle.candidates())
    if (!candidates.insert(candidate.bytes(0)).second) {
      // Only a test that was stopped before it ended may be started again.
      ASSERT_GT(cancelled, 0u);
      --cancelled;
    }
}

TEST(Scheduler, StopsAtTheSamePlaceOnALimitOfTests) {
  const std::size_t size = 30;
  Bytes at_one_slot;
  for (std::size_t slots : {1u, 8u}) {
    ScriptedOracle oracle(needs({3, 4, 17}, size), slots);
    AnySearch search = ListSearch(Sweep(size));
    Memo memo;
    Record record;
    const auto ending = run(search, oracle, memo, record, {.tests = 11});
    ASSERT_TRUE(ending);
    EXPECT_EQ(*ending, Ending::tests_spent);
    EXPECT_EQ(record.told_events.size(), 11u);
    if (slots == 1) at_one_slot = search.best().bytes(0);
    EXPECT_EQ(search.best().bytes(0), at_one_slot);
    EXPECT_EQ(oracle.running(), 0u);
  }
}

TEST(Scheduler, StopsAfterSoManyTestsInARowThatRemoveNothing) {
  const std::size_t size = 30;
  Bytes at_one_slot;
  for (std::size_t slots : {1u, 8u}) {
    ScriptedOracle oracle(needs({10, 11, 12, 13, 14, 15}, size), slots);
    AnySearch search = ListSearch(Sweep(size));
    Memo memo;
    Record record;
    const auto ending = run(search, oracle, memo, record, {.without_gain = 4});
    ASSERT_TRUE(ending);
    EXPECT_EQ(*ending, Ending::no_gain);
    std::size_t in_vain = 0;
    for (const auto& event : record.told_events)
      in_vain = event.outcome == Outcome::interesting ? 0 : in_vain + 1;
    EXPECT_EQ(in_vain, 4u);
    if (slots == 1) at_one_slot = search.best().bytes(0);
    EXPECT_EQ(search.best().bytes(0), at_one_slot);
  }
}

TEST(Scheduler, KeepsTheBestSoFarWhenInterrupted) {
  const std::size_t size = 30;
  ScriptedOracle oracle(needs({3}, size), 4);
  oracle.interrupt_at_wait(9);
  AnySearch search = ListSearch(Sweep(size));
  Memo memo;
  Record record;
  const auto ending = run(search, oracle, memo, record);
  ASSERT_TRUE(ending);
  EXPECT_EQ(*ending, Ending::interrupted);
  EXPECT_EQ(oracle.running(), 0u);
  EXPECT_LT(ListSearch::items(search.best()).size(), size);
}

TEST(Scheduler, GivesBackTheErrorOfATestThatCannotBeStarted) {
  const std::size_t size = 30;
  ScriptedOracle inner(needs({3}, size), 4);
  FaultyOracle oracle(inner, {.failing = {6}, .hanging = {}, .flipping = {}});
  AnySearch search = ListSearch(Sweep(size));
  Memo memo;
  Observer nobody;
  const auto ending = run(search, oracle, memo, nobody);
  ASSERT_FALSE(ending);
  EXPECT_EQ(ending.error().kind, ErrorKind::scratch);
  EXPECT_EQ(inner.running(), 0u);
}

TEST(Scheduler, AsksAgainAboutATestThatTimedOutOnceTheLimitRises) {
  const std::size_t size = 5;
  ScriptedOracle inner(needs({}, size), 1);
  FaultyOracle oracle(inner, {.failing = {}, .hanging = {1}, .flipping = {}});
  AnySearch search = ListSearch(Sweep(size));
  Memo memo;
  Observer nobody;
  ASSERT_TRUE(run(search, oracle, memo, nobody));
  const std::size_t left = search.best().size();
  memo.set_limit(std::chrono::seconds(9));
  AnySearch again = ListSearch(Sweep(size));
  ASSERT_TRUE(run(again, oracle, memo, nobody));
  EXPECT_EQ(again.best().size(), 0u);
  EXPECT_GT(left, 0u);
}

TEST(Scheduler, EndsTheRunWhenAnObserverFailsAndKeepsTheBestSoFar) {
  struct FullDisk : Observer {
    std::size_t told_count = 0;
    Error error{ErrorKind::disk, "no space left", {}};
    void told(const Told&) override { ++told_count; }
    const Error* failure() const override { return told_count == 5 ? &error : nullptr; }
  };
  for (std::size_t slots : {1u, 4u}) {
    const std::size_t size = 30;
    ScriptedOracle oracle(needs({3}, size), slots);
    AnySearch search = ListSearch(Sweep(size));
    Memo memo;
    FullDisk full;
    const auto ending = run(search, oracle, memo, full);
    ASSERT_FALSE(ending);
    EXPECT_EQ(ending.error().kind, ErrorKind::disk);
    EXPECT_EQ(full.told_count, 5u);
    EXPECT_EQ(ListSearch::items(search.best()).size(), size - 5);
    EXPECT_EQ(oracle.running(), 0u);
  }
}

TEST(Scheduler, CountsTokensAndElementsOnlyForThoseWhoWantThem) {
  struct Curious : Record {
    bool wants_counts() const override { return true; }
  } curious;
  Record others;
  const std::size_t size = 30;
  for (Record* record : {&others, static_cast<Record*>(&curious)}) {
    ScriptedOracle oracle(needs({3, 9}, size), 3);
    AnySearch search = ListSearch(Sweep(size));
    Memo memo;
    ASSERT_TRUE(run(search, oracle, memo, *record));
    for (const Told& event : record->told_events) {
      ASSERT_EQ(event.elements.has_value(), record == &curious);
      ASSERT_EQ(event.tokens.has_value(), record == &curious);
      const std::size_t elements = event.bytes / ListSearch::bytes_per_item;
      EXPECT_EQ(event.elements.value_or(elements), elements);
    }
  }
}

}  // namespace
}  // namespace whittle
