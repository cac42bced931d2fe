#include "oracle/timeout.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

using namespace std::chrono_literals;

TEST(Timeout, IsTenTimesTheFirstRunAndAtLeastASecond) {
  Timeout quick, slow;
  EXPECT_EQ(quick.limit(), Timeout::first);
  quick.observe(3ms, Outcome::interesting);
  EXPECT_EQ(quick.limit(), 1s);
  slow.observe(700ms, Outcome::interesting);
  EXPECT_EQ(slow.limit(), 7s);
}

TEST(Timeout, StaysAsTheUserChoseIt) {
  Timeout timeout(250ms);
  EXPECT_EQ(timeout.limit(), 250ms);
  timeout.observe(9s, Outcome::interesting);
  EXPECT_EQ(timeout.limit(), 250ms);
}

TEST(Timeout, FallsAsInterestingTestsGetQuicker) {
  Timeout timeout;
  timeout.observe(10s, Outcome::interesting);
  for (int i = 0; i < 300; ++i) timeout.observe(400ms, Outcome::interesting);
  EXPECT_EQ(timeout.limit(), 2s);
}

TEST(Timeout, DoesNotFallBecauseUninterestingTestsEndEarly) {
  Timeout timeout;
  timeout.observe(2s, Outcome::interesting);
  for (int i = 0; i < 1000; ++i) timeout.observe(5ms, Outcome::uninteresting);
  EXPECT_EQ(timeout.limit(), 20s);
}

TEST(Timeout, RisesWithWhatTakesLonger) {
  Timeout timeout;
  timeout.observe(10ms, Outcome::interesting);
  timeout.observe(900ms, Outcome::uninteresting);
  EXPECT_EQ(timeout.limit(), 1800ms);
  timeout.observe(1s, Outcome::interesting);
  EXPECT_EQ(timeout.limit(), 10s);
}

TEST(Timeout, DoesNotFollowSlowRefusalsOnceItIsKnownWhatInterestingTestsTake) {
  Timeout timeout;
  timeout.observe(150ms, Outcome::interesting);
  timeout.observe(1400ms, Outcome::uninteresting);
  EXPECT_EQ(timeout.limit(), 2800ms);
  timeout.observe(2700ms, Outcome::uninteresting);
  EXPECT_EQ(timeout.limit(), 5400ms);
  for (int i = 0; i < 3; ++i) timeout.observe(250ms, Outcome::interesting);
  EXPECT_EQ(timeout.limit(), 1250ms);
  timeout.observe(1200ms, Outcome::uninteresting);
  EXPECT_EQ(timeout.limit(), 1250ms);
}

TEST(Timeout, MovesInFewSteps) {
  Timeout timeout;
  timeout.observe(1s, Outcome::interesting);
  int moves = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto before = timeout.limit();
    timeout.observe(1s + i * 2ms, Outcome::interesting);
    moves += timeout.limit() != before;
  }
  EXPECT_LE(moves, 5);  // down once, and up for times that tripled
  EXPECT_GE(timeout.limit(), 14s);
}

}  // namespace
}  // namespace whittle
