#include "run/blame.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

#include "run/faked_run.h"
#include "run/programs_run.h"
#include "support/fake_tools.h"
#include "support/setting.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

bool has_word(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

/// A test that starts compilers which are functions: no process runs, and no program is found.
struct ScriptedCompilers : testing::Test {
  struct Compiler {
    std::string path, level;
    /// Whether the test fails if this compiler gets these words.
    std::function<bool(const std::vector<std::string>& words)> fails;
    std::vector<std::string> passes = {};
  };
  ScriptedCompilers() {
    fake->programs["/bin/sh"] = [this](const Command& arguments) -> std::optional<std::string> {
      for (const auto& [word, text] : printed)
        if (arguments.back().contains(word)) return text;
      return "";
    };
    run.tools = fake;
  }
  /// The words that the equipment of a test has for a compiler.
  static std::vector<std::string> words_for(const std::string& folder, const Compiler& compiler) {
    std::ifstream file(fmt::format("{}/words.{}{}", folder,
                                   fs::path(compiler.path).filename().string(), compiler.level));
    return {std::istream_iterator<std::string>(file), {}};
  }
  Result<std::optional<Blamed>> blamed() {
    run.request.files = {run.folder / "bug.txt"};  // the call before has moved them away
    run.request.search.plan = "lines";
    Ready ready = run.ready();
    run.oracle->observe = [this](const Document&, std::chrono::microseconds,
                                 const EquipTest& equip) -> Result<Witness> {
      const std::string folder = equipment / std::to_string(++runs);
      fs::create_directories(folder);
      equip(folder);
      if (runs == stops_at) return Witness{.interrupted = true};
      if (runs == breaks_at) return fail(ErrorKind::disk, "the disk is full");
      bool fails = always_fails;
      for (const Compiler& compiler : compilers) {
        const std::vector<std::string> words = words_for(folder, compiler);
        fails = fails || compiler.fails(words);
        asked.push_back(words);
        std::ofstream(folder + "/ran", std::ios::app)
            << compiler.path << ' ' << compiler.level << '\n';
        for (const std::string& pass : compiler.passes)
          std::ofstream(folder + "/passes", std::ios::app) << pass << '\n';
      }
      return Witness{.verdict = {.outcome = outcome_of(fails)}};
    };
    return blame(ready);
  }
  /// gcc -O2 with four optimisations, of which the failure needs the second and the third.
  void use_gcc() {
    printed = {{" -v", "gcc (Fake) 12.2\n"},
               {"--help=optimizers",
                "  -fone  [enabled]\n  -ftwo \t[enabled]\n  -fthree  [enabled]\n"
                "  -ffour  [disabled]\n  -O<number>  [enabled]\n  -ffive  [enabled]\n"},
               {"-fdbg-cnt-list", "  Counter   Range\n  cse   unset\n  dce   unset\n"}};
    compilers = {{"/usr/bin/gcc-12", "-O2", [](const std::vector<std::string>& words) {
                    if (has_word(words, "-O0") || has_word(words, "-fno-two")) return false;
                    if (has_word(words, "-fno-three")) return false;
                    for (const std::string& word : words)
                      if (word.starts_with("-fdbg-cnt=dce:"))
                        return std::stoul(word.substr(14)) >= 37;
                    return true;
                  }}};
  }

  TemporaryFolder equipment;
  Setting path{"PATH", equipment / "no-programs"};
  FakedRun run;
  std::shared_ptr<FakeTools> fake = std::make_shared<FakeTools>();
  std::vector<std::pair<std::string, std::string>> printed;
  std::vector<Compiler> compilers;
  std::vector<std::vector<std::string>> asked;
  bool always_fails = false;
  std::size_t runs = 0, stops_at = 0, breaks_at = 0;
};

TEST_F(ScriptedCompilers, OfGccTheOptionsThatTheFailureNeedsAreFound) {
  use_gcc();
  const auto found = blamed();
  ASSERT_TRUE(found && *found) << found.error().message;
  EXPECT_EQ((*found)->compiler, "gcc-12 -O2");
  EXPECT_THAT((*found)->needed, ElementsAre("-ftwo", "-fthree"));
  EXPECT_THAT((*found)->cures, ElementsAre("-fno-two", "-fno-three"));
  EXPECT_THAT((*found)->others_off, ElementsAre("-fno-one", "-fno-five"))
      << "neither -O nor what is disabled";
  EXPECT_EQ((*found)->counter, "dce");
  EXPECT_EQ((*found)->number, 37u);
  EXPECT_EQ((*found)->sentence(),
            "gcc-12 -O2: the failure needs -ftwo -fthree; it vanishes with -fno-two, or with "
            "-fno-three; it begins with use 37 of the debug counter dce");
  EXPECT_LT(runs, 40u) << "a binary search, and a reduction of four options";
}

TEST_F(ScriptedCompilers, ACounterThatNeverEndsTheFailureDecidesNothing) {
  use_gcc();
  compilers.front().fails = [](const std::vector<std::string>& words) {
    return !has_word(words, "-O0") && !has_word(words, "-fno-one");
  };
  const auto found = blamed();
  ASSERT_TRUE(found && *found);
  EXPECT_THAT((*found)->needed, ElementsAre("-fone"));
  EXPECT_EQ((*found)->counter, "");
  EXPECT_EQ((*found)->sentence(), "gcc-12 -O2: the failure needs -fone; it vanishes with -fno-one");
}

TEST_F(ScriptedCompilers, AFailureMayNeedNoOptimisationThatHasAnOption) {
  use_gcc();
  printed[2].second = "";
  compilers.front().fails = [](const std::vector<std::string>& words) {
    return !has_word(words, "-O0");
  };
  const auto found = blamed();
  ASSERT_TRUE(found && *found);
  EXPECT_THAT((*found)->needed, IsEmpty());
  EXPECT_EQ((*found)->sentence(),
            "gcc-12 -O2: the failure needs optimisation, but no optimisation that has an option");
}

TEST_F(ScriptedCompilers, OfClangTheFirstPassIsFound) {
  printed = {{" -v", "Debian clang version 15\n"}};
  std::vector<std::string> passes;
  for (int i = 1; i <= 100; ++i)
    passes.push_back(fmt::format("BISECT: running pass ({}) Pass{} on f (x)", i, i));
  for (const std::size_t culprit : {1u, 42u, 100u}) {
    runs = 0;
    compilers = {{"/opt/clang", "-O1",
                  [culprit](const std::vector<std::string>& words) {
                    if (has_word(words, "-O0")) return false;
                    for (const std::string& word : words)
                      if (word.starts_with("-opt-bisect-limit="))
                        if (const long limit = std::stol(word.substr(18)); limit >= 0)
                          return static_cast<std::size_t>(limit) >= culprit;
                    return true;
                  },
                  passes}};
    const auto found = blamed();
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->number, culprit);
    EXPECT_EQ(
        (*found)->sentence(),
        fmt::format("clang -O1: the failure begins with pass {0}: Pass{0} on f (x)", culprit));
    EXPECT_THAT((*found)->others_off, IsEmpty());
    EXPECT_LE(runs, 12u);
  }
}

TEST_F(ScriptedCompilers, AClangThatNumbersNoPassesIsOnlyNamed) {
  printed = {{" -v", "clang version 3\n"}};
  compilers = {{"/opt/clang", "-O1",
                [](const std::vector<std::string>& words) { return !has_word(words, "-O0"); }}};
  const auto found = blamed();
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->pass, "");
  EXPECT_THAT((*found)->sentence(), HasSubstr("clang -O1: the failure needs optimisation"));
}

TEST_F(ScriptedCompilers, OfTwoCommandsTheOneWithTheHigherLevelIsSearched) {
  use_gcc();
  compilers.push_back({"/usr/bin/gcc-12", "-O1", [](const auto&) { return false; }});
  compilers.push_back({"/usr/bin/gcc-12", "", [](const auto&) { return false; }});
  std::swap(compilers[0], compilers[1]);
  const auto found = blamed();
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->compiler, "gcc-12 -O2");
}

TEST_F(ScriptedCompilers, IfTheFirstIsNotToBlameTheNextOneIsSearched) {
  use_gcc();
  compilers.push_back({"/usr/bin/g++-12", "-O3", [](const auto&) { return false; }});
  const auto found = blamed();
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->compiler, "gcc-12 -O2");
}

TEST_F(ScriptedCompilers, AFailureThatStaysWithoutOptimisationBlamesNone) {
  use_gcc();
  always_fails = true;
  const auto found = blamed();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::not_interesting);
  EXPECT_EQ(found.error().message, "the failure stays with -O0, so no optimisation is to blame");
  EXPECT_EQ(runs, 2u);
}

TEST_F(ScriptedCompilers, ATestMustStartACompilerThatOptimises) {
  for (const std::string level : {"", "-O0"}) {
    compilers = {{"/usr/bin/gcc", level, [](const auto&) { return true; }}};
    const auto found = blamed();
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().message, "the test starts no compiler that optimises");
  }
}

TEST_F(ScriptedCompilers, TheUserMayStopItAtAnyTime) {
  use_gcc();
  ASSERT_TRUE(blamed());
  const std::size_t all = runs;
  for (std::size_t at = 2; at <= all; ++at) {
    runs = 0;
    stops_at = at;
    const auto found = blamed();
    ASSERT_TRUE(found) << at;
    EXPECT_FALSE(*found) << at;
    EXPECT_EQ(runs, at) << "nothing is run after that";
  }
}

TEST_F(ScriptedCompilers, ATestThatCannotBeRunIsAnError) {
  use_gcc();
  for (breaks_at = 1; breaks_at < 12; ++breaks_at) {
    runs = 0;
    const auto found = blamed();
    ASSERT_FALSE(found) << breaks_at;
    EXPECT_EQ(found.error().message, "the disk is full");
    EXPECT_EQ(runs, breaks_at);
  }
}

TEST_F(ScriptedCompilers, OfTheSameCompilerOnlyTheLevelThatIsSearchedGetsWords) {
  use_gcc();
  compilers.push_back({"/usr/bin/gcc-12", "-O1", [](const auto&) { return false; }});
  ASSERT_TRUE(blamed());
  for (std::size_t i = 1; i < asked.size(); i += 2) EXPECT_THAT(asked[i], IsEmpty());
  EXPECT_THAT(asked, Contains(ElementsAre("-fno-two")));
}

TEST(BlamedSentence, APassIsNamedBeforeOptions) {
  EXPECT_EQ((Blamed{.compiler = "clang -O2", .needed = {"-fx"}, .pass = "GVN on f", .number = 3}
                 .sentence()),
            "clang -O2: the failure begins with pass 3: GVN on f");
}

/// A compiler as the command itself.
struct CompilerInPath : testing::Test {
  static void write_program(const std::string& path) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path) << "#!/bin/sh\nexit 1\n";
    fs::permissions(path, fs::perms::owner_all);
  }
  Error refusal(const std::string& program) {
    Request request;
    request.files = {folder / "none.c"};
    request.test.conditions.command = {program, "-O2", "@@"};
    Heard heard;
    const auto found = blame(std::move(request), heard);
    EXPECT_FALSE(found);
    return found.error();
  }
  TemporaryFolder folder;
};

TEST_F(CompilerInPath, ACompilerThatIsNotInPathIsRefusedBeforeItRuns) {
  write_program(folder / "path/gcc");
  write_program(folder / "other/gcc");
  const Setting path("PATH", folder / "path");
  const Error error = refusal(folder / "other/gcc");
  EXPECT_EQ(error.kind, ErrorKind::usage);
  EXPECT_THAT(error.message, HasSubstr("other/gcc is not the gcc of PATH"));
  EXPECT_EQ(error.way_out, "put its folder at the front of PATH");
}

TEST_F(CompilerInPath, AnotherNameOfTheCompilerInPathIsTheSame) {
  write_program(folder / "path/gcc");
  fs::create_directory_symlink(folder / "path", folder / "link");
  const Setting path("PATH", folder / "path");
  for (const std::string program : {"path/gcc", "link/gcc"})
    EXPECT_EQ(refusal(folder / program).kind, ErrorKind::input) << "only FILE is missing";
}

TEST_F(CompilerInPath, ACompilerThatIsMissingIsAnErrorOfTheTest) {
  const Setting path("PATH", folder / "path");
  EXPECT_EQ(refusal("gcc").kind, ErrorKind::test);
}

}  // namespace
}  // namespace whittle
