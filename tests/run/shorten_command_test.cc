#include "run/shorten_command.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/stop.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// A tool that fails if it is given -x and a level, on a file with "crash".
struct ShortenCommand : testing::Test {
  ShortenCommand() {
    std::ofstream(folder / "bug.txt") << "crash\n";
    std::ofstream(folder / "tool")
        << "#!/bin/sh\nfor last; do :; done\nlevel=0\n"
           "while [ $# -gt 1 ]; do [ \"$1\" = --level ] && level=$2; shift; done\n"
           "[ \"$level\" = 9 ] && [ \"$SHORTEN_MODE\" != good ] && grep -q crash \"$last\" && exit "
           "3\n"
           "exit 0\n";
    fs::permissions(folder / "tool", fs::perms::owner_all);
    request.files = {folder / "bug.txt"};
  }
  std::vector<std::string> shorter(std::vector<std::string> words) {
    words.insert(words.begin(), folder / "tool");
    request.test.conditions.command = std::move(words);
    const Result<std::optional<ShortCommand>> found =
        shorten_command(request, notices, notice_every);
    EXPECT_TRUE(found && *found);
    if (!found || !*found) return {};
    tests = (*found)->tests;
    return {(*found)->command.begin() + 1, (*found)->command.end()};
  }
  struct Told : Observer {
    void noticed(const Notice& event) override { messages.push_back(event.message); }
    std::vector<std::string> messages;
  };
  TemporaryFolder folder;
  Request request;
  std::size_t tests = 0;
  Told told;
  RunLog log{told};
  Notices notices{log};
  std::chrono::steady_clock::duration notice_every = std::chrono::hours(1);
};

TEST_F(ShortenCommand, RemovesWordsThatTheFailureDoesNotNeed) {
  EXPECT_THAT(shorter({"-a", "-b", "--level", "9", "-o", "out", "@@"}),
              ElementsAre("--level", "9", "@@"));
  EXPECT_GT(tests, 3u);
}

TEST_F(ShortenCommand, TellsHowFarItIs) {
  EXPECT_THAT(shorter({"-a", "-b", "--level", "9", "-o", "out", "@@"}), testing::SizeIs(3));
  EXPECT_THAT(told.messages, testing::IsEmpty());
  notice_every = {};
  EXPECT_THAT(shorter({"-a", "-b", "--level", "9", "-o", "out", "@@"}), testing::SizeIs(3));
  EXPECT_THAT(told.messages, testing::Contains("8 of 8 words of the command left; 1 test run"));
  EXPECT_THAT(told.messages, testing::Contains(testing::StartsWith("4 of ")));
  EXPECT_THAT(told.messages, testing::Contains(HasSubstr(" variables of the environment left; ")));
}

TEST_F(ShortenCommand, KeepsTheCandidate) {
  EXPECT_THAT(shorter({"--level", "9", "@@"}), ElementsAre("--level", "9", "@@"));
}

TEST_F(ShortenCommand, ACommandThatDoesNotFailIsAnError) {
  request.test.conditions.command = {folder / "tool", "--level", "1", "@@"};
  const Result<std::optional<ShortCommand>> found = shorten_command(request, notices, notice_every);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::not_interesting);
}

TEST_F(ShortenCommand, TheUserMayStopIt) {
  StopSwitch stop;
  stop.stop();
  request.stop = &stop;
  request.test.conditions.command = {folder / "tool", "--level", "9", "@@"};
  const Result<std::optional<ShortCommand>> found = shorten_command(request, notices, notice_every);
  ASSERT_TRUE(found);
  EXPECT_FALSE(*found);
}

TEST(ReproducerScript, RunsTheCommandInItsOwnFolder) {
  const std::string script = reproducer({.command = {"cc", "-c", "@@"},
                                         .environment = {"MODE=bad thing"},
                                         .sentence = "exits with 1"},
                                        {"bug.c"});
  EXPECT_THAT(script, HasSubstr("#!/bin/sh\n"));
  EXPECT_THAT(script, HasSubstr("# To be seen: exits with 1\n"));
  EXPECT_THAT(script, HasSubstr("cd \"$(dirname \"$0\")\" || exit 1\n"));
  EXPECT_THAT(script, HasSubstr("exec env 'MODE=bad thing' cc -c bug.c\n"));
}

TEST(ReproducerScript, GivesACandidateThatIsNotNamedOnStandardInput) {
  const std::string script = reproducer({.command = {"cat"}}, {"my bug.c"});
  EXPECT_THAT(script, HasSubstr("exec cat <'my bug.c'\n"));
  EXPECT_THAT(script, Not(HasSubstr("env")));
}

}  // namespace
}  // namespace whittle
