#include "cli/written_files.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/debloat_test.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct WrittenFiles : testing::Test {
  Result<void> check(const std::string& content, bool force = false) {
    std::ofstream(folder / "log") << content;
    return check_may_write(folder / "log", "--json", force);
  }
  TemporaryFolder folder;
};

TEST_F(WrittenFiles, AFileOfTheUserIsNotReplaced) {
  for (const std::string content :
       {"{\"event\":\"login\"}\n", "notes\n", "<!-- Made by whittle of wood -->\n",
        "{\"program\":\"whittle wood\"}\n", "x"}) {
    const Result<void> may = check(content);
    ASSERT_FALSE(may) << content;
    EXPECT_THAT(may.error().message, HasSubstr("log exists and whittle did not write it"));
    EXPECT_THAT(may.error().message, HasSubstr("--json does not overwrite it"));
    EXPECT_TRUE(check(content, true)) << "with --force";
  }
}

TEST_F(WrittenFiles, AFileOfAnEarlierRunIsReplaced) {
  EXPECT_TRUE(check(with_program("{\"event\":\"start\"}\n")));
  EXPECT_TRUE(check(report_header() + "<html>"));
  EXPECT_TRUE(check("<!-- Made by whittle 0.0.9 -->\n")) << "of an earlier version";
}

TEST_F(WrittenFiles, AnEmptyOrMissingFileAndADeviceCanBeWritten) {
  EXPECT_TRUE(check(""));
  EXPECT_TRUE(check_may_write(folder / "missing", "--report", false));
  EXPECT_TRUE(check_may_write("/dev/null", "--report", false));
  EXPECT_TRUE(check_may_write("-", "--json", false));
}

TEST_F(WrittenFiles, TheFirstEventNamesTheProgram) {
  EXPECT_THAT(with_program("{\"event\":\"start\"}\n{\"event\":\"end\"}\n"),
              StartsWith("{\"program\":\"" + program_and_version() + "\",\"event\":\"start\"}\n"));
  EXPECT_EQ(with_program(""), "");
}

TEST(DebloatTemplate, NamesTheFilesQuotedAndLeavesHeadersToTheirSources) {
  const std::string script = debloat_test({"a b.c", "part.h"}, "debloat.sh");
  EXPECT_THAT(script, StartsWith("#!/bin/sh\n"));
  EXPECT_THAT(script, HasSubstr("-o program 'a b.c' ||"));
  EXPECT_THAT(script, HasSubstr("--stage \"compiles=$PWD/debloat.sh compiles\""));
}

TEST(DebloatTemplate, ANameWithALineBreakStaysInItsComment) {
  const std::string script = debloat_test({"a\nrm -rf x.c"}, "debloat.sh");
  EXPECT_EQ(script.find("\nrm -rf x.c must still do"), script.npos);
  EXPECT_THAT(script, HasSubstr("-o program 'a\nrm -rf x.c' ||")) << "quoted where it is a command";
}

}  // namespace
}  // namespace whittle
