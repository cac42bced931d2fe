#include "oracle/function_oracle.h"

#include <atomic>
#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <thread>

namespace whittle {
namespace {

using namespace std::chrono_literals;

Document text(std::string bytes) {
  return Document::single("a.txt", std::move(bytes));
}

TEST(FunctionOracle, AnswersWhatTheFunctionSays) {
  FunctionOracle oracle([](const Document& candidate, std::stop_token) {
    return candidate.bytes(0).find('x') != Bytes::npos;
  });
  for (const auto& [bytes, expected] :
       {std::pair{"axb", Outcome::interesting}, std::pair{"ab", Outcome::uninteresting}}) {
    ASSERT_TRUE(oracle.start(7, text(bytes)));
    EXPECT_EQ(oracle.free_slots(), 0u);
    const auto finished = oracle.wait();
    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->ticket, 7u);
    EXPECT_EQ(finished->verdict.outcome, expected);
    EXPECT_EQ(oracle.free_slots(), 1u);
  }
}

TEST(FunctionOracle, IsIdleWhenNothingRuns) {
  FunctionOracle oracle([](const Document&, std::stop_token) { return true; });
  EXPECT_EQ(oracle.wait()->kind, Oracle::Finished::Kind::idle);
}

TEST(FunctionOracle, CallsRunSideBySide) {
  std::atomic<int> inside = 0;
  FunctionOracle oracle(
      [&](const Document&, std::stop_token) {
        ++inside;
        for (int i = 0; i < 2000 && inside < 3; ++i) std::this_thread::sleep_for(1ms);
        return inside >= 3;
      },
      {.slots = 3});
  for (Ticket ticket : {1, 2, 3}) ASSERT_TRUE(oracle.start(ticket, text("a")));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(oracle.wait()->verdict.outcome, Outcome::interesting);
}

TEST(FunctionOracle, ACancelledCallIsToldAndItsSlotIsFreeAtOnce) {
  std::atomic<bool> told = false;
  FunctionOracle oracle([&](const Document& candidate, std::stop_token cancelled) {
    if (candidate.bytes(0) == "quick") return true;
    while (!cancelled.stop_requested()) std::this_thread::sleep_for(1ms);
    told = true;
    return true;
  });
  ASSERT_TRUE(oracle.start(1, text("for ever")));
  oracle.cancel(1);
  EXPECT_EQ(oracle.free_slots(), 1u);
  ASSERT_TRUE(oracle.start(2, text("quick")));
  EXPECT_EQ(oracle.wait()->ticket, 2u);
  while (!told) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(oracle.wait()->kind, Oracle::Finished::Kind::idle);
}

TEST(FunctionOracle, AnInterruptEndsTheWait) {
  const UniqueFd interrupt(::eventfd(0, EFD_CLOEXEC));
  FunctionOracle oracle(
      [](const Document&, std::stop_token cancelled) {
        while (!cancelled.stop_requested()) std::this_thread::sleep_for(1ms);
        return true;
      },
      {.interrupt_fd = interrupt.get()});
  ASSERT_TRUE(oracle.start(1, text("a")));
  ::eventfd_write(interrupt.get(), 1);
  EXPECT_EQ(oracle.wait()->kind, Oracle::Finished::Kind::interrupted);
}

}  // namespace
}  // namespace whittle
