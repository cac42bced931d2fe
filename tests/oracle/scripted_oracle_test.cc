#include "support/scripted_oracle.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

using Kind = Oracle::Finished::Kind;

Document scripted_text(std::string bytes) {
  return Document::single("a.txt", std::move(bytes));
}
Outcome long_enough(const Document& candidate) {
  return outcome_of(candidate.size() >= 3);
}

std::vector<Ticket> order_of_ends(std::uint64_t seed) {
  ScriptedOracle oracle(long_enough, 8, seed);
  for (Ticket ticket = 0; ticket < 8; ++ticket)
    EXPECT_TRUE(oracle.start(ticket, scripted_text("x")));
  std::vector<Ticket> order;
  for (int i = 0; i < 8; ++i) order.push_back(oracle.wait()->ticket);
  return order;
}

TEST(ScriptedOracle, AnswersByItsPredicate) {
  ScriptedOracle oracle(long_enough, 2);
  ASSERT_TRUE(oracle.start(1, scripted_text("abc")));
  ASSERT_TRUE(oracle.start(2, scripted_text("ab")));
  EXPECT_EQ(oracle.free_slots(), 0u);
  for (int i = 0; i < 2; ++i) {
    const auto finished = oracle.wait();
    ASSERT_EQ(finished->kind, Kind::verdict);
    EXPECT_EQ(finished->verdict.outcome, outcome_of(finished->ticket == 1));
  }
  EXPECT_EQ(oracle.wait()->kind, Kind::idle);
  EXPECT_EQ(oracle.started(), 2u);
  EXPECT_EQ(oracle.most_running(), 2u);
}

TEST(ScriptedOracle, EndsTestsInAnOrderThatHangsOnTheSeedAlone) {
  EXPECT_EQ(order_of_ends(1), order_of_ends(1));
  EXPECT_NE(order_of_ends(1), order_of_ends(2));
}

TEST(ScriptedOracle, NeverNamesACancelledTest) {
  ScriptedOracle oracle(long_enough, 2);
  ASSERT_TRUE(oracle.start(1, scripted_text("abc")));
  ASSERT_TRUE(oracle.start(2, scripted_text("abc")));
  oracle.cancel(1);
  EXPECT_EQ(oracle.free_slots(), 1u);
  EXPECT_EQ(oracle.cancelled(), 1u);
  EXPECT_EQ(oracle.wait()->ticket, 2u);
  EXPECT_EQ(oracle.wait()->kind, Kind::idle);
}

TEST(ScriptedOracle, CanBeInterrupted) {
  ScriptedOracle oracle(long_enough, 2);
  oracle.interrupt_at_wait(1);
  ASSERT_TRUE(oracle.start(1, scripted_text("abc")));
  ASSERT_TRUE(oracle.start(2, scripted_text("abc")));
  EXPECT_EQ(oracle.wait()->kind, Kind::verdict);
  EXPECT_EQ(oracle.wait()->kind, Kind::interrupted);
}

TEST(FaultyOracle, FailsHangsAndFlipsWhereAskedTo) {
  ScriptedOracle inner(long_enough, 4);
  FaultyOracle oracle(inner, {.failing = {0}, .hanging = {1, 2}, .flipping = {3}});
  EXPECT_FALSE(oracle.start(0, scripted_text("abc")));
  ASSERT_TRUE(oracle.start(1, scripted_text("abc")));
  ASSERT_TRUE(oracle.start(2, scripted_text("abc")));
  ASSERT_TRUE(oracle.start(3, scripted_text("abc")));
  EXPECT_EQ(oracle.free_slots(), 1u);

  auto finished = oracle.wait();
  EXPECT_EQ(finished->ticket, 3u);
  EXPECT_EQ(finished->verdict.outcome, Outcome::uninteresting);
  oracle.cancel(1);
  finished = oracle.wait();
  EXPECT_EQ(finished->ticket, 2u);
  EXPECT_TRUE(finished->verdict.timed_out);
  EXPECT_EQ(oracle.wait()->kind, Kind::idle);
}

}  // namespace
}  // namespace whittle
