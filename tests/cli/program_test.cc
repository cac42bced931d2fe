// The program from its arguments to its exit code, in this process.
#include "cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "cli/called.h"
#include "cli/written_files.h"
#include "passes/pass.h"
#include "plan/plans.h"
#include "syntax/languages.h"

namespace whittle {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct WholeProgram : InEmptyFolder {
  struct Ran {
    int code = -1;
    std::string out = {}, err = {};
  };
  static Ran ran(const std::vector<std::string>& arguments, CalledAs name = CalledAs::whittle) {
    Ran run;
    const Called call = called([&]() -> Result<ExitCode> {
      run.code = run_program(name, arguments);
      return exit_success;
    });
    run.out = call.out;
    run.err = call.err;
    return run;
  }
};

TEST_F(WholeProgram, TellsAboutItselfOnStandardOutput) {
  const std::pair<std::vector<std::string>, std::string> rows[] = {
      {{"--version"}, program_and_version() + "\n"},
      {{"--help"}, "whittle - find the smallest input"},
      {{"--help", "jobs"}, "  -j, --jobs N"},
      {{"help"}, "whittle help TOPIC shows one of these"},
      {{"help", "exit-codes"}, "\nExit codes:\n"},
      {{"worker", "--help"}, "usage: whittle worker --connect URL"},
      {{"--completions", "bash"}, "_whittle() {"},
      {{"--list", "algorithms"}, std::string(algorithms().front().name)},
      {{"--list", "plans"}, std::string(plans().front().name)},
      {{"--list", "passes"}, std::string(passes().front().name)},
      {{"--list", "languages"}, languages().front().name},
  };
  for (const auto& [arguments, begin] : rows) {
    const Ran run = ran(arguments);
    EXPECT_EQ(run.code, 0) << arguments.back();
    EXPECT_THAT(run.out, StartsWith(begin));
    EXPECT_EQ(run.err, "") << arguments.back();
  }
}

TEST_F(WholeProgram, AListNamesEachRow) {
  const std::string all = ran({"--list", "passes"}).out;
  for (const Pass& pass : passes()) EXPECT_THAT(all, HasSubstr(std::string(pass.name) + " "));
  EXPECT_THAT(all, HasSubstr("\nclosure ")) << "parts of a plan, too";
  const std::string names = ran({"--list", "languages"}).out;
  EXPECT_EQ(std::size_t(std::ranges::count(names, '\n')), languages().size());
  EXPECT_THAT(names, HasSubstr(" .c"));
}

TEST_F(WholeProgram, AnErrorIsOnStandardErrorWithItsWayOut) {
  const Ran run = ran({"--jobz=3", "t", "f"});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_EQ(run.err,
            "whittle: error: unknown option '--jobz', did you mean '--jobs'?\n"
            "  see: whittle --help\n");
}

TEST_F(WholeProgram, TheExitCodeIsThatOfTheMistake) {
  write("bug.txt", "crash\n");
  write_program("never.sh", "exit 1");
  write_program("always.sh", "exit 0");
  const std::pair<std::vector<std::string>, int> rows[] = {
      {{}, 2},
      {{"history"}, 2},
      {{"help", "nothing"}, 2},
      {{"--completions", "tcsh"}, 2},
      {{"cluster", "up"}, 2},
      {{"--show-tree", "none.c"}, 3},
      {{"--show-tree", "-l", "klingon", "bug.txt"}, 2},
      {{"--show-graph", "none.c"}, 3},
      {{"./never.sh", "none.txt"}, 3},
      {{"init", "none.txt"}, 3},
      {{"./none.sh", "bug.txt"}, 4},
      {{"./never.sh", "bug.txt"}, 5},
      {{"blame", "bug.txt", "--exit=0", "--", "grep", "crash", "@@"}, 5},
      {{"-o", "none/bug.txt", "./never.sh", "bug.txt"}, 6},
      {{"--resume", "bug.txt"}, 9},
      {{"history", "bug.txt"}, 9},
      {{"explain", "bug.txt"}, 9},
      {{"bugs", "bug.txt"}, 9},
      {{"view", "bug.txt"}, 9},
      {{"report", "bug.txt"}, 9},
      {{"--resume", "--bug=1", "bug.txt"}, 9},
      {{"./always.sh", "bug.txt"}, 11},
  };
  for (const auto& [arguments, code] : rows) {
    const Ran run = ran(arguments);
    EXPECT_EQ(run.code, code) << testing::PrintToString(arguments) << run.err;
    EXPECT_THAT(run.err, AllOf(HasSubstr("whittle: error: "), EndsWith("\n")));
    EXPECT_THAT(run.out, IsEmpty());
  }
  EXPECT_EQ(content("bug.txt"), "crash\n");
}

TEST_F(WholeProgram, ALikelyMistakeIsAnsweredWithTheCallToType) {
  write("bug.txt", "crash\n");
  write_program("test.sh", "grep -q crash bug.txt");
  EXPECT_THAT(ran({"bug.txt", "test.sh"}).err,
              HasSubstr("the test comes first: whittle test.sh bug.txt"));
  EXPECT_THAT(ran({"bug.txt", "--", "./test.sh"}).err, HasSubstr("whittle ./test.sh bug.txt"));
  EXPECT_THAT(ran({"bug.txt", "grep", "-c", "crash", "bug.txt"}).err,
              HasSubstr("write it as: whittle bug.txt -- grep -c crash @@"));
}

TEST_F(WholeProgram, RemarksOnOtherToolsComeFirstUnlessItIsQuiet) {
  const Ran run = ran({"--n", "1", "--no-cache", "./t", "f"}, CalledAs::cvise);
  EXPECT_THAT(run.err, StartsWith("whittle: --no-cache has no effect: "));
  EXPECT_THAT(ran({"--n", "1", "--no-cache", "-q", "./t", "f"}, CalledAs::cvise).err,
              StartsWith("whittle: error: "));
}

TEST_F(WholeProgram, ATreeMarksTheNodesThatCanBeRemoved) {
  write("a.json", "[1, {\"b\": 2}]\n");
  const Ran run = ran({"--show-tree", "a.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("  ")) << "the root stays";
  std::size_t removable = 0;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(line.starts_with("- ") || line.starts_with("  ")) << line;
    removable += line.starts_with("- ");
  }
  EXPECT_GE(removable, 2u) << "both elements of the array\n" << run.out;
  write("a.txt", "[1, 2]\n");
  EXPECT_THAT(ran({"--show-tree", "-l", "json", "a.txt"}).out, HasSubstr("array"));
}

TEST_F(WholeProgram, AGraphIsTextOrForGraphviz) {
  write("a.lua", "local function f() return 1 end\nprint(f())\n");
  EXPECT_EQ(ran({"--show-graph", "a.lua"}).code, 0);
  EXPECT_THAT(ran({"--show-graph=dot", "a.lua"}).out, StartsWith("digraph"));
}

TEST_F(WholeProgram, ARunIsReducedListedAndExplained) {
  write("bug.txt", "one\ncrash\nthree\n");
  write_program("test.sh", "grep -q crash bug.txt");
  const Ran run =
      ran({"-u", "lines", "-j1", "--leave=history", "--progress=none", "./test.sh", "bug.txt"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, "") << "all words are on standard error";
  EXPECT_THAT(run.err, HasSubstr("whittle: 3 tokens, 16 bytes -> 1 token, 6 bytes; "));
  EXPECT_EQ(content("bug.txt"), "crash\n");
  EXPECT_EQ(ran({"history", "bug.txt", "0"}).out, "one\ncrash\nthree\n");
  EXPECT_THAT(ran({"explain", "bug.txt"}).out, HasSubstr("crash"));
  EXPECT_EQ(ran({"--resume", "bug.txt"}).code, 9) << "it has finished";
  EXPECT_THAT(ran({"--resume", "bug.txt"}).err, HasSubstr("see: whittle history bug.txt"));
}

}  // namespace
}  // namespace whittle
