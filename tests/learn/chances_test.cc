#include "learn/chances.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(Chances, BeforeAnythingWasSeenAFreshRefusalIsABadSign) {
  const Chances chances(2);
  EXPECT_GT(chances(0, {Refused::never}), 0.9);
  EXPECT_LT(chances(0, {Refused::stale}), 0.02);
  EXPECT_LT(chances(0, {Refused::fresh}), chances(0, {Refused::stale}));
  EXPECT_LT(chances(0, {Refused::stale, true}), chances(0, {Refused::stale}));
  EXPECT_LT(chances(0, {Refused::never, false, true}), chances(0, {Refused::never}));
}

TEST(Chances, FollowWhatThePassShows) {
  Chances chances(2);
  const Cell cell{Refused::never};
  chances.saw(0, cell.number(), 0, 40);
  EXPECT_LT(chances(0, cell), 0.3);
  EXPECT_GT(chances(1, cell), chances(0, cell)) << "of the other pass less is known";
  EXPECT_LT(chances(1, cell), 0.6);
}

TEST(Chances, ForgetWhatWasLongAgo) {
  Chances chances(1);
  const Cell cell{Refused::never};
  chances.saw(0, cell.number(), 100'000, 100'000);
  EXPECT_GT(chances(0, cell), 0.95);
  for (int i = 0; i < 10; ++i) chances.saw(0, cell.number(), 0, 64);
  EXPECT_LT(chances(0, cell), 0.15);
}

TEST(Chances, ACopyChangesWithoutItsOriginal) {
  Chances chances(1);
  const Cell cell{Refused::fresh};
  chances.saw(0, cell.number(), 1, 5);
  Chances copy = chances;
  copy.saw(0, cell.number(), 0, 50);
  EXPECT_LT(copy(0, cell), chances(0, cell));
}

}  // namespace
}  // namespace whittle
