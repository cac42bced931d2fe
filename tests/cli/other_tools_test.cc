#include "cli/other_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/options.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The meaning of an option that a row of the table has.
OtherOption meaning(std::vector<std::string> arguments) {
  const Result<std::optional<OtherOption>> read = read_other_option(arguments);
  EXPECT_TRUE(read && *read) << arguments.front();
  return read && *read ? **read : OtherOption{};
}

TEST(OtherTools, TheNameOfTheProgramSaysWhichToolIsMeant) {
  EXPECT_EQ(called_as("/usr/bin/whittle"), CalledAs::whittle);
  EXPECT_EQ(called_as("whittle-cvise"), CalledAs::cvise);
  EXPECT_EQ(called_as("/home/me/cvise"), CalledAs::cvise);
  EXPECT_EQ(called_as("./whittle-creduce"), CalledAs::creduce);
  EXPECT_EQ(called_as("/opt/cvise/whittle"), CalledAs::whittle);
}

TEST(OtherTools, EachToolHasItsOwnDefaults) {
  const std::vector<std::string> call{"./t.sh", "a.c"};
  EXPECT_EQ(with_habits(CalledAs::whittle, call), call);
  EXPECT_THAT(with_habits(CalledAs::creduce, call), ElementsAre("--timeout=300", "./t.sh", "a.c"));
  EXPECT_THAT(with_habits(CalledAs::cvise, call),
              ElementsAre("--without=renames", "--timeout=300", "./t.sh", "a.c"));
}

TEST(OtherTools, CviseRenamesIfItIsAsked) {
  const std::vector<std::string> call{"--renaming", "./t.sh", "a.c"};
  EXPECT_THAT(with_habits(CalledAs::cvise, call), testing::Not(Contains("--without=renames")));
}

TEST(OtherTools, AResumedRunKeepsItsOwnSettings) {
  const std::vector<std::string> call{"--resume", "a.c"};
  EXPECT_EQ(with_habits(CalledAs::cvise, call), call);
}

TEST(OtherTools, AnOptionBecomesOurs) {
  struct {
    std::vector<std::string> theirs;
    std::string ours;
    std::size_t arguments;
  } const rows[] = {
      {{"--n", "4"}, "--jobs=4", 2},
      {{"--n=4"}, "--jobs=4", 1},
      {{"-n", "4"}, "--jobs=4", 2},
      {{"-n4"}, "--jobs=4", 1},
      {{"--sllooww"}, "--verify", 1},
      {{"--tidy"}, "--leave=nothing", 1},
      {{"--list-passes"}, "--list=passes", 1},
      {{"--log-level", "DEBUG"}, "--verbose", 2},
      {{"--log-level=ERROR"}, "--quiet", 1},
      {{"--stopping-threshold", "0.75"}, "--until=25%", 2},
      {{"--stopping-threshold", "often"}, "--until=often", 2},
      {{"--pass-group=binary"}, "--unit=bytes", 1},
      {{"--pass-group=delta"}, "--unit=lines", 1},
      {{"--remove-pass", "LinesPass::0,ClangPass::return-void"},
       "--without=LinesPass::0,clang-return-void",
       2},
  };
  for (const auto& row : rows) {
    const OtherOption read = meaning(row.theirs);
    EXPECT_THAT(read.instead, ElementsAre(row.ours)) << row.theirs.front();
    EXPECT_EQ(read.arguments, row.arguments) << row.theirs.front();
    EXPECT_THAT(read.remark, IsEmpty()) << row.theirs.front();
  }
}

TEST(OtherTools, ACommandAndItsShellAreTheTest) {
  EXPECT_EQ(meaning({"--commands", "gcc -c a.c"}).command, "gcc -c a.c");
  EXPECT_EQ(meaning({"-c", "gcc -c a.c"}).command, "gcc -c a.c");
  EXPECT_EQ(meaning({"--shell=zsh"}).shell, "zsh");
}

TEST(OtherTools, AnOptionWithoutEffectIsExplained) {
  for (const std::string option : {"--timing", "--not-c", "--no-cache", "--save-temps"}) {
    const OtherOption read = meaning({option});
    EXPECT_THAT(read.instead, IsEmpty());
    EXPECT_THAT(read.remark, HasSubstr(option + " has no effect: "));
  }
  EXPECT_THAT(meaning({"--pass-group", "old"}).remark, HasSubstr("--pass-group old has no effect"));
}

TEST(OtherTools, SomeOptionsMeanNothingHereAndNeedNoWord) {
  for (const std::vector<std::string>& option :
       {std::vector<std::string>{"--renaming"}, {"--pass-group=all"}, {"--log-level=INFO"}}) {
    EXPECT_THAT(meaning(option).instead, IsEmpty()) << option.front();
    EXPECT_THAT(meaning(option).remark, IsEmpty()) << option.front();
  }
}

TEST(OtherTools, AnOptionThatChangesTheSearchIsRefusedWithAWayOut) {
  for (const std::string option : {"--add-pass", "--no-default-passes", "--hints-file"}) {
    const Result<std::optional<OtherOption>> read =
        read_other_option(std::vector<std::string>{option, "x"});
    ASSERT_FALSE(read) << option;
    EXPECT_EQ(read.error().message, "whittle does not have the option " + option);
    EXPECT_FALSE(read.error().way_out.empty());
  }
}

TEST(OtherTools, AValueThatIsMissingIsNamed) {
  const Result<std::optional<OtherOption>> read =
      read_other_option(std::vector<std::string>{"--n"});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "--n needs a value");
}

TEST(OtherTools, OurOwnOptionsAreNotTheirs) {
  for (const OptionRow& row : option_rows()) {
    const Result<std::optional<OtherOption>> read =
        read_other_option(std::vector<std::string>{std::string(row.name), "x"});
    EXPECT_TRUE(read && !*read) << row.name << " has two meanings";
  }
}

TEST(OtherTools, AWholeCallOfCviseIsUnderstood) {
  const Result<Options> options = parse(
      std::vector<std::string>{"--n", "2", "--timeout", "30", "--no-cache", "./test.sh", "bug.c"},
      CalledAs::cvise);
  ASSERT_TRUE(options) << options.error().message;
  EXPECT_EQ(options->request.jobs, 2u);
  EXPECT_TRUE(options->request.search.keep_names);
  EXPECT_TRUE(options->shows_result);
  EXPECT_THAT(options->request.files, ElementsAre("bug.c"));
  EXPECT_THAT(options->remarks, ElementsAre(HasSubstr("--no-cache has no effect")));
}

}  // namespace
}  // namespace whittle
