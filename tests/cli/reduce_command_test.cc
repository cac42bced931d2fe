// The main command as a function: exit codes, what goes where, and mistakes that end it early.
#include "cli/reduce_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/batch.h"
#include "cli/blame_command.h"
#include "cli/called.h"
#include "cli/worker_command.h"

namespace whittle {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// bug.txt has three lines, of which ./test.sh needs the second.
struct ReduceCommand : InEmptyFolder {
  ReduceCommand() {
    write("bug.txt", original);
    write_program("test.sh", "grep -q crash bug.txt");
  }
  /// A quick call on bug.txt: one list of lines, one test at a time, no words but warnings.
  static Called reduced(std::vector<std::string> options, std::string test = "./test.sh") {
    options.insert(options.begin(), {"--unit=lines", "-j1", "-q", "--leave=orig"});
    options.insert(options.end(), {std::move(test), "bug.txt"});
    return called(reduce_files, options);
  }
  const std::string original = "one\ncrash\nthree\n";
};

TEST_F(ReduceCommand, TheResultReplacesTheFileAndTheOriginalStaysBesideIt) {
  const Called call = reduced({});
  EXPECT_EQ(call.code, exit_success) << call.message();
  EXPECT_EQ(call.out + call.err, "");
  EXPECT_EQ(content("bug.txt"), "crash\n");
  EXPECT_EQ(content("bug.txt.orig"), original);
  EXPECT_FALSE(std::filesystem::exists("bug.txt.whittle"));
}

TEST_F(ReduceCommand, TheResultCanBePrinted) {
  const Called call = reduced({"-o", "-"});
  EXPECT_EQ(call.out, "crash\n") << call.message();
  EXPECT_EQ(content("bug.txt"), original);
}

TEST_F(ReduceCommand, OtherToolsPrintTheResultUnderItsName) {
  Options options =
      parse(std::vector<std::string>{"--n", "1", "-q", "--unit=lines", "./test.sh", "bug.txt"},
            CalledAs::cvise)
          .value();
  const Called call = called([&] { return reduce_files(std::move(options)); });
  EXPECT_EQ(call.out, "--- bug.txt ---\ncrash\n") << call.message();
  EXPECT_EQ(content("bug.txt"), "crash\n");
}

TEST_F(ReduceCommand, ALimitIsASuccessAndTheRunCanBeContinued) {
  const Called first = reduced({"--max-tests=1"});
  EXPECT_EQ(first.code, exit_success) << first.message();
  EXPECT_TRUE(std::filesystem::exists("bug.txt.whittle"));
  const Called then = called(reduce_files, {"-q", "--resume", "bug.txt"});
  EXPECT_EQ(then.code, exit_success) << then.message();
  EXPECT_EQ(content("bug.txt"), "crash\n");
}

TEST_F(ReduceCommand, EachWayToFailHasItsKindAndLeavesTheFileAlone) {
  write_program("never.sh", "exit 1");
  write_program("always.sh", "exit 0");
  write("plain.sh", "exit 0\n");
  struct Row {
    std::vector<std::string> options;
    std::string test;
    ErrorKind kind;
    std::string words;
  };
  const Row rows[] = {
      {{}, "./never.sh", ErrorKind::not_interesting, "never.sh does not find bug.txt"},
      {{}, "./always.sh", ErrorKind::trivial, "always.sh finds an empty input interesting"},
      {{}, "./plain.sh", ErrorKind::test, "plain.sh"},
      {{}, "./none.sh", ErrorKind::test, "none.sh"},
      {{"--keep=("}, "./test.sh", ErrorKind::usage, "--keep: "},
      {{"--share-outcomes"}, "./test.sh", ErrorKind::usage, "--share-outcomes needs --workers"},
      {{"-o", "-", "--json", "-"}, "./test.sh", ErrorKind::usage, "would both write to standard"},
      {{"--json", "bug.txt"}, "./test.sh", ErrorKind::usage, "--json would overwrite bug.txt"},
      {{"--json", "test.sh"}, "./test.sh", ErrorKind::usage, "--json would overwrite"},
      {{"--json", "never.sh"}, "./test.sh", ErrorKind::usage, "--json does not overwrite it"},
      {{"--report=never.sh.md"}, "./never.sh", ErrorKind::not_interesting, "does not find"},
      {{"--report=page"}, "./test.sh", ErrorKind::usage, "does not end in .html or .md"},
      {{"-o", "none/x"}, "./test.sh", ErrorKind::disk, "there is no folder none"},
      {{"-o", "never.sh"}, "./test.sh", ErrorKind::usage, "-o does not overwrite it"},
      {{"--around", "none"}, "./test.sh", ErrorKind::input, "--around none is not a folder"},
  };
  for (const Row& row : rows) {
    const Called call = reduced(row.options, row.test);
    ASSERT_FALSE(call.code) << row.words;
    EXPECT_EQ(call.code.error().kind, row.kind) << call.message();
    EXPECT_THAT(call.message() + call.way_out(), HasSubstr(row.words));
    EXPECT_EQ(content("bug.txt"), original);
    EXPECT_FALSE(std::filesystem::exists("bug.txt.orig")) << row.words;
  }
}

TEST_F(ReduceCommand, AnErrorIsTheLastEventOfTheJsonFile) {
  write_program("never.sh", "exit 1");
  EXPECT_FALSE(reduced({"--json=events.json"}, "./never.sh").code);
  const std::string events = content("events.json");
  EXPECT_THAT(events, StartsWith("{\"program\":\"whittle "));
  EXPECT_THAT(events, HasSubstr("\"exit_code\":5"));
  EXPECT_EQ(reduced({"--json=events.json"}).code, exit_success) << "its own file may be replaced";
  EXPECT_THAT(content("events.json"), Not(HasSubstr("\"exit_code\":5")));
}

TEST_F(ReduceCommand, ACommandThatNamesAFileHereSeesTheFolder) {
  write_program("grep.sh", "grep -q -f rules.txt \"$1\"");
  write("rules.txt", "crash\n");
  const Called call =
      called(reduce_files, {"--unit=lines", "-j1", "--leave=orig", "--exit=0", "--progress=none",
                            "bug.txt", "--", "sh", "grep.sh", "@@"});
  EXPECT_EQ(call.code, exit_success) << call.message() << call.way_out();
  EXPECT_THAT(call.err, StartsWith("whittle: tests see the files of this folder, because the "
                                   "command names grep.sh\n"));
  EXPECT_EQ(content("bug.txt"), "crash\n");
}

TEST_F(ReduceCommand, ABinaryFileIsDecodedIfItComesBackOrNamesItsView) {
  write("bug.class", "\xca\xfe\xba\xbe");
  const Called call = called(reduce_files, {"-j1", "./none.sh", "bug.class"});
  EXPECT_THAT(call.err, StartsWith("whittle: hint: bug.class is binary; to reduce it as text: "
                                   "--view 'DECODE' 'ENCODE'"));
  EXPECT_EQ(called(reduce_files, {"-q", "-j1", "./none.sh", "bug.class"}).err, "");
  EXPECT_EQ(called(reduce_files, {"-u", "bytes", "-j1", "./none.sh", "bug.class"}).err, "");
}

TEST_F(ReduceCommand, ARunThatIsNotThereCannotBeResumed) {
  const Called call = called(reduce_files, {"--resume", "bug.txt"});
  EXPECT_EQ(call.code.error().kind, ErrorKind::stale);
  EXPECT_THAT(call.way_out(), HasSubstr("start one without --resume"));
  const Called with_test = called(reduce_files, {"--resume", "./test.sh", "bug.txt"});
  EXPECT_EQ(with_test.message(), "there is no run on ./test.sh to resume");
  EXPECT_THAT(with_test.way_out(), HasSubstr("--resume needs only FILE: whittle --resume bug.txt"));
  EXPECT_EQ(called(reduce_files, {"--resume", "--bug=1", "bug.txt"}).way_out(),
            "list them: whittle bugs bug.txt");
}

TEST_F(ReduceCommand, MakeTestWritesAScriptThatCanBeUsed) {
  const Called call = called(write_test, {"-q", "--make-test", "made.sh", "bug.txt", "--exit=0",
                                          "--", "grep", "crash", "@@"});
  EXPECT_EQ(call.code, exit_success) << call.message();
  EXPECT_THAT(content("made.sh"), AllOf(StartsWith("#!/bin/sh"), HasSubstr("grep")));
  EXPECT_EQ(reduced({}, "./made.sh").code, exit_success);
  EXPECT_EQ(content("bug.txt"), "crash\n");
}

TEST_F(ReduceCommand, MakeTestOverwritesNothingAndTheInputNever) {
  const auto made = [](std::vector<std::string> words) {
    words.insert(words.end(), {"bug.txt", "--exit=0", "--", "grep", "crash", "@@"});
    return called(write_test, words);
  };
  EXPECT_EQ(made({"--make-test=test.sh"}).message(),
            "test.sh exists; --make-test does not overwrite it");
  std::filesystem::create_symlink("nowhere", "link.sh");
  EXPECT_EQ(made({"--make-test=link.sh"}).message(),
            "link.sh exists; --make-test does not overwrite it");
  for (const std::string force : {"--quiet", "--force"})
    EXPECT_THAT(made({force, "--make-test=./bug.txt"}).message(),
                HasSubstr("would overwrite bug.txt, which is to be reduced"));
  EXPECT_EQ(content("bug.txt"), original);
  EXPECT_EQ(made({"--force", "--make-test=test.sh"}).code, exit_success);
  EXPECT_THAT(content("test.sh"), HasSubstr("grep"));
}

TEST_F(ReduceCommand, ATemplateNeedsNoTest) {
  const Called call = called(write_test, {"--make-test=debloat", "prog.c"});
  EXPECT_EQ(call.code, exit_success) << call.message();
  EXPECT_THAT(call.err, StartsWith("whittle: debloat.sh is a template"));
  EXPECT_THAT(content("debloat.sh"), HasSubstr("-o program prog.c ||"));
  EXPECT_THAT(called(write_test, {"--make-test=debloat", "prog.c"}).message(),
              HasSubstr("debloat.sh exists"));
  EXPECT_EQ(called(write_test, {"-q", "--force", "--make-test=debloat", "prog.c"}).err, "");
}

/// `whittle batch` on a folder with files that ./crash.sh fails on, in two ways.
struct BatchCommand : InEmptyFolder {
  BatchCommand() {
    std::filesystem::create_directory("in");
    write("in/a", "x\nboom\n");
    write("in/b", "boom\n");
    write("in/c", "bang\ny\n");
    write("in/d", "fine\n");
    write_program("crash.sh",
                  "grep -q boom \"$1\" && { echo 'error: boom' >&2; exit 3; }\n"
                  "grep -q bang \"$1\" && { echo 'error: bang' >&2; exit 4; }\nexit 0");
  }
  static Called batch(std::vector<std::string> options) {
    options.insert(options.begin(), {"--unit=lines", "-j1", "--timeout=60s"});
    options.insert(options.end(), {"batch", "in", "--", "./crash.sh", "@@"});
    return called(run_batch, options);
  }
};

TEST_F(BatchCommand, PrintsARowForEachWayOfFailing) {
  const Called call = batch({});
  EXPECT_EQ(call.code, exit_success) << call.message();
  EXPECT_THAT(call.out, StartsWith("files      bytes  reduced  result                   failure\n"
                                   "    2          5        5  in.reduced/b"));
  EXPECT_THAT(call.out, HasSubstr("\n    1          7        5  in.reduced/c"));
  EXPECT_THAT(call.err, HasSubstr("the command runs on each of 4 files in in, for at most 1 min"));
  EXPECT_THAT(call.err, HasSubstr("3 files fail in 2 ways; the smallest of each is reduced"));
  EXPECT_THAT(call.err, HasSubstr("whittle: 1 of 2: in/b (5 bytes): "));
  EXPECT_EQ(content("in.reduced/b"), "boom\n");
  EXPECT_EQ(content("in.reduced/c"), "bang\n");
}

TEST_F(BatchCommand, SaysNothingButTheTableIfItIsQuiet) {
  EXPECT_EQ(batch({"-q"}).err, "");
  EXPECT_EQ(batch({"-q"}).way_out(), "name another folder: -o FOLDER; or overwrite it: --force");
}

struct BlameCommand : InEmptyFolder {};

TEST_F(BlameCommand, ATestWithoutACompilerBlamesNothing) {
  write("bug.txt", "crash\n");
  const Called call =
      called(run_blame, {"-q", "blame", "--exit=0", "bug.txt", "--", "grep", "crash", "@@"});
  EXPECT_EQ(call.message(), "the test starts no compiler that optimises");
  EXPECT_EQ(call.code.error().kind, ErrorKind::not_interesting);
  EXPECT_EQ(call.out, "");
  EXPECT_EQ(content("bug.txt"), "crash\n");
}

/// Mistakes that are found without a server.
struct WorkerCommand : InEmptyFolder {};

TEST_F(WorkerCommand, AWorkerNeedsAServer) {
  const Called call = called(run_worker, {"worker"});
  EXPECT_EQ(call.message(), "a worker needs a server");
  EXPECT_EQ(call.way_out(), "write it as: whittle worker --connect nats://HOST");
}

TEST_F(WorkerCommand, RootMustConfineTheTests) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root is refused";
  const Called call = called(run_worker, {"worker", "--connect", "nats://127.0.0.1:1"});
  EXPECT_THAT(call.message(), HasSubstr("refuses to run as root"));
  EXPECT_THAT(call.way_out(), HasSubstr("--sandbox"));
}

TEST_F(WorkerCommand, AClusterNeedsTheNumberOfItsWorkers) {
  const Called call = called(run_cluster, {"cluster", "up"});
  EXPECT_EQ(call.code.error().kind, ErrorKind::usage);
  EXPECT_THAT(call.way_out(), HasSubstr("whittle cluster up --local 2"));
}

TEST_F(WorkerCommand, WithoutAnAddressThereAreNoHosts) {
  EXPECT_EQ(hosts_of(Options()).value(), nullptr);
  Options none;
  none.request.elsewhere.workers = "none";
  EXPECT_EQ(hosts_of(none).value(), nullptr);
}

TEST_F(WorkerCommand, AnAddressThatCannotBeTrustedIsRefusedBeforeTheRun) {
  write("bug.txt", "crash\n");
  for (const std::string address : {"nats://example.com", "ftp://x", ""}) {
    Options options;
    options.request.elsewhere.workers = address;
    EXPECT_FALSE(hosts_of(options)) << address;
  }
  EXPECT_FALSE(called(reduce_files, {"--workers=nats://example.com", "./t", "bug.txt"}).code);
}

}  // namespace
}  // namespace whittle
