// What tests do to those who run them; each happens here for real.

#include <csignal>
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "oracle/fixture.h"

namespace whittle {
namespace {

class HostileTest : public OracleTest {
 protected:
  /// Asks once under a timeout of 300 ms. A test that is not ended then goes on for 1000 s.
  Verdict ask_briefly(TestSpec test, const Document& candidate) {
    test.timeout = 300ms;
    auto tester = oracle(std::move(test));
    return ask(*tester, candidate);
  }
  static std::uintmax_t bytes_in(const std::string& folder) {
    std::uintmax_t total = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
      if (entry.is_regular_file()) total += entry.file_size();
    return total;
  }
  TestSpec sandboxed(const std::string& body) {
    TestSpec test = spec(body);
    test.sandbox = true;
    return test;
  }
};

TEST_F(HostileTest, HangingForEverEndsAtTheTimeout) {
  const Verdict verdict = ask_briefly(spec("sleep 1000"), text(""));
  EXPECT_TRUE(verdict.timed_out);
  EXPECT_EQ(verdict.outcome, Outcome::uninteresting);
  EXPECT_EQ(verdict.limit, 300ms);
  EXPECT_GE(verdict.duration, 300ms);
}

TEST_F(HostileTest, IgnoringEverySignalThatCanBeIgnoredDoesNotHelp) {
  EXPECT_TRUE(ask_briefly(spec("trap '' TERM INT HUP QUIT; while :; do sleep 1; done"), text(""))
                  .timed_out);
}

TEST_F(HostileTest, ChildrenDieWithAHangingTest) {
  EXPECT_TRUE(
      ask_briefly(spec("sleep 1000 & echo $! > " + path("pid") + "; wait"), text("")).timed_out);
  ASSERT_NE(process_in("pid"), 0);
  EXPECT_FALSE(alive(process_in("pid")));
}

TEST_F(HostileTest, ChildrenLeftBehindDieWhenTheTestEnds) {
  EXPECT_TRUE(accepts(spec("sleep 1000 & echo $! > " + path("pid") + "; exit 0"), text("")));
  ASSERT_NE(process_in("pid"), 0);
  EXPECT_FALSE(alive(process_in("pid")));
}

TEST_F(HostileTest, DaemonsInSessionsOfTheirOwnDieWhenTheTestEnds) {
  auto tester = oracle(spec("setsid sh -c 'setsid sleep 1000 & echo $! > " + path("inner") +
                            "; sleep 1000' & echo $! > " + path("outer") + "\nwhile [ ! -s " +
                            path("inner") + " ]; do sleep 0.01; done; exit 0"));
  EXPECT_EQ(ask(*tester, text("")).outcome, Outcome::interesting);
  for (const char* which : {"outer", "inner"}) {
    ASSERT_NE(process_in(which), 0);
    EXPECT_FALSE(alive(process_in(which))) << which;
  }
}

TEST_F(HostileTest, ADaemonDoesNotDieWithTheTestOfAnotherSlot) {
  // The daemon of the first slot is what its test waits for; the second slot's test ends meanwhile.
  auto tester =
      oracle(spec("[ -s a.txt ] || exit 1\nsetsid sh -c 'echo $$ > " + path("daemon") +
                  "; until [ -e " + path("ended") + " ]; do sleep 0.01; done; touch done' &\n" +
                  "until [ -e done ]; do sleep 0.01; done"),
             {.slots = 2});
  ASSERT_TRUE(tester->start(1, text("long")));
  ASSERT_TRUE(soon([&] { return process_in("daemon") != 0; }));
  ASSERT_TRUE(tester->start(2, text("")));
  EXPECT_EQ(tester->wait()->ticket, 2u);
  std::ofstream(path("ended")) << "1";
  const auto finished = tester->wait();
  EXPECT_EQ(finished->ticket, 1u);
  EXPECT_EQ(finished->verdict.outcome, Outcome::interesting);
}

TEST_F(HostileTest, ADaemonWithAnEmptyEnvironmentDiesWithItsTest) {
  auto tester =
      oracle(spec("cd /; env -i setsid sleep 1000 & echo $! > " + path("pid") + "; sleep 0.1"));
  ask(*tester, text(""));
  ASSERT_NE(process_in("pid"), 0);
  EXPECT_FALSE(alive(process_in("pid")));
}

TEST_F(HostileTest, WhereControlGroupsWorkTheNextDaemonDiesEvenIfItRemovesItsMark) {
  if (!ControlGroup::make()) GTEST_SKIP() << "no writable control groups";
  auto tester = oracle(spec("cd /; setsid bash -c '[ -s " + path("pid") +
                            " ] && ulimit -S -x unlimited; exec env -i sleep 1000' & sleep 0.1; "
                            "echo $! > " +
                            path("pid")));
  ask(*tester, text(""));
  const int first = process_in("pid");
  ask(*tester, text(""));
  EXPECT_NE(process_in("pid"), first);
  EXPECT_FALSE(alive(process_in("pid")));
}

TEST_F(HostileTest, DaemonsThatEndByThemselvesLeaveNoZombies) {
  auto tester = oracle(spec("for i in 1 2 3; do env -i setsid true & done; sleep 0.05"));
  const std::vector<pid_t> before = children();
  for (int i = 0; i < 5; ++i) ask(*tester, text(""));
  EXPECT_EQ(children(), before);
}

TEST_F(HostileTest, ControlGroupsOfDeadRunsAreRemovedWithAllInThem) {
  if (!ControlGroup::make()) GTEST_SKIP() << "no writable control groups";
  const pid_t child = ::fork();
  if (child == 0) {
    const auto group = ControlGroup::make();
    if (group && ::fork() == 0) {
      (void)!::write(group->procs(), "0", 1);
      write("pid", std::to_string(::getpid()));
      ::pause();
    }
    ::pause();
  }
  ASSERT_TRUE(soon([&] { return process_in("pid") != 0; }));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(alive(process_in("pid")));
  ControlGroup::make();
  EXPECT_TRUE(soon([&] { return !alive(process_in("pid")); }));
}

TEST_F(HostileTest, ManyForksAtOnceAreAllCaught) {
  const std::string body =
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do setsid sh -c 'for j in 1 2 3 4; do "
      "setsid sleep 1000 & done; wait' & done; sleep 0.2; exit 0";
  std::vector<pid_t> before = children();
  auto tester = oracle(spec(body));
  ask(*tester, text(""));
  EXPECT_TRUE(soon([&] { return children().size() <= before.size(); }));
}

TEST_F(HostileTest, PrintingWithoutEndNeitherBlocksNorFillsAnything) {
  // Once where nobody looks at it, once where somebody does.
  TestSpec test =
      spec("head -c 200000000 /dev/zero; head -c 1000000 /dev/zero >&2; echo; echo last word");
  test.timeout = 20s;
  EXPECT_TRUE(accepts(test, text("")));
  rusage before{}, after{};
  ::getrusage(RUSAGE_SELF, &before);
  test.steps[0].expect.stdout_has = {*Pattern::compile("^last word$")};
  EXPECT_TRUE(accepts(test, text("")));
  ::getrusage(RUSAGE_SELF, &after);
  EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 64 * 1024);  // in KB
  test = spec("yes");
  test.steps[0].expect.output_has = {*Pattern::compile("y")};
  EXPECT_TRUE(ask_briefly(test, text("")).timed_out);
}

TEST_F(HostileTest, ADaemonThatKeepsTheOutputOpenDoesNotKeepUsWaiting) {
  TestSpec test = spec("setsid sleep 1000 & echo said");
  test.steps[0].expect.stdout_has = {*Pattern::compile("said")};
  const Verdict verdict = ask(test, text(""));
  EXPECT_EQ(verdict.outcome, Outcome::interesting);
  EXPECT_FALSE(verdict.timed_out);
}

TEST_F(HostileTest, StandardInputIsEmptyAndThereIsNoTerminal) {
  EXPECT_TRUE(accepts(spec("[ -z \"$(cat)\" ] && ! (: < /dev/tty) 2>/dev/null"), text("")));
}

TEST_F(HostileTest, FoldersWithoutPermissionsAreRemoved) {
  std::string root;
  {
    auto tester = oracle(
        spec("[ -e locked ] && exit 1; mkdir -p locked/deep/er $TMPDIR/locked; touch "
             "locked/deep/file; chmod 000 locked/deep/er locked/deep locked $TMPDIR/locked . "
             "$TMPDIR"));
    root = tester->scratch().root();
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(*tester, text("")).outcome, Outcome::interesting);
  }
  EXPECT_FALSE(std::filesystem::exists(root));
}

TEST_F(HostileTest, AUserWhomPermissionsHoldBackRemovesLockedFoldersToo) {
  // Root is held back by nothing, so it becomes somebody else first.
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to become another user";
  const std::string place = path("place");
  std::filesystem::create_directories(place);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::chown(place.c_str(), 65534, 65534) || ::chmod(path("").c_str(), 0755) ||
        ::setgid(65534) || ::setuid(65534))
      ::_exit(2);
    auto scratch = Scratch::make(place, 0);
    if (!scratch) ::_exit(3);
    auto folder = scratch->fresh_folder("0");
    const std::string make = fmt::format(
        "cd {} && mkdir -p a/b/c && touch a/b/f && chmod 000 a/b/c a/b && chmod 500 a", *folder);
    if (std::system(make.c_str())) ::_exit(4);
    ::_exit(scratch->fresh_folder("0") ? 0 : 5);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(HostileTest, FoldersOfAnyDepthAreRemoved) {
  // 6,000 deep: more than there may be open files, and far more than a path may be long.
  auto tester =
      oracle(spec("p=$(printf 'd/%.0s' $(seq 1500)); for i in 1 2 3 4; do mkdir -p $p && cd -P $p "
                  "|| exit 1; done"));
  const std::string root = tester->scratch().root();
  EXPECT_EQ(ask(*tester, text("")).outcome, Outcome::interesting);
  EXPECT_EQ(ask(*tester, text("")).outcome, Outcome::interesting);
  tester.reset();
  EXPECT_FALSE(std::filesystem::exists(root));
}

TEST_F(HostileTest, LinksOutOfTheFolderAreNotFollowedWhenItIsEmptied) {
  const std::string precious = write("precious", "keep me");
  auto tester = oracle(
      spec("ln -s " + path("") + " out; ln -s / root; mkdir in; ln -s " + path("") + " in/out"));
  ask(*tester, text(""));
  ask(*tester, text(""));
  EXPECT_EQ(read(precious), "keep me");
}

TEST_F(HostileTest, ATestMayTakeItsOwnFolderAway) {
  const std::string precious = write("precious", "keep me");
  for (const std::string& deed :
       std::vector<std::string>{"rm -rf \"$PWD\" \"$TMPDIR\"", "mv \"$PWD\" ../elsewhere",
                                "d=$PWD; cd ..; rm -rf \"$d\"; ln -s " + path("") + " \"$d\"",
                                "d=$PWD; cd ..; rm -rf \"$d\"; echo file > \"$d\"",
                                "rm a.txt; mkdir a.txt; touch a.txt/x"}) {
    auto tester = oracle(spec(deed + "; exit 0"));
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(ask(*tester, text("x")).outcome, Outcome::interesting) << deed;
  }
  EXPECT_EQ(read(precious), "keep me");
}

TEST_F(HostileTest, OneFileCannotGrowPastItsLimit) {
  TestSpec test = spec("head -c 50000000 /dev/zero > big; [ $(stat -c %s big) -le 1000000 ]");
  test.limits.file_size = 1'000'000;
  EXPECT_TRUE(accepts(test, text("")));
}

TEST_F(HostileTest, WhatTestsLeaveBehindDoesNotAddUp) {
  // Each leaves 300 kB, in its folder, deeper, in TMPDIR and without permissions, and a daemon.
  auto tester = oracle(spec("mkdir -p d/e locked && head -c 100000 /dev/zero >d/e/$$ && "
                            "cp d/e/$$ locked && cp d/e/$$ \"$TMPDIR/$$\" && chmod 0 locked && "
                            "{ setsid sleep 1000 & }"),
                       {.slots = 2});
  // A slot gets a control group, three files, once a test was seen to leave its session; whether
  // the daemon has left it by the time its test ends is chance. So they are counted apart.
  const auto open_files = [](bool of_groups) {
    return std::ranges::count_if(
        std::filesystem::directory_iterator("/proc/self/fd"), [&](const auto& file) {
          std::error_code gone;
          const std::string name = std::filesystem::read_symlink(file, gone).filename().string();
          return name.starts_with("cgroup.") == of_groups;
        });
  };
  const std::size_t before = children().size();
  std::ptrdiff_t files = 0;
  for (int i = 0; i < 90; ++i) {
    ASSERT_EQ(ask(*tester, text(std::to_string(i))).outcome, Outcome::interesting);
    if (i % 20 != 19) continue;
    EXPECT_LE(bytes_in(tester->scratch().root()), 2 * 300'010u) << "after " << i << " tests";
    if (files == 0) files = open_files(false);
    EXPECT_LE(open_files(true), 2 * 3) << "after " << i << " tests";
    EXPECT_EQ(open_files(false), files) << "after " << i << " tests";
    EXPECT_LE(children().size(), before) << "after " << i << " tests";
  }
}

TEST_F(HostileTest, AFullDiskIsFreeAgainForTheNextTest) {
  auto tester = oracle(spec("head -c 30000000 /dev/zero > big && [ $(ls | wc -l) = 2 ]"));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(ask(*tester, text("")).outcome, Outcome::interesting);
    EXPECT_LT(bytes_in(tester->scratch().root()), 31'000'000u);
  }
}

TEST_F(HostileTest, AScratchFolderWithoutSpaceIsAnErrorOfItsOwn) {
  // In a process that may mount a small disk which nobody else sees.
  const TestSpec test = spec("exit 0");
  const std::string place = path("small");
  std::filesystem::create_directory(place);
  enum { is_disk_error, no_mount, no_oracle, started, other_error };
  const pid_t child = ::fork();
  if (child == 0) {
    if (::unshare(CLONE_NEWNS) || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) ||
        ::mount("none", place.c_str(), "tmpfs", 0, "size=64k"))
      ::_exit(no_mount);
    auto tester = LocalOracle::make(test, {.scratch_parent = place});
    if (!tester) ::_exit(no_oracle);
    const auto begun = (*tester)->start(1, text(std::string(200'000, 'x')));
    if (begun) ::_exit(started);
    const bool disk = begun.error().kind == ErrorKind::disk && (*tester)->free_slots() == 1 &&
                      (*tester)->start(2, text("small enough"));
    ::_exit(disk ? is_disk_error : other_error);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WEXITSTATUS(status) == no_mount) GTEST_SKIP() << "cannot mount here";
  EXPECT_EQ(WEXITSTATUS(status), is_disk_error);
}

TEST_F(HostileTest, MemoryIsBounded) {
  TestSpec test = spec("x=$(head -c 150000000 /dev/zero | tr '\\0' x) && [ ${#x} = 150000000 ]");
  test.timeout = 20s;
  test.limits.memory = std::uint64_t{100} << 20;
  EXPECT_FALSE(accepts(test, text("")));
}

TEST_F(HostileTest, NoCoreFilesAreWritten) {
  EXPECT_TRUE(accepts(spec("[ $(ulimit -c) = 0 ]; "), text("")));
}

TEST_F(HostileTest, ACandidateIsRunUntilItsRateIsDecided) {
  // Interesting in three of four runs, told by a counter outside.
  const std::string counter = path("counter");
  const std::string flaky =
      "n=$(($(cat " + counter + ") + 1)); echo $n > " + counter + "; [ $((n % 4)) != 0 ]";
  const auto runs_of = [&](const std::string& test_text, double low, double high) {
    write("counter", "0");
    TestSpec test = spec(test_text);
    test.rate = RateTest{.low = low, .high = high, .accepts_low = 0.05, .refuses_high = 0.25};
    const bool interesting = accepts(test, text(""));
    return std::pair(interesting, std::stoi(read(counter)));
  };
  EXPECT_EQ(runs_of(flaky, 0.25, 0.5), std::pair(true, 6));
  EXPECT_EQ(runs_of(flaky, 0.8, 0.95), std::pair(false, 8));
  EXPECT_EQ(runs_of(flaky + " && false", 0.25, 0.5), std::pair(false, 4));
}

TEST_F(HostileTest, TestsDieWithAnOracleThatIsKilled) {
  const TestSpec test = spec("echo $$ > " + path("pid") + "; sleep 1000");
  const pid_t child = ::fork();
  if (child == 0) {
    auto tester = oracle(test);
    if (tester->start(1, text(""))) (void)tester->wait();
    ::_exit(0);
  }
  EXPECT_TRUE(soon([&] { return process_in("pid") != 0; }));
  const int pid = process_in("pid");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(soon([&] { return !alive(pid); }));
}

TEST_F(HostileTest, ATestThatEndsWhileWeAreStoppedWasInTime) {
  TestSpec test = spec("sleep 0.1");
  test.timeout = 300ms;
  const pid_t child = ::fork();
  if (child == 0) {
    const Verdict verdict = ask(test, text(""));
    ::_exit(verdict.timed_out ? 1 : 0);
  }
  std::this_thread::sleep_for(50ms);
  ::kill(child, SIGSTOP);
  std::this_thread::sleep_for(500ms);
  ::kill(child, SIGCONT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(HostileTest, TestsInheritNoOpenFiles) {
  const int open_file = ::open("/dev/null", O_RDONLY);  // as a careless program leaves it
  ASSERT_GE(open_file, 3);
  EXPECT_TRUE(accepts(spec("[ ! -e /proc/$$/fd/" + std::to_string(open_file) + " ]"), text("")));
  ::close(open_file);
}

TEST_F(HostileTest, WhatDeadRunsLeftIsRemovedAndWhatLivingOnesUseIsNot) {
  const std::string place = path("place");
  const std::string dead = place + "/whittle-scratch-1-0";
  std::filesystem::create_directories(dead + "/0/deep");
  std::filesystem::permissions(dead, std::filesystem::perms::owner_all);
  // A user's folders, however much their names are like ours.
  const std::vector<std::string> not_ours = {"other", "whittle-1-0", "whittle-src",
                                             "whittle-scratch-notes", "whittle-scratch-1-0-copy"};
  for (const std::string& name : not_ours) {
    std::filesystem::create_directories(place + "/" + name);
    std::filesystem::permissions(place + "/" + name, std::filesystem::perms::owner_all);
  }
  const auto living = Scratch::make(place, 0);
  ASSERT_TRUE(living);
  EXPECT_FALSE(std::filesystem::exists(dead));
  const auto second = Scratch::make(place, 0);
  ASSERT_TRUE(second);
  EXPECT_TRUE(std::filesystem::exists(living->root()));
  for (const std::string& name : not_ours)
    EXPECT_TRUE(std::filesystem::exists(place + "/" + name)) << name;
}

TEST_F(HostileTest, ASandboxedTestAnswersLikeAnyOther) {
  EXPECT_TRUE(accepts(
      sandboxed("grep -q bug a.txt && echo x > b && echo y > $TMPDIR/c && ls -l /proc/self/exe "
                "> /dev/null && [ $(id -u) = " +
                std::to_string(::geteuid()) + " ]"),
      text("bug")));
  EXPECT_EQ(ask(sandboxed("exit 7"), text("")).exit_status, 7);
  EXPECT_EQ(ask(sandboxed("kill -ABRT $$"), text("")).exit_status, 134);
  TestSpec test = sandboxed("echo out; echo err >&2; kill -SEGV $$");
  test.steps[0].expect = {.signals = {SIGSEGV},
                          .stdout_has = {*Pattern::compile("out")},
                          .stderr_has = {*Pattern::compile("err")},
                          .output_lacks = {*Pattern::compile("fault")}};
  EXPECT_TRUE(accepts(test, text("")));
  EXPECT_TRUE(ask_briefly(sandboxed("setsid sleep 1000 & sleep 1000"), text("")).timed_out);
}

TEST_F(HostileTest, ASandboxedTestWritesNowhereElse) {
  const std::string precious = write("precious", "keep me");
  const std::string outside = path("");
  EXPECT_TRUE(accepts(
      sandboxed("(echo gone > " + precious + ") 2>/dev/null; rm -rf " + precious + " " + outside +
                " 2>/dev/null; rm -rf ../* 2>/dev/null; touch /tmp/x /dev/shm/x " + outside +
                "/x 2>/dev/null; mount -o remount,rw / 2>/dev/null; umount " + outside +
                " 2>/dev/null; (echo gone > " + precious + ") 2>/dev/null; exit 0"),
      text("")));
  EXPECT_EQ(read(precious), "keep me");
  EXPECT_FALSE(std::filesystem::exists(path("x")));
}

TEST_F(HostileTest, ASandboxedTestReachesNoNetworkAndNoProcess) {
  const std::string here = std::to_string(::getpid());
  EXPECT_TRUE(accepts(spec("kill -0 " + here), text("")));
  EXPECT_TRUE(accepts(sandboxed("! kill -0 " + here + " 2>/dev/null"), text("")));
  // Nothing but the loopback device, and that is down.
  EXPECT_TRUE(accepts(
      sandboxed("[ \"$(grep -c : /proc/net/dev)\" = 1 ] && grep -q lo: /proc/net/dev"), text("")));
}

TEST_F(HostileTest, SlotsOfASandboxCannotTouchEachOther) {
  auto tester = oracle(
      sandboxed("if [ -s a.txt ]; then sleep 0.3; [ -e a.txt ]; else rm -rf ../0/* ../0.tmp/* "
                "2>/dev/null; exit 0; fi"),
      {.slots = 2});
  ASSERT_TRUE(tester->start(0, text("stays")));
  ASSERT_TRUE(tester->start(1, text("")));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(tester->wait()->verdict.outcome, Outcome::interesting);
}

}  // namespace
}  // namespace whittle
