// Signals that stop a run: seen by the run, or the end of the process if the run does not see them.
#include "cli/interrupt.h"

#include <csignal>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "cli/exit_codes.h"

namespace whittle {
namespace {

/// Waits until the switch is set, for at most two minutes.
bool is_set_in_time(const StopSwitch& stop) {
  pollfd set{stop.fd(), POLLIN, 0};
  return ::poll(&set, 1, 120'000) == 1;
}

TEST(Interrupt, EachStoppingSignalSetsTheSwitch) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    StopSwitch stop;
    const Interrupt interrupt(stop);
    EXPECT_FALSE(stop.is_stopped());
    ASSERT_EQ(::kill(::getpid(), signal), 0);
    EXPECT_TRUE(is_set_in_time(stop)) << signal;
    stop.acknowledge();
  }
}

TEST(Interrupt, ASecondSignalDoesNotEndAProcessThatHasSeenTheFirst) {
  StopSwitch stop;
  {
    const Interrupt interrupt(stop);
    ASSERT_EQ(::kill(::getpid(), SIGTERM), 0);
    ASSERT_TRUE(is_set_in_time(stop));
    stop.acknowledge();
    ASSERT_EQ(::kill(::getpid(), SIGTERM), 0);  // nobody reads it any more
  }
  SUCCEED() << "the signal was taken back before signals were unblocked";
}

TEST(Interrupt, AfterARunSignalsEndTheProcessAgain) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        StopSwitch stop;
        { const Interrupt interrupt(stop); }
        ::kill(::getpid(), SIGTERM);
        ::pause();
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST(Interrupt, ARunThatDoesNotSeeTheSwitchIsEndedWithItsLastWords) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        StopSwitch stop;
        Interrupt interrupt(stop);
        interrupt.set_last_words("the best so far is in bug.c\n");
        ::kill(::getpid(), SIGINT);
        while (true) ::pause();
      },
      testing::ExitedWithCode(exit_interrupted), "the best so far is in bug.c");
}

}  // namespace
}  // namespace whittle
