// The test that a request describes, and what tests see around the candidate.
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reason.h"
#include "run/chosen_test.h"
#include "run/failure_of.h"
#include "run/oracle_options.h"
#include "run/recipes.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

const Document input = Document::single("bug.txt", "one\ncrash\n");

struct ChooseTest : testing::Test {
  ChooseTest() {
    script("grep -q crash bug.txt");
    options.script = folder / "test.sh";
  }
  void script(const std::string& text) const {
    std::ofstream(folder / "test.sh") << "#!/bin/sh\n" << text << "\n";
    fs::permissions(folder / "test.sh", fs::perms::owner_all);
  }
  Result<ChosenTest> chosen() const { return choose_test(options, input, {.slots = 1}); }
  void command(const std::string& shell) {
    options.script.clear();
    options.conditions.command = {"sh", "-c", shell, "sh", "@@"};
  }

  TemporaryFolder folder;
  TestOptions options;
};

TEST_F(ChooseTest, AScriptAnswersByItsExitStatus) {
  const Result<ChosenTest> test = chosen();
  ASSERT_TRUE(test) << test.error().message;
  EXPECT_EQ(test->name, folder / "test.sh");
  EXPECT_EQ(test->sentence, "");
  EXPECT_EQ(test->spec.steps.size(), 1u);
}

TEST_F(ChooseTest, AScriptThatIsMissingIsAnErrorOfTheTest) {
  options.script = folder / "none.sh";
  EXPECT_EQ(chosen().error().kind, ErrorKind::test);
}

TEST_F(ChooseTest, ACommandIsRunToFindOutWhatItShows) {
  command("echo 'error: broken' >&2; exit 3");
  const Result<ChosenTest> test = chosen();
  ASSERT_TRUE(test) << test.error().message;
  EXPECT_THAT(test->sentence, HasSubstr("exits with 3"));
}

TEST_F(ChooseTest, ACommandIsNamedAsItWasTyped) {
  EXPECT_EQ(as_typed({"gcc", "-c", "@@"}), "gcc -c @@");
  EXPECT_EQ(as_typed({"sh", "-c", "sort <\"$1\" | uniq", "sh", "@@"}), "'sort <@@ | uniq'");
}

TEST_F(ChooseTest, ACommandWithConditionsIsNotRun) {
  command("touch " + folder / "was-run");
  options.conditions.exits = {0};
  ASSERT_TRUE(chosen());
  EXPECT_FALSE(fs::exists(folder / "was-run"));
}

TEST_F(ChooseTest, ACommandThatDoesNotFailIsAnErrorWithACause) {
  command("exit 0");
  const Result<ChosenTest> test = chosen();
  ASSERT_FALSE(test);
  EXPECT_EQ(test.error().kind, ErrorKind::not_interesting);
  EXPECT_EQ(test.error().cause.reason, Reason::command_shows_nothing);
  EXPECT_THAT(test.error().way_out, HasSubstr("test.conditions"));
}

TEST_F(ChooseTest, ACommandWhoseProgramIsMissingIsAnErrorWithItsStatus) {
  command("no-such-program-here");
  const Result<ChosenTest> test = chosen();
  ASSERT_FALSE(test);
  EXPECT_EQ(test.error().cause.reason, Reason::command_is_missing);
  EXPECT_EQ(test.error().cause.values.front(), "127");
}

TEST_F(ChooseTest, ACommandThatHangsIsAnErrorWithACause) {
  command("sleep 100");
  options.timeout = std::chrono::milliseconds(50);
  const Result<ChosenTest> test = chosen();
  ASSERT_FALSE(test);
  EXPECT_EQ(test.error().cause.reason, Reason::command_hangs);
}

TEST_F(ChooseTest, StagesNeedNeitherScriptNorCommand) {
  options.script.clear();
  options.conditions.stages = {{"first", "true"}, {"second", "grep -q crash \"$1\""}};
  const Result<ChosenTest> test = chosen();
  ASSERT_TRUE(test) << test.error().message;
  EXPECT_EQ(test->spec.steps.size(), 2u);
  EXPECT_EQ(test->spec.steps[1].name, "second");
}

TEST_F(ChooseTest, TheHashOfATestFollowsTheContentOfItsScript) {
  const Hash before = *hash_of_test(*chosen());
  EXPECT_EQ(*hash_of_test(*chosen()), before);
  script("grep -q crash bug.txt # another");
  EXPECT_NE(*hash_of_test(*chosen()), before);
}

TEST_F(ChooseTest, AnInterpreterRunsCandidates) {
  EXPECT_FALSE(runs_candidates(chosen()->spec));
  options.script.clear();
  options.conditions.command = {"sh", "@@"};
  options.conditions.exits = {1};
  EXPECT_TRUE(runs_candidates(chosen()->spec));
  options.conditions.command = {"python3", "-B", "check.py", "@@"};
  EXPECT_FALSE(runs_candidates(chosen()->spec)) << "it reads the candidate";
  options.conditions.command = {"python3", "-m", "pytest", "@@"};
  EXPECT_TRUE(runs_candidates(chosen()->spec));
  command("cat \"$1\"");
  EXPECT_FALSE(runs_candidates(chosen()->spec)) << "the shell runs its text";
}

TEST_F(ChooseTest, NoticesSayThatProgramsAreUnconfined) {
  options.script.clear();
  options.conditions.command = {"sh", "@@"};
  options.conditions.exits = {1};
  const ChosenTest test = *chosen();
  const std::vector<Notice> notices = notices_about(test, options, input);
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_EQ(notices.front().cause.reason, Reason::is_unconfined);
  options.sandbox = true;
  EXPECT_THAT(notices_about(test, options, input), IsEmpty());
}

TEST_F(ChooseTest, SameBugAddsTheFailureToOtherConditions) {
  command("echo 'panic: one' >&2; exit 2");
  options.conditions.exits = {2};
  EXPECT_EQ(chosen()->sentence, "");
  options.same_bug = SameBug::message;
  EXPECT_EQ(chosen()->sentence, "exits with 2 and prints: panic: one");
  options.same_bug = SameBug::any;
  EXPECT_EQ(chosen()->sentence, "exits with 2");
}

TEST_F(ChooseTest, SameBugAsksForNoMoreThanTheFailureHas) {
  command("kill -SEGV $$");
  options.same_bug = SameBug::message;
  const Result<ChosenTest> test = chosen();
  ASSERT_FALSE(test);
  EXPECT_EQ(test.error().cause.reason, Reason::bug_shows_less);
  EXPECT_EQ(test.error().message,
            "test.same_bug = message: the failure has no message: killed by SIGSEGV");
}

TEST_F(ChooseTest, NoticesSayThatASignalAloneIsAWeakCondition) {
  command("kill -SEGV $$");
  EXPECT_THAT(notices_about(*chosen(), options, input),
              Contains(testing::Field(&Notice::message, HasSubstr("so any SIGSEGV counts"))));
}

TEST_F(ChooseTest, NoticesSayThatACompilerMayCrashAnywhere) {
  const auto is_weak = Contains(
      testing::Field(&Notice::message, HasSubstr("so any segmentation fault of it counts")));
  command("echo 'x.c:1:1: internal compiler error: Segmentation fault' >&2; exit 1");
  EXPECT_THAT(notices_about(*chosen(), options, input), is_weak);
  command(
      "echo 'during RTL pass: expand\nx.c:1:1: internal compiler error: Segmentation fault' >&2; "
      "exit 1");
  EXPECT_THAT(notices_about(*chosen(), options, input), testing::Not(is_weak));
}

/// How a command fails on one file.
struct FailureOf : testing::Test {
  Result<FileFailure> on(const std::string& shell) {
    std::ofstream(folder / "bug.txt") << "x\n";
    Request request;
    request.files = {folder / "bug.txt"};
    request.test.conditions.command = {"sh", "-c", shell, "sh", "@@"};
    request.test.timeout = std::chrono::milliseconds(300);
    request.stop = &stop;
    return failure_of(request);
  }
  TemporaryFolder folder;
  StopSwitch stop;
};

TEST_F(FailureOf, IsToldInWords) {
  const Result<FileFailure> failure = on("exit 7");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->kind, FileFailure::Kind::fails);
  EXPECT_THAT(failure->sentence, HasSubstr("7"));
}

TEST_F(FailureOf, IsNoneIfItSucceeds) {
  EXPECT_EQ(on("exit 0")->kind, FileFailure::Kind::none);
}

TEST_F(FailureOf, IsNotKnownIfItDoesNotEnd) {
  EXPECT_EQ(on("sleep 100")->kind, FileFailure::Kind::still_running);
}

TEST_F(FailureOf, IsNotKnownIfTheUserStopsIt) {
  stop.stop();
  EXPECT_EQ(on("sleep 100")->kind, FileFailure::Kind::interrupted);
}

/// What tests see around the candidate.
struct Around : testing::Test {
  Around() : before(fs::current_path()) {
    fs::create_directories(folder / "inner");
    fs::current_path(folder / "inner");
    std::ofstream("bug.txt") << "x\n";
    request.files = {"bug.txt"};
    request.jobs = 3;
  }
  ~Around() override { fs::current_path(before); }
  Result<LocalOracle::Options> options() {
    const StopReasons stop(nullptr, std::nullopt);
    return oracle_options(request, Document::single("bug.txt", "x\n"), stop);
  }
  fs::path before;
  TemporaryFolder folder;
  Request request;
};

TEST_F(Around, NothingUnlessTheRequestSaysSo) {
  const Result<LocalOracle::Options> found = options();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->slots, 3u);
  EXPECT_FALSE(found->around);
}

TEST_F(Around, TheCurrentFolderWithoutOurOwnFiles) {
  request.test.around = ".";
  const Result<LocalOracle::Options> found = options();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->around->folder, fs::canonical(folder / "inner"));
  EXPECT_THAT(found->around->hidden, Contains("bug.txt"));
  EXPECT_THAT(found->around->hidden, Contains("bug.txt.orig"));
  EXPECT_THAT(found->around->hidden, Contains("bug.txt.whittle"));
}

TEST_F(Around, AFolderThatContainsTheCurrentOne) {
  request.test.around = "..";
  const Result<LocalOracle::Options> found = options();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_THAT(found->around->hidden, Contains("inner/bug.txt"));
}

TEST_F(Around, AFolderThatDoesNot) {
  fs::create_directory("other");
  request.test.around = "other";
  EXPECT_EQ(options().error().cause.reason, Reason::around_is_elsewhere);
  request.test.around = "none";
  EXPECT_EQ(options().error().cause.reason, Reason::around_is_no_folder);
}

TEST_F(Around, AFileMustBeBelowTheCurrentFolder) {
  request.test.around = ".";
  request.files = {folder / "inner/bug.txt"};
  EXPECT_EQ(options().error().cause.reason, Reason::around_needs_path);
}

TEST(FindRecipe, KnowsTheChecksOfTheSourceTree) {
  const Result<std::string> recipe = find_recipe("c");
  ASSERT_TRUE(recipe) << recipe.error().message;
  EXPECT_TRUE(fs::exists(*recipe));
}

TEST(FindRecipe, AnUnknownLanguageIsRefusedWithAllNames) {
  const Result<std::string> recipe = find_recipe("cobol");
  ASSERT_FALSE(recipe);
  EXPECT_EQ(recipe.error().kind, ErrorKind::usage);
  EXPECT_THAT(recipe.error().way_out, HasSubstr("there are: "));
}

}  // namespace
}  // namespace whittle
