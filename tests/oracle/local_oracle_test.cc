#include "oracle/local_oracle.h"

#include <set>
#include <sys/eventfd.h>
#include <unistd.h>

#include "oracle/fixture.h"
#include "support/cpu_time.h"

namespace whittle {
namespace {

TEST_F(OracleTest, ExitStatusZeroMeansInteresting) {
  auto tester = oracle(spec("grep -q bug a.txt"));
  Verdict verdict = ask(*tester, text("a bug here"));
  EXPECT_EQ(verdict.outcome, Outcome::interesting);
  EXPECT_GT(verdict.duration.count(), 0);
  EXPECT_EQ(verdict.limit, 10s);
  verdict = ask(*tester, text("nothing"));
  EXPECT_EQ(verdict.outcome, Outcome::uninteresting);
  EXPECT_EQ(verdict.exit_status, 1);
  EXPECT_EQ(tester->wait()->kind, Kind::idle);
}

TEST_F(OracleTest, DeathBySignalIsShownAsAShellShowsIt) {
  EXPECT_EQ(ask(spec("kill -SEGV $$"), text("")).exit_status, 139);
}

TEST_F(OracleTest, ARefusedTestIsKnownByItsFirstLinesAndPrintsAsMuchAsItLikes) {
  auto tester = oracle(spec("echo one; echo two >&2; printf 'a\\033[31mb\\n'; [ -s a.txt ] || "
                            "head -c 50000000 /dev/zero | tr '\\0' x; exit 1"),
                       {.outputs = true});
  EXPECT_EQ(ask(*tester, text("x")).output, "one\ntwo\na?[31mb\n");
  const Verdict much = ask(*tester, text(""));
  EXPECT_EQ(much.exit_status, 1);
  EXPECT_TRUE(much.output.starts_with("one\ntwo\n"));
  EXPECT_LE(much.output.size(), 1024u);
  auto interesting = oracle(spec("echo yes"), {.outputs = true});
  EXPECT_EQ(ask(*interesting, text("x")).output, "yes\n");
  EXPECT_EQ(ask(spec("echo no; exit 1"), text("x")).output, "") << "nobody wants it";
}

TEST_F(OracleTest, TheCandidateIsTheArgumentAndAllThereIsInTheFolder) {
  EXPECT_TRUE(
      accepts(spec("[ \"$#\" = 1 ] && [ \"$1\" = a.txt ] && [ \"$(ls -A)\" = a.txt ]"), text("x")));
}

TEST_F(OracleTest, OneTestNeverSeesWhatAnotherLeft) {
  auto tester =
      oracle(spec("[ ! -e junk ] && [ -z \"$(ls -A $TMPDIR)\" ] && mkdir -p junk/deep "
                  "$TMPDIR/more && touch junk/deep/file $TMPDIR/more/file"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(*tester, text("x")).outcome, Outcome::interesting);
}

TEST_F(OracleTest, PathsModesAndLinksAreKept) {
  const Document document({{"src/deep/er/a.c", 0640, share("int x;")},
                           {"run.sh", 0755, share("#!/bin/sh\nexit 0\n")},
                           {"link", 0777, share("src/deep/er/a.c"), File::Kind::symlink},
                           {"empty", 0750, share(""), File::Kind::folder},
                           {"src/b.c", 0400, share("")}});
  EXPECT_TRUE(
      accepts(spec("set -e; [ \"$*\" = 'src/deep/er/a.c run.sh src/b.c' ]; ./run.sh\n"
                   "[ $(stat -c %a src/deep/er/a.c) = 640 ]; [ $(stat -c %a src/b.c) = 400 ]\n"
                   "[ $(stat -c %a empty) = 750 ]; [ -d empty ]\n"
                   "[ $(readlink link) = src/deep/er/a.c ]; [ \"$(cat link)\" = 'int x;' ]"),
              document));
}

TEST_F(OracleTest, OddFileNamesArriveWhole) {
  for (const std::string name :
       {"with space.c", "new\nline.c", "-x y.c", "quote's \"$HOME\".c", "*", "\xff\xfe.c"}) {
    const Document document = Document::single(name, "content");
    EXPECT_TRUE(accepts(spec("[ $# = 1 ] && [ \"$(cat \"$1\")\" = content ]"), document)) << name;
  }
}

TEST_F(OracleTest, BytesArriveAsTheyAre) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const std::string expected = write("expected", bytes);
  EXPECT_TRUE(accepts(spec("cmp -s a.txt " + expected), text(bytes)));
  EXPECT_TRUE(accepts(spec("[ -e a.txt ] && [ ! -s a.txt ]"), text("")));
}

TEST_F(OracleTest, SixtyFourSlotsRunAtOnce) {
  // Each test waits until all of them have begun.
  const std::string begun = path("begun");
  std::filesystem::create_directory(begun);
  auto tester = oracle(spec("touch " + begun + "/$(cat a.txt); until [ $(ls " + begun +
                            " | wc -l) = 64 ]; do sleep 0.1; done; grep -q 7 a.txt"),
                       {.slots = 64});
  for (Ticket ticket = 0; ticket < 64; ++ticket) {
    ASSERT_EQ(tester->free_slots(), 64 - ticket);
    ASSERT_TRUE(tester->start(ticket, text(std::to_string(ticket))));
  }
  std::set<Ticket> seen;
  for (int i = 0; i < 64; ++i) {
    const auto finished = tester->wait();
    ASSERT_EQ(finished->kind, Kind::verdict);
    const bool has_seven = std::to_string(finished->ticket).find('7') != std::string::npos;
    EXPECT_EQ(finished->verdict.outcome, outcome_of(has_seven));
    seen.insert(finished->ticket);
  }
  EXPECT_EQ(seen.size(), 64u);
}

TEST_F(OracleTest, ACancelledTestIsGoneAtOnceAndNeverNamed) {
  auto tester =
      oracle(spec("echo $$ > " + path("pid") + "; [ -s a.txt ] && sleep 100"), {.slots = 2});
  ASSERT_TRUE(tester->start(5, text("hang")));
  ASSERT_TRUE(soon([&] { return process_in("pid") != 0; }));
  const int pid = process_in("pid");
  tester->cancel(5);
  EXPECT_FALSE(alive(pid));
  EXPECT_EQ(tester->free_slots(), 2u);
  EXPECT_EQ(tester->wait()->kind, Kind::idle);
  ASSERT_TRUE(tester->start(6, text("")));
  EXPECT_EQ(tester->wait()->ticket, 6u);
}

TEST_F(OracleTest, AnInterruptEndsTheWaitAtOnce) {
  const int interrupt = ::eventfd(0, 0);
  auto tester =
      oracle(spec("echo $$ > " + path("pid") + "; sleep 1000"), {.interrupt_fd = interrupt});
  ASSERT_TRUE(tester->start(1, text("")));
  std::thread user([&] {
    EXPECT_TRUE(soon([&] { return process_in("pid") != 0; }));
    ::eventfd_write(interrupt, 1);
  });
  EXPECT_EQ(tester->wait()->kind, Kind::interrupted);
  EXPECT_EQ(tester->wait()->kind, Kind::interrupted);
  EXPECT_TRUE(alive(process_in("pid")));
  user.join();
  ::close(interrupt);
}

TEST_F(OracleTest, NothingIsLeftOfAnOracleThatIsGone) {
  std::string root;
  {
    auto tester = oracle(spec("echo $$ > " + path("pid") + "; sleep 100"));
    root = tester->scratch().root();
    ASSERT_TRUE(tester->start(1, text("x")));
    ASSERT_TRUE(soon([&] { return process_in("pid") != 0; }));
    EXPECT_TRUE(std::filesystem::exists(root));
  }
  EXPECT_FALSE(std::filesystem::exists(root));
  EXPECT_FALSE(alive(process_in("pid")));
}

TEST_F(OracleTest, ATestThatDisappearsIsAnError) {
  const TestSpec test = spec("exit 0");
  auto tester = oracle(test);
  EXPECT_EQ(ask(*tester, text("")).outcome, Outcome::interesting);
  std::filesystem::remove(test.steps[0].command[0]);
  const auto started = tester->start(2, text(""));
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().kind, ErrorKind::test);
  EXPECT_EQ(started.error().message, test.steps[0].command[0] + " does not exist");
  EXPECT_EQ(tester->free_slots(), 1u);
}

TEST_F(OracleTest, NoVerdictComesFromATestThatWasChangedOrDeleted) {
  const TestSpec test = spec("exit 0");
  const std::string file = test.steps[0].command[0];
  const std::string same = read(file);
  const auto outcome_after = [&](const std::string& content) {
    auto tester = oracle(test);
    EXPECT_EQ(ask(*tester, text("")).outcome, Outcome::interesting);
    EXPECT_TRUE(tester->start(1, text("")));
    if (content.empty())
      std::filesystem::remove(file);
    else
      write(std::filesystem::path(file).filename().string(), content, true);
    if (std::filesystem::exists(file))  // clearly touched, however coarse the clock of files is
      std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + 1h);
    const auto finished = tester->wait();
    const auto alone = tester->run_alone(text(""));
    EXPECT_EQ(finished.has_value(), alone.has_value());
    write(std::filesystem::path(file).filename().string(), same, true);
    return finished ? Error{} : finished.error();
  };
  EXPECT_EQ(outcome_after("#!/bin/sh\nexit 1\n").message, file + " was changed while tests ran");
  EXPECT_EQ(outcome_after("#!/bin/sh\nexit 1\n").kind, ErrorKind::stale);
  EXPECT_EQ(outcome_after("").message, file + " was deleted while tests ran");
  EXPECT_EQ(outcome_after("").kind, ErrorKind::test);
  EXPECT_EQ(outcome_after(same).message, "");  // only touched
}

TEST_F(OracleTest, TheTimeWeWereStoppedCountsForNoLimit) {
  auto tester = oracle(script_test(script("exit 0")));
  ask(*tester, text(""));
  const auto limit = tester->limit();
  ASSERT_LT(limit, 5s);
  ASSERT_TRUE(tester->start(1, text("")));
  std::this_thread::sleep_for(limit + 200ms);  // as if by Ctrl-Z
  const auto finished = tester->wait();
  ASSERT_TRUE(finished);
  EXPECT_FALSE(finished->verdict.timed_out);
  EXPECT_EQ(tester->limit(), limit);
}

TEST_F(OracleTest, AScratchFolderThatDisappearsIsAnError) {
  auto tester = oracle(spec("exit 0"));
  std::filesystem::remove_all(tester->scratch().root());
  const auto started = tester->start(1, text(""));
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().kind, ErrorKind::scratch);
  EXPECT_EQ(started.error().message,
            "the scratch folder " + tester->scratch().root() + " no longer exists");
}

TEST_F(OracleTest, TheOriginalThatIsInterestingPasses) {
  auto tester = oracle(script_test(script("exit 0")));
  EXPECT_EQ(tester->limit(), Timeout::first);
  const auto checked = tester->check_original(text("x"));
  ASSERT_TRUE(checked);
  EXPECT_EQ(checked->verdict.outcome, Outcome::interesting);
  Timeout expected;
  expected.observe(checked->verdict.duration, Outcome::interesting);
  EXPECT_EQ(tester->limit(), expected.limit());
}

TEST_F(OracleTest, AnOriginalThatIsNotInterestingComesWithAllThatHelps) {
  const std::string test = script("echo said on stdout; echo said on stderr >&2; exit 3");
  std::string root;
  Error error;
  {
    auto tester = oracle(script_test(test));
    root = tester->scratch().root();
    const auto checked = tester->check_original(Document::single("a b.txt", "x"));
    ASSERT_FALSE(checked);
    error = checked.error();
  }
  EXPECT_EQ(error.kind, ErrorKind::not_interesting);
  EXPECT_EQ(error.message,
            "test0.sh does not find a b.txt interesting: it exited with 3, and 0 was expected");
  EXPECT_EQ(error.way_out,
            fmt::format("it must work in a folder that holds only the reduced files; to add the "
                        "files around them, set test.around\n"
                        "printed: said on stderr\nprinted: said on stdout\n"
                        "ran:    cd {0}/original && {1} 'a b.txt'\noutput: {0}/output.txt",
                        root, test));
  EXPECT_EQ(read(root + "/output.txt"), "said on stdout\nsaid on stderr\n");
  EXPECT_EQ(read(root + "/original/a b.txt"), "x");
  const std::string again =
      fmt::format("cd {}/original && {} 'a b.txt' >/dev/null 2>&1", root, test);
  EXPECT_EQ(WEXITSTATUS(std::system(again.c_str())), 3);
  // A run that starts meanwhile leaves it for the user to look at.
  oracle(spec("exit 0"));
  EXPECT_TRUE(std::filesystem::exists(root));
  // What a dead run left otherwise is cleared away.
  std::filesystem::permissions(root, std::filesystem::perms::owner_all);
  oracle(spec("exit 0"));
  EXPECT_FALSE(std::filesystem::exists(root));
}

TEST_F(OracleTest, AnOriginalThatIsInterestingOnlyTheSecondTimeIsUnreliable) {
  const std::string mark = path("mark");
  auto tester = oracle(spec("[ -e " + mark + " ] && exit 0; touch " + mark + "; exit 1"));
  const auto checked = tester->check_original(text("x"));
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().kind, ErrorKind::unreliable);
  EXPECT_EQ(checked.error().message,
            "test0.sh answered a.txt differently (1 interesting, 1 not); see test.flaky");
}

TEST_F(OracleTest, AParentWithMuchMemoryStartsTestsAsFast) {
  auto tester = oracle(spec("exit 0"));
  std::vector<char> memory(std::size_t{512} << 20,
                           'x');  // copying its page tables takes some 40 ms
  const double start = cpu_seconds();
  for (int i = 0; i < 10; ++i) ask(*tester, text(""));
  EXPECT_LT(cpu_seconds() - start, 10 * 0.020);
  EXPECT_EQ(memory[12345], 'x');
}

}  // namespace
}  // namespace whittle
