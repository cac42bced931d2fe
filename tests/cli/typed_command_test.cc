#include "cli/typed_command.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TypedCommand, ACommandInQuotesIsRunByTheShell) {
  EXPECT_THAT(*as_shell_command(std::vector<std::string>{"sqlite3 :memory: < @@"}),
              ElementsAre("sh", "-c", "sqlite3 :memory: < \"$1\"", "sh", "@@"));
  EXPECT_THAT(*as_shell_command(std::vector<std::string>{"cat '@@' | grep -q \"@@\""}),
              ElementsAre("sh", "-c", "cat \"$1\" | grep -q \"$1\"", "sh", "@@"));
}

TEST(TypedCommand, WithoutAPathTheShellReadsTheCandidateFromStandardInput) {
  EXPECT_THAT(*as_shell_command(std::vector<std::string>{"jq . | head -1"}),
              ElementsAre("sh", "-c", "jq . | head -1"));
}

TEST(TypedCommand, AProgramAndItsArgumentsNeedNoShell) {
  EXPECT_FALSE(as_shell_command(std::vector<std::string>{"gcc", "-c", "@@"}));
  EXPECT_FALSE(as_shell_command(std::vector<std::string>{"gcc"}));
  EXPECT_FALSE(as_shell_command(std::vector<std::string>{"a b", "c"}));
}

/// In a folder with app.mjs, rules.json, test.sh and sub/part.h, which is the current folder.
struct InAFolder : testing::Test {
  InAFolder() : before(std::filesystem::current_path()) {
    for (const std::string name : {"app.mjs", "rules.json", "sub/part.h"}) {
      std::filesystem::create_directories(std::filesystem::path(folder / name).parent_path());
      std::ofstream(folder / name) << "x\n";
    }
    std::ofstream(folder / "test.sh") << "#!/bin/sh\n";
    std::filesystem::permissions(folder / "test.sh", std::filesystem::perms::owner_all);
    std::filesystem::current_path(folder / "");
  }
  ~InAFolder() override { std::filesystem::current_path(before); }

  /// The error for these arguments, none of which is an option.
  static std::optional<Error> forgotten(const std::vector<std::string>& arguments) {
    return forgotten_dashes(arguments, arguments);
  }
  /// The word for which the tests of this command must see the folder.
  static std::string about_here(std::vector<std::string> command, std::string file = "app.mjs") {
    Request request;
    request.files = {std::move(file)};
    request.test.conditions.command = std::move(command);
    return word_about_here(request);
  }

  TemporaryFolder folder;
  std::filesystem::path before;
};

TEST_F(InAFolder, AWordStandsForTheFolderOfTheCandidate) {
  EXPECT_THAT(as_tests_see({"--", "make", "-C", "@@/"}, "sub"),
              ElementsAre("--", "make", "-C", "sub/"));
  EXPECT_THAT(as_tests_see({"--", "make -C @@/ all"}, "sub/"),
              ElementsAre("--", "make -C sub/ all"));
  EXPECT_THAT(as_tests_see({"ls", "@@/x", "@@"}, "sub/part.h"), ElementsAre("ls", "sub/x", "@@"));
  EXPECT_THAT(as_tests_see({"ls", "@@/"}, "app.mjs"), ElementsAre("ls", "./"));
}

TEST_F(InAFolder, AFileThatIsNamedByAPathOfItsOwnIsTheCandidate) {
  const std::string path = std::filesystem::absolute("app.mjs");
  EXPECT_THAT(as_tests_see({"cat", path, "app.mjs"}, "app.mjs"),
              ElementsAre("cat", "@@", "app.mjs"));
  EXPECT_THAT(as_tests_see({"cat", path}, path), ElementsAre("cat", "@@"));
  EXPECT_THAT(as_tests_see({"cat <" + path + " | wc"}, "app.mjs"), ElementsAre("cat <@@ | wc"));
  const std::string outside =
      "../" + std::filesystem::current_path().filename().string() + "/app.mjs";
  EXPECT_THAT(as_tests_see({"cat " + outside, outside}, outside), ElementsAre("cat @@", "@@"));
  EXPECT_THAT(as_tests_see({"cat", "./app.mjs", "/etc/passwd"}, "app.mjs"),
              ElementsAre("cat", "./app.mjs", "/etc/passwd"));
}

TEST_F(InAFolder, ACommandOnTheCurrentFolderIsStartedInside) {
  const std::string name = std::filesystem::current_path().filename();
  EXPECT_THAT(
      *from_inside({"make", "check"}, "."),
      ElementsAre("sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", name, "make", "check"));
  EXPECT_TRUE(from_inside({"make"}, std::filesystem::current_path().string() + "/"));
  EXPECT_FALSE(from_inside({"make"}, "sub"));
  EXPECT_FALSE(from_inside({"gcc", "@@"}, "."));
  EXPECT_THAT(as_tests_see({"make", "-C", "@@/"}, "."), ElementsAre("make", "-C", name + "/"));
}

TEST_F(InAFolder, AForgottenPairOfDashesIsAnsweredWithTheRightCommand) {
  const std::optional<Error> error = forgotten({"app.mjs", "cat", "-n", "app.mjs"});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ErrorKind::usage);
  EXPECT_EQ(error->message, "cat is a command, and a command comes after --");
  EXPECT_EQ(error->way_out, "write it as: whittle app.mjs -- cat -n @@");
}

TEST_F(InAFolder, OptionsBeforeTheFileStayBeforeIt) {
  const std::vector<std::string> arguments{"-j", "2", "app.mjs", "cat", "app.mjs"};
  const std::vector<std::string> words{"app.mjs", "cat", "app.mjs"};
  const std::optional<Error> error = forgotten_dashes(arguments, words);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->way_out, "write it as: whittle -j 2 app.mjs -- cat @@");
}

TEST_F(InAFolder, ATestAndItsFilesLackNothing) {
  EXPECT_FALSE(forgotten({"./test.sh", "app.mjs"}));
  EXPECT_FALSE(forgotten({"./test.sh", "app.mjs", "rules.json"}));
}

TEST_F(InAFolder, ADashThatIsThereIsNotForgotten) {
  EXPECT_FALSE(forgotten({"app.mjs", "cat", "--", "app.mjs"}));
}

TEST_F(InAFolder, AnUnknownProgramIsNoCommand) {
  EXPECT_FALSE(forgotten({"app.mjs", "no-such-program-here", "app.mjs"}));
}

TEST_F(InAFolder, ACommandThatNamesAnotherFileNeedsTheFolder) {
  EXPECT_EQ(about_here({"check", "rules.json", "@@"}), "rules.json");
  EXPECT_EQ(about_here({"cc", "-Isub", "@@"}), "-Isub");
  EXPECT_EQ(about_here({"sh", "-c", "cat rules.json <\"$1\"", "sh", "@@"}), "rules.json");
}

TEST_F(InAFolder, AProgramThatLooksForItsPartsNeedsTheFolder) {
  EXPECT_EQ(about_here({"npx", "prettier", "@@"}), "npx");
  EXPECT_EQ(about_here({"python3", "-m", "pytest", "@@"}), "pytest");
}

TEST_F(InAFolder, ACommandAboutTheCandidateAloneNeedsNoFolder) {
  EXPECT_EQ(about_here({"cc", "-c", "@@"}), "");
  EXPECT_EQ(about_here({"cat", "app.mjs"}), "") << "the file that is reduced";
  EXPECT_EQ(about_here({"cat", "/etc/passwd", "@@"}), "") << "tests see it where it is";
  EXPECT_EQ(about_here({"cat", "no-such-file", "@@"}), "");
}

TEST_F(InAFolder, AFileElsewhereHasNoFolderAroundIt) {
  EXPECT_EQ(about_here({"check", "rules.json", "@@"}, "/tmp/app.mjs"), "");
  EXPECT_EQ(about_here({"check", "rules.json", "@@"}, "../app.mjs"), "");
}

TEST_F(InAFolder, AFolderThatWasChosenStays) {
  Request request;
  request.files = {"app.mjs"};
  request.test.conditions.command = {"npx", "prettier", "@@"};
  request.test.around = "sub";
  EXPECT_EQ(word_about_here(request), "");
}

}  // namespace
}  // namespace whittle
