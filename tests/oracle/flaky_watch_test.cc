#include "oracle/flaky_watch.h"

#include <gtest/gtest.h>

#include "support/scripted_oracle.h"

namespace whittle {
namespace {

using Kind = Oracle::Finished::Kind;

Document numbered(std::size_t number) {
  return Document::single("a.txt", std::to_string(number));
}

/// A watch over a test that answers by `predicate`, and what it said.
struct Watched {
  ScriptedOracle oracle;
  std::vector<FlakyWatch::Answers> contradictions;
  Result<void> reply = {};
  FlakyWatch watch;

  explicit Watched(ScriptedOracle::Predicate predicate, std::size_t slots = 1)
      : oracle(std::move(predicate), slots),
        watch(oracle, {.on_contradiction = [this](FlakyWatch::Answers answers) {
                contradictions.push_back(answers);
                return reply;
              }}) {}

  /// Asks about `count` candidates, on all slots; the tickets in the order they were answered.
  std::vector<Ticket> ask(std::size_t count) {
    std::vector<Ticket> answered;
    for (std::size_t asked = 0; answered.size() < count;) {
      for (; asked < count && watch.free_slots() > 0; ++asked)
        EXPECT_TRUE(watch.start(asked, numbered(asked)));
      const auto finished = watch.wait();
      if (!finished || finished->kind != Kind::verdict) break;
      answered.push_back(finished->ticket);
    }
    return answered;
  }
};

TEST(FlakyWatch, AsksAgainOnceInSixtyFourTests) {
  for (std::size_t slots : {1u, 2u, 8u}) {
    Watched all([](const Document&) { return Outcome::interesting; }, slots);
    EXPECT_EQ(all.ask(6400).size(), 6400u);
    EXPECT_GE(all.oracle.started(), 6400u + 98) << slots;
    EXPECT_LE(all.oracle.started(), 6400u + 100) << slots;
    EXPECT_TRUE(all.contradictions.empty());
  }
}

TEST(FlakyWatch, HasNothingToAskAboutWhileNothingIsInteresting) {
  Watched none([](const Document&) { return Outcome::uninteresting; });
  EXPECT_EQ(none.ask(1000).size(), 1000u);
  EXPECT_EQ(none.oracle.started(), 1000u);
}

TEST(FlakyWatch, CountsTheAnswersOfTheFirstContradictionAndThenRests) {
  for (std::size_t slots : {1u, 4u}) {
    std::size_t asked = 0;  // about the one that is interesting, but not the fourth time
    Watched fickle(
        [&](const Document& candidate) {
          return outcome_of(candidate.hash() == numbered(0).hash() && ++asked != 4);
        },
        slots);
    EXPECT_EQ(fickle.ask(1000).size(), 1000u);
    ASSERT_EQ(fickle.contradictions.size(), 1u);
    EXPECT_EQ(fickle.contradictions[0].interesting, 3u);
    EXPECT_EQ(fickle.contradictions[0].uninteresting, 1u);
    EXPECT_EQ(asked, 4u);
  }
}

TEST(FlakyWatch, AnErrorInReplyToAContradictionEndsTheRun) {
  std::size_t asked = 0;
  Watched fickle([&](const Document&) { return outcome_of(asked++ == 0); });
  fickle.reply = fail(ErrorKind::unreliable, "fickle");
  const std::vector<Ticket> answered = fickle.ask(1000);
  EXPECT_EQ(answered.size(), FlakyWatch::every - 1);
  EXPECT_EQ(fickle.contradictions.size(), 1u);
}

TEST(FlakyWatch, AnInterruptWhileItAsksLosesNoVerdict) {
  Watched all([](const Document&) { return Outcome::interesting; });
  all.oracle.interrupt_at_wait(FlakyWatch::every);
  EXPECT_EQ(all.ask(1000).size(), FlakyWatch::every - 1);
  // Who is interrupted stops what it has started, the held one too.
  all.watch.cancel(FlakyWatch::every - 1);
}

TEST(FlakyWatch, LeavesNothingRunningBehind) {
  ScriptedOracle oracle([](const Document&) { return Outcome::interesting; }, 2);
  {
    FlakyWatch watch(oracle, {});
    for (Ticket ticket = 0; ticket < FlakyWatch::every; ++ticket) {
      ASSERT_TRUE(watch.start(ticket, numbered(ticket)));
      ASSERT_EQ(watch.wait()->ticket, ticket);
    }
    EXPECT_EQ(oracle.running(), 1u);
    watch.rest();
    EXPECT_EQ(oracle.running(), 0u);
  }
  EXPECT_EQ(oracle.running(), 0u);
}

TEST(FlakyWatch, ATestThatTimesOutTheSecondTimeIsNoContradiction) {
  ScriptedOracle oracle([](const Document&) { return Outcome::interesting; });
  FaultyOracle faulty(oracle, {.failing = {}, .hanging = {FlakyWatch::every}, .flipping = {}});
  std::size_t contradictions = 0;
  FlakyWatch watch(faulty, {.on_contradiction = [&](FlakyWatch::Answers) -> Result<void> {
                     ++contradictions;
                     return {};
                   }});
  for (Ticket ticket = 0; ticket < 100; ++ticket) {
    ASSERT_TRUE(watch.start(ticket, numbered(ticket)));
    ASSERT_EQ(watch.wait()->ticket, ticket);
  }
  EXPECT_EQ(contradictions, 0u);
}

/// Asks about one good candidate and then about bad ones, until the watch revokes something.
std::vector<Hash> withdrawn_after(ScriptedOracle& oracle, std::size_t slots) {
  FlakyWatch watch(oracle, {.rates = true});
  for (Ticket ticket = 0; ticket < 1000;) {
    for (std::size_t i = 0; i < slots && watch.free_slots() > 0; ++i, ++ticket)
      EXPECT_TRUE(watch.start(ticket, numbered(ticket)));
    const auto finished = watch.wait();
    EXPECT_TRUE(finished);
    if (finished->kind == Kind::revoked) return watch.take_withdrawn();
  }
  return {};
}

TEST(FlakyWatch, ACandidateThatIsRefusedThreeTimesInSuccessionIsWithdrawn) {
  for (std::size_t slots : {1u, 3u}) {
    std::size_t asked = 0;
    ScriptedOracle oracle(
        [&](const Document& candidate) {
          return outcome_of(candidate.hash() == numbered(0).hash() && asked++ == 0);
        },
        slots);
    EXPECT_EQ(withdrawn_after(oracle, 1), std::vector{numbered(0).hash()});
    EXPECT_EQ(asked, 1 + FlakyWatch::refusals_that_prove);
  }
}

TEST(FlakyWatch, ACandidateThatIsRefusedTwiceIsKept) {
  std::size_t asked = 0;
  ScriptedOracle oracle([&](const Document& candidate) {
    return outcome_of(candidate.hash() == numbered(0).hash() && asked++ % 3 == 0);
  });
  EXPECT_TRUE(withdrawn_after(oracle, 1).empty());
  EXPECT_GT(asked, 10u);
}

TEST(FlakyWatch, ACandidateIsTestedAgainUntilItsRunsAreWanted) {
  std::size_t asked = 0;
  ScriptedOracle oracle([&](const Document& candidate) {
    asked += candidate.hash() == numbered(0).hash();
    return outcome_of(candidate.hash() == numbered(0).hash());
  });
  Runs last;
  FlakyWatch watch(
      oracle,
      {.rates = true, .on_kept = [&](const Runs& runs) { last = runs; }, .runs_wanted = 10});
  for (Ticket ticket = 0; ticket < 5; ++ticket) {
    ASSERT_TRUE(watch.start(ticket, numbered(ticket)));
    ASSERT_EQ(watch.wait()->ticket, ticket);
  }
  // This oracle tells no runs, so they are wanted for ever: one more after each test.
  EXPECT_EQ(asked, 1u + 5u);
  EXPECT_EQ(last.all, 0u);
}

TEST(FlakyWatch, ASlotWithNothingToDoTestsANewCandidateAgain) {
  std::size_t asked = 0;
  ScriptedOracle oracle(
      [&](const Document& candidate) {
        asked += candidate.hash() == numbered(0).hash();
        return outcome_of(candidate.hash() == numbered(0).hash());
      },
      2);
  FlakyWatch watch(oracle, {.rates = true});
  for (Ticket ticket = 0; ticket < 10; ++ticket) {
    ASSERT_TRUE(watch.start(ticket, numbered(ticket)));
    ASSERT_EQ(watch.wait()->ticket, ticket);
  }
  EXPECT_EQ(asked, 2u);
}

}  // namespace
}  // namespace whittle
