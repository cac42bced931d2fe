// Parts that run the user's command a few times: what it shows, as a script, and whether another
// compiler accepts the result.
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reason.h"
#include "run/faked_run.h"
#include "run/lost_validity.h"
#include "run/reduce.h"
#include "run/seen.h"
#include "support/setting.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// A command of a shell on bug.txt.
struct OnceRun : testing::Test {
  OnceRun() {
    std::ofstream(folder / "bug.txt") << "one\ncrash\n";
    request.files = {folder / "bug.txt"};
    request.jobs = 1;
  }
  void command(const std::string& text) {
    request.test.conditions.command = {"sh", "-c", text, "sh", "@@"};
  }
  TemporaryFolder folder;
  Request request;
  Heard heard;
};

TEST_F(OnceRun, HowACommandEndsIsSaidInWords) {
  const std::pair<std::string, std::string> rows[] = {
      {"exit 3", "exits with 3"},
      {"exit 0", "exits with 0"},
      {"kill -SEGV $$", "is killed by SIGSEGV"},
  };
  for (const auto& [text, ended] : rows) {
    command(text);
    const Result<SeenRun> seen = see(request);
    ASSERT_TRUE(seen) << seen.error().message;
    EXPECT_EQ(seen->ended, ended);
    EXPECT_EQ(seen->lines, "");
  }
}

TEST_F(OnceRun, ItsFirstLinesAndTheFailureToKeepAreSeen) {
  command("echo one; echo 'error: broken' >&2; exit 3");
  const Result<SeenRun> seen = see(request);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->lines, "error: broken\none");
  EXPECT_THAT(seen->lines, testing::Not(HasSubstr("printed: ")));
  EXPECT_THAT(seen->sentence, HasSubstr("error: broken"));
  EXPECT_EQ(seen->problem, "");
}

TEST_F(OnceRun, ACommandThatSucceedsHasAProblemInPlaceOfAFailure) {
  command("echo fine");
  const Result<SeenRun> seen = see(request);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->sentence, "");
  EXPECT_NE(seen->problem, "");
  EXPECT_EQ(seen->lines, "fine");
}

TEST_F(OnceRun, WhatCannotBeRunIsAnError) {
  request.test.conditions.command = {"no-such-program-here"};
  EXPECT_EQ(see(request).error().kind, ErrorKind::test);
  command("true");
  request.files = {folder / "none.txt"};
  EXPECT_EQ(see(request).error().kind, ErrorKind::input);
  EXPECT_EQ(test_script(request, heard).error().kind, ErrorKind::input);
  request.files = {folder / "bug.txt"};
  request.test.around = folder / "none";
  EXPECT_EQ(see(request).error().kind, ErrorKind::input);
  EXPECT_EQ(test_script(request, heard).error().kind, ErrorKind::input);
}

TEST_F(OnceRun, ATestIsWrittenAsAScriptAndItsNoticesAreTold) {
  command("grep crash \"$1\" >&2 && exit 3");
  request.phrase = [](Notice notice) {
    notice.message = "said: " + notice.message;
    return notice;
  };
  const auto script = test_script(request, heard);
  ASSERT_TRUE(script && *script);
  EXPECT_THAT(**script, StartsWith("#!/bin/sh"));
  EXPECT_THAT(heard.notices, ElementsAre(StartsWith("said: to keep: exits with 3")));
  EXPECT_EQ(read_file(folder / "bug.txt").value(), "one\ncrash\n");
}

TEST_F(OnceRun, ATestThatIsStoppedIsNoScript) {
  StopSwitch stop;
  stop.stop();
  request.stop = &stop;
  command("sleep 100");
  const auto script = test_script(request, heard);
  ASSERT_TRUE(script);
  EXPECT_FALSE(*script);
}

/// A crash of gcc, after which clang is asked. Both are scripts; clang accepts files with the
/// words that it looks for.
struct LostValidity : testing::Test {
  void clang_accepts(const std::string& pattern) {
    std::ofstream(programs / "clang")
        << "#!/bin/sh\nfor last; do :; done\necho run >>" << programs / "log"
        << "\n"
        << fmt::format("grep -q '{}' \"$last\"\n", pattern);
    fs::permissions(programs / "clang", fs::perms::owner_all);
  }
  /// The notices after a run that ended with "crash".
  std::vector<std::string> notices() {
    Opened opened = run.opened();
    opened.ready.on_original.kind = kind;
    Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
    Confirmed confirmed = std::get<Confirmed>(
        confirm(opened, std::get<Searched>(std::move(outcome.value()))).value());
    confirmed.passed = passes;
    run.heard.notices.clear();
    look_for_lost_validity(opened, confirmed, run.notices);
    return run.heard.notices;
  }
  std::size_t times_asked() const {
    const Result<Bytes> log = read_file(programs / "log");
    return log ? static_cast<std::size_t>(std::ranges::count(*log, '\n')) : 0;
  }
  LostValidity() { run.request.test.conditions.command = {"gcc", "-std=c99", "-c", "@@"}; }

  TemporaryFolder programs;
  Setting path{"PATH", programs / "" + ":/usr/bin:/bin"};
  FakedRun run;
  FailureKind kind = FailureKind::internal_error;
  bool passes = true;
};

TEST_F(LostValidity, AnOriginalThatWasValidAndAResultThatIsNotAreAWarning) {
  clang_accepts("one");
  EXPECT_THAT(notices(), ElementsAre("clang accepts the original and not the result"));
  EXPECT_EQ(times_asked(), 2u);
}

TEST_F(LostValidity, AResultThatIsValidIsNotWarnedOf) {
  clang_accepts("crash");
  EXPECT_THAT(notices(), IsEmpty());
  EXPECT_EQ(times_asked(), 1u) << "the original does not matter then";
}

TEST_F(LostValidity, AnOriginalThatWasNotValidHasLostNothing) {
  clang_accepts("nothing");
  EXPECT_THAT(notices(), IsEmpty());
}

TEST_F(LostValidity, NobodyIsAskedIfItDoesNotMatter) {
  clang_accepts("one");
  kind = FailureKind::diagnostic;
  EXPECT_THAT(notices(), IsEmpty()) << "no crash";
  kind = FailureKind::internal_error;
  EXPECT_EQ(times_asked(), 0u);
}

TEST_F(LostValidity, NobodyIsAskedAboutAResultThatDidNotPassItsLastTest) {
  clang_accepts("one");
  passes = false;
  EXPECT_THAT(notices(), IsEmpty());
  EXPECT_EQ(times_asked(), 0u);
}

TEST_F(LostValidity, NobodyIsAskedIfTheTestHasAskedAlready) {
  clang_accepts("one");
  run.request.test.conditions.compiler_accepts = true;
  EXPECT_THAT(notices(), IsEmpty());
  EXPECT_EQ(times_asked(), 0u);
}

TEST_F(LostValidity, OtherProgramsHaveNoJudge) {
  clang_accepts("one");
  run.request.test.conditions.command = {"rustc", "@@"};
  EXPECT_THAT(notices(), IsEmpty());
  EXPECT_EQ(times_asked(), 0u);
}

}  // namespace
}  // namespace whittle
