// Several runs in one process: each on a thread of its own, beside children of the program itself.

#include <atomic>
#include <csignal>
#include <sys/wait.h>
#include <thread>

#include "oracle/fixture.h"
#include "process/local_tools.h"

namespace whittle {
namespace {

class SideBySide : public OracleTest {
 protected:
  /// Tests `rounds` candidates on two slots, of which each third is interesting, and gives how many
  /// verdicts were wrong.
  static int wrong_verdicts(LocalOracle& oracle, int rounds, const std::function<void()>& between) {
    const auto candidate = [](int number) {
      // Run by the test itself, so that it must not be open for writing anywhere.
      return Document({File{"run.sh", 0755, share(fmt::format("#!/bin/sh\nexit {}\n", number % 3)),
                            File::Kind::regular}});
    };
    int wrong = 0, started = 0;
    for (int ended = 0; ended < rounds; ++ended) {
      while (started < rounds && oracle.free_slots() > 0) {
        if (!oracle.start(static_cast<Ticket>(started), candidate(started))) return rounds;
        ++started;
      }
      const auto finished = oracle.wait();
      if (!finished || finished->kind != Kind::verdict) return rounds;
      const bool expected = finished->ticket % 3 == 0;
      wrong += finished->verdict.outcome != outcome_of(expected);
      between();
    }
    return wrong;
  }
};

TEST_F(SideBySide, TwoRunsAndTheProgramsOwnChildrenDoNotDisturbEachOther) {
  const pid_t own = ::fork();
  if (own == 0) {
    ::setsid();
    ::pause();
    ::_exit(1);
  }
  const std::vector<pid_t> before = children();
  const int rounds = 200;
  // Leaves a child, a daemon and a daemon without an environment behind.
  const TestSpec test =
      spec("sleep 1000 & setsid sleep 1000 & env -i setsid sleep 1000 & ./run.sh");
  std::atomic<int> wrong = 0, bad_answers = 0, bad_exits = 0;
  const auto ask_a_tool = [&, tools =
                                  std::make_shared<LocalTools>(LocalTools::Options{.at_once = 2})] {
    const auto outputs =
        tools->run({{"/bin/sh", "-c", "env -i setsid sleep 1000 >/dev/null & echo $TMPDIR"},
                    {"/bin/sh", "-c", "setsid sleep 1000 & echo two"}});
    bad_answers += !outputs[0] || outputs[0]->find("lane0.tmp") == std::string::npos;
    bad_answers += outputs[1] != "two\n";
  };
  // The program goes on to start processes of its own, and waits for them.
  const auto start_a_child = [&] {
    const std::shared_lock copying(open_files_are_copied());
    const pid_t child = ::fork();
    if (child == 0) ::_exit(42);
    int status = 0;
    bad_exits += ::waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 42;
  };
  const auto run = [&](const std::function<void()>& between) {
    auto made = LocalOracle::make(test, {.slots = 2});
    wrong += made ? wrong_verdicts(**made, rounds, between) : rounds;
  };
  std::thread one([&] { run(ask_a_tool); });
  std::thread other([&] { run(start_a_child); });
  one.join();
  other.join();

  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(bad_answers, 0);
  EXPECT_EQ(bad_exits, 0);
  EXPECT_EQ(children(), before) << "something was left behind";
  EXPECT_TRUE(alive(own));
  EXPECT_EQ(::kill(own, SIGKILL), 0);
  EXPECT_EQ(::waitpid(own, nullptr, 0), own);
}

TEST_F(SideBySide, AnOracleThatIsDoneDoesNotEndTheTestsOfAnother) {
  auto slow = oracle(spec("sleep 0.5; exit 0"));
  ASSERT_TRUE(slow->start(1, text("")));
  EXPECT_TRUE(accepts(spec("setsid sleep 1000 & exit 0"), text("")));
  const auto finished = slow->wait();
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->verdict.outcome, Outcome::interesting);
}

}  // namespace
}  // namespace whittle
