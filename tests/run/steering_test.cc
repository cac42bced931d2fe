#include "run/steering.h"

#include <gtest/gtest.h>
#include <thread>

#include "oracle/function_oracle.h"
#include "run/stop.h"

namespace whittle {
namespace {

Told nothing_special() {
  return Told{};
}

/// After how many outcomes a list is skipped, of the first ten.
std::vector<std::size_t> places(Skips& skips, Controls* controls = nullptr,
                                std::size_t user_skips_at = 100) {
  std::vector<std::size_t> found;
  for (std::size_t told = 0; told < 10; ++told) {
    if (told == user_skips_at) controls->skip();
    if (skips.take()) found.push_back(skips.place());
    skips.told(nothing_special());
  }
  return found;
}

TEST(Skips, NothingIsSkippedByItself) {
  Controls controls;
  Skips skips(&controls, {});
  EXPECT_TRUE(places(skips).empty());
}

TEST(Skips, AListIsSkippedWhereTheUserSaysSo) {
  Controls controls;
  Skips skips(&controls, {});
  EXPECT_EQ(places(skips, &controls, 4), std::vector<std::size_t>{4});
  EXPECT_TRUE(skips.take_is_new());
  EXPECT_FALSE(skips.take_is_new());
}

TEST(Skips, AReplaySkipsAtTheSamePlaces) {
  Skips skips(nullptr, {2, 7});
  EXPECT_EQ(places(skips), (std::vector<std::size_t>{2, 7}));
  EXPECT_FALSE(skips.take_is_new()) << "they are in the journal already";
}

TEST(Skips, TwoListsCanBeSkippedAtOnePlace) {
  Skips skips(nullptr, {3, 3});
  for (int told = 0; told < 3; ++told) skips.told(nothing_special());
  EXPECT_TRUE(skips.take());
  EXPECT_TRUE(skips.take());
  EXPECT_FALSE(skips.take());
}

TEST(Skips, ANewOneComesAfterTheEarlierOnes) {
  Controls controls;
  Skips skips(&controls, {5});
  EXPECT_EQ(places(skips, &controls, 2), (std::vector<std::size_t>{5, 6}));
}

TEST(Controls, ASkipIsTakenOnce) {
  Controls controls;
  EXPECT_FALSE(controls.take_skip());
  controls.skip();
  controls.skip();
  EXPECT_TRUE(controls.take_skip());
  EXPECT_FALSE(controls.take_skip());
}

TEST(Controls, APausedRunWaitsUntilItGoesOn) {
  Controls controls;
  StopSwitch stop;
  controls.pause(true);
  EXPECT_TRUE(controls.is_paused());
  std::jthread user([&] { controls.pause(false); });
  controls.wait_while_paused(stop.fd());
  EXPECT_FALSE(controls.is_paused());
}

TEST(Controls, APausedRunCanBeStopped) {
  Controls controls;
  StopSwitch stop;
  controls.pause(true);
  std::jthread user([&] { stop.stop(); });
  controls.wait_while_paused(stop.fd());
  EXPECT_TRUE(controls.is_paused());
  EXPECT_TRUE(stop.is_stopped());
}

TEST(PausableOracle, AnswersAsTheOneBehindIt) {
  FunctionOracle inner(
      [](const Document& candidate, std::stop_token) { return candidate.size() == 1; });
  PausableOracle oracle(inner, nullptr, -1);
  ASSERT_TRUE(oracle.start(3, Document::single("a", "x")));
  const Result<Oracle::Finished> finished = oracle.wait();
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->ticket, 3u);
  EXPECT_EQ(finished->verdict.outcome, Outcome::interesting);
}

TEST(StopReasons, TheUserOrTheTime) {
  StopSwitch stop;
  const StopReasons by_user(&stop, std::nullopt);
  EXPECT_EQ(by_user.reason(), StopReasons::Reason::none);
  stop.stop();
  EXPECT_EQ(by_user.reason(), StopReasons::Reason::user);
  EXPECT_TRUE(stop.acknowledged_within(std::chrono::milliseconds(0)));

  const StopReasons by_time(nullptr, std::chrono::microseconds(1));
  while (by_time.reason() == StopReasons::Reason::none) std::this_thread::yield();
  EXPECT_EQ(by_time.reason(), StopReasons::Reason::time);
}

TEST(StopReasons, TheUserComesBeforeTheTime) {
  StopSwitch stop;
  stop.stop();
  const StopReasons both(&stop, std::chrono::microseconds(1));
  EXPECT_EQ(both.reason(), StopReasons::Reason::user);
}

TEST(StopSwitch, NobodyAcknowledgesASwitchThatNoRunHasSeen) {
  StopSwitch stop;
  stop.stop();
  EXPECT_FALSE(stop.acknowledged_within(std::chrono::milliseconds(1)));
}

}  // namespace
}  // namespace whittle
