#include "run/programs_run.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/faked_run.h"
#include "support/setting.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProgramsNamed, AreThoseOfTheCommands) {
  TestOptions test;
  test.conditions.command = {"/opt/tool", "-c", "@@"};
  test.conditions.versus = {"clang", "@@"};
  EXPECT_THAT(programs_named(test, ""), ElementsAre("/opt/tool", "clang"));
}

TEST(ProgramsNamed, AShellIsNotNamedButItsCompilersAre) {
  for (const std::string shell : {"sh", "/bin/bash", "env", "timeout"}) {
    TestOptions test;
    test.conditions.command = {shell, "-c", "CC=gcc-12 make; g++ \"$1\" 2>&1|tee log", "sh", "@@"};
    EXPECT_THAT(programs_named(test, ""), ElementsAre("gcc-12", "g++")) << shell;
  }
}

TEST(ProgramsNamed, EachIsNamedOnceInOrder) {
  TestOptions test;
  test.conditions.stages = {{"a", "clang -c x"}, {"b", "gcc x && clang y"}};
  test.conditions.goods = {"(gcc-11 x)", "gcc x"};
  EXPECT_THAT(programs_named(test, "#!/bin/sh\n`clang x`\nrustc y\n# see: go\n"),
              ElementsAre("clang", "gcc", "gcc-11", "rustc", "go"));
  EXPECT_THAT(programs_named(TestOptions(), "grep -q x bug.txt\n"), IsEmpty());
}

/// A test that notes the programs that it starts, without starting any.
struct NotedRunTest : testing::Test {
  /// The next run of the test on the original starts these, and writes these lines of passes.
  void starts(std::vector<std::string> lines, std::vector<std::string> passes = {}) {
    ready.emplace(run.ready());
    run.oracle->observe = [this, lines, passes](const Document& document,
                                                std::chrono::microseconds most,
                                                const EquipTest& equip) -> Result<Witness> {
      document_tested = document.bytes(0);
      longest = most;
      std::filesystem::create_directories(place / "here");
      variables = equip(place / "here");
      for (const std::string& line : lines)
        std::ofstream(place / "here/ran", std::ios::app) << line << '\n';
      for (const std::string& line : passes)
        std::ofstream(place / "here/passes", std::ios::app) << line << '\n';
      return Witness{.interrupted = is_stopped, .verdict = {.outcome = Outcome::interesting}};
    };
  }
  TemporaryFolder place;
  Setting path{"PATH", place / "programs"};
  FakedRun run;
  std::optional<Ready> ready;
  std::string document_tested;
  std::chrono::microseconds longest{0};
  std::vector<std::string> variables;
  bool is_stopped = false;
};

TEST_F(NotedRunTest, HasEachCompilerAndLevelOnce) {
  starts({"/usr/bin/gcc -O2", "/a b/clang -O0", "/usr/bin/gcc ", "/usr/bin/gcc -O2", "broken"},
         {"BISECT: running pass (1) A", "BISECT: running pass (2) B"});
  const Result<NotedRun> noted = run_and_note(*ready);
  ASSERT_TRUE(noted);
  EXPECT_THAT(noted->started, ElementsAre(StartedCompiler{"/usr/bin/gcc", "-O2"},
                                          StartedCompiler{"/a b/clang", "-O0"},
                                          StartedCompiler{"/usr/bin/gcc", ""}));
  EXPECT_EQ(noted->passes.size(), 2u);
  EXPECT_EQ(noted->outcome, Outcome::interesting);
  EXPECT_FALSE(noted->interrupted);
  EXPECT_EQ(document_tested, "one\ncrash\nthree\n") << "the original";
}

TEST_F(NotedRunTest, WrapsTheCompilersOfPathAndNoOtherProgram) {
  std::filesystem::create_directories(place / "programs");
  for (const std::string name :
       {"gcc", "gcc-12", "clang++", "arm-none-eabi-g++", "gcc-ar", "mpigcc", "make"})
    std::ofstream(place / ("programs/" + name)) << "";
  starts({});
  ASSERT_TRUE(run_and_note(*ready));
  std::vector<std::string> wrapped;
  for (const auto& entry : std::filesystem::directory_iterator(place / "here/bin"))
    wrapped.push_back(entry.path().filename().string());
  EXPECT_THAT(wrapped,
              testing::UnorderedElementsAre("gcc", "gcc-12", "clang++", "arm-none-eabi-g++"));
  EXPECT_THAT(variables, ElementsAre("PATH=" + place / "here/bin" + ":" + place / "programs"));
}

TEST_F(NotedRunTest, GivesWordsToOneCompilerAndLevel) {
  starts({});
  ASSERT_TRUE(run_and_note(*ready, {"/usr/bin/gcc-12", "-O2"}, "-fno-tree-pre -g"));
  EXPECT_TRUE(std::filesystem::exists(place / "here/words.gcc-12-O2"));
  EXPECT_FALSE(std::filesystem::exists(place / "here/words.gcc-12"));
}

TEST_F(NotedRunTest, MayTakeLongerThanTheFirstTest) {
  starts({});
  ready->verdict_on_original.duration = std::chrono::seconds(7);
  ASSERT_TRUE(run_and_note(*ready));
  EXPECT_GE(longest, std::chrono::seconds(14)) << "the wrappers take time";
}

TEST_F(NotedRunTest, AStopIsAValue) {
  is_stopped = true;
  starts({});
  EXPECT_TRUE(run_and_note(*ready)->interrupted);
}

TEST_F(NotedRunTest, CompilersAreNamedOnceInTheOrderOfTheirPaths) {
  starts({"/usr/bin/gcc -O2", "/usr/bin/cc -O2", "/usr/bin/gcc -O0"});
  EXPECT_THAT(compilers_run(*ready), ElementsAre("/usr/bin/cc", "/usr/bin/gcc"));
}

TEST_F(NotedRunTest, WithoutARunNoCompilerIsKnown) {
  starts({});
  run.oracle->observe = [](const auto&, auto, const auto&) -> Result<Witness> {
    return fail(ErrorKind::disk, "full");
  };
  EXPECT_THAT(compilers_run(*ready), IsEmpty());
  EXPECT_EQ(run_and_note(*ready).error().message, "full");
}

}  // namespace
}  // namespace whittle
