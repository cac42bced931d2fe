#include "run/reproducer.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/faked_run.h"
#include "run/reduce.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

struct ReproducerRun : testing::Test {
  ReproducerRun() {
    std::ofstream(folder / "bug.txt") << "one\ncrash\nthree\n";
    std::ofstream(folder / "tool")
        << "#!/bin/sh\nfor last; do :; done\n"
           "[ \"$1\" = -x ] && grep -q crash \"$last\" && exit 3\nexit 0\n";
    fs::permissions(folder / "tool", fs::perms::owner_all);
    request.files = {folder / "bug.txt"};
    request.search.plan = "lines";
    request.jobs = 1;
    request.reduce_command = true;
    request.test.conditions.command = {folder / "tool", "-x", "-a", "-b", "@@"};
  }
  TemporaryFolder folder;
  Request request;
  Heard heard;
  RunLog log{heard};
  Notices notices{log};
};

TEST_F(ReproducerRun, TheCommandLosesTheWordsThatItDoesNotNeed) {
  const Result<Request> shorter = with_shorter_command(std::move(request), notices);
  ASSERT_TRUE(shorter) << shorter.error().message;
  EXPECT_THAT(shorter->test.conditions.command, ElementsAre(folder / "tool", "-x", "@@"));
  EXPECT_THAT(heard.notices, ElementsAre(HasSubstr("words of the command are removed first"),
                                         HasSubstr("the command has 3 of 5 words")));
}

TEST_F(ReproducerRun, ARunWritesAScriptThatShowsTheFailure) {
  const Result<Report> report = reduce(std::move(request), heard);
  ASSERT_TRUE(report) << report.error().message;
  const int status = std::system((folder / "bug.txt.sh").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 3);
  EXPECT_THAT(heard.notices.back(), HasSubstr("bug.txt.sh shows it"));
}

TEST_F(ReproducerRun, AScriptIsOverwrittenOnlyByForce) {
  std::ofstream(folder / "bug.txt.sh") << "mine\n";
  const Result<Request> shorter = with_shorter_command(std::move(request), notices);
  ASSERT_FALSE(shorter);
  EXPECT_THAT(shorter.error().message, HasSubstr("does not overwrite it"));
}

TEST_F(ReproducerRun, ThereMustBeACommandAndOneFile) {
  Request several = std::move(request);
  several.files.push_back(folder / "tool");
  EXPECT_EQ(with_shorter_command(std::move(several), notices).error().kind, ErrorKind::usage);
  Request script;
  script.files = {folder / "bug.txt"};
  script.test.script = folder / "tool";
  EXPECT_EQ(with_shorter_command(std::move(script), notices).error().kind, ErrorKind::usage);
}

}  // namespace
}  // namespace whittle
