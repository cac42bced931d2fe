#include "cli/advice.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <regex>

#include "base/reason.h"
#include "cli/options.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Error error_of(ErrorKind kind, Reason reason, std::vector<std::string> values = {}) {
  return {kind, "the fact", "the way out", {reason, std::move(values)}};
}

TEST(Advice, NamesOptionsInsteadOfMembers) {
  EXPECT_EQ(in_options("search.unit cannot be combined with search.no_sweep"),
            "--unit cannot be combined with no-sweep");
  EXPECT_EQ(in_options("search.parallel = race works on lists"), "race works on lists");
  EXPECT_EQ(in_options("to show them the rest: test.around = ."),
            "to show them the rest: --around .");
}

TEST(Advice, ARowHasTheSentenceOfItsCause) {
  const Error error = in_options(
      error_of(ErrorKind::usage, Reason::output_has_run, {"small.c", "small.c"}), Call());
  EXPECT_EQ(error.message, "small.c exists; -o does not overwrite it");
  EXPECT_EQ(error.way_out,
            "write to another place, or overwrite it: --force\n"
            "or continue the unfinished run: whittle --resume small.c");
}

TEST(Advice, AValueWithBracesIsLeftAsItIs) {
  const Error error =
      in_options(error_of(ErrorKind::usage, Reason::output_exists, {"{0}{1}", ""}), Call());
  EXPECT_EQ(error.message, "{0}{1} exists; -o does not overwrite it");
}

TEST(Advice, ACauseWithoutARowKeepsTheSentenceOfTheLibrary) {
  const Error error = in_options(error_of(ErrorKind::disk, Reason::none), Call());
  EXPECT_EQ(error.message, "the fact");
  EXPECT_EQ(error.way_out, "the way out");
}

TEST(Advice, AnErrorIsTranslatedOnce) {
  Error error = error_of(ErrorKind::disk, Reason::folder_is_full);
  error.unfinished = "bug.c";
  const Error once = in_options(error, Call());
  EXPECT_EQ(once.way_out,
            "the way out\nwrite the result to another folder: -o FOLDER/NAME\n"
            "the best so far is in bug.c; continue with: whittle --resume bug.c");
  EXPECT_EQ(in_options(once, Call()).way_out, once.way_out);
}

TEST(Advice, AResultThatIsPrintedIsKeptWithTheRun) {
  Error error = error_of(ErrorKind::disk, Reason::none);
  error.unfinished = "bug.c";
  EXPECT_THAT(in_options(error, Call{.prints_result = true}).way_out,
              HasSubstr("the best so far is kept with the run; continue with: whittle --resume"));
}

TEST(Advice, ANoticeIsTranslatedToo) {
  const Notice notice = notice_in_options(
      {Notice::Kind::hint, "tests run elsewhere", "see test.around", {Reason::is_unconfined}});
  EXPECT_THAT(notice.message, HasSubstr("confine them with --sandbox"));
  EXPECT_EQ(notice.way_out, "");
}

/// Likely mistakes in a call.
struct AdviceOnCalls : testing::Test {
  AdviceOnCalls() {
    std::ofstream(folder / "test.sh") << "#!/bin/sh\n";
    std::filesystem::permissions(folder / "test.sh", std::filesystem::perms::owner_all);
    std::ofstream(folder / "bug.c") << "int x;\n";
  }
  TemporaryFolder folder;
};

TEST_F(AdviceOnCalls, TestAndFileAreSwapped) {
  const Error error = in_options(error_of(ErrorKind::test, Reason::test_was_refused),
                                 {.files = {folder / "test.sh"}, .script = folder / "bug.c"});
  EXPECT_THAT(error.message, HasSubstr("is given as the test and cannot be run, but"));
  EXPECT_THAT(error.way_out, StartsWith("the test comes first: whittle "));
}

TEST_F(AdviceOnCalls, TheTestIsACommand) {
  const Error error = in_options(error_of(ErrorKind::test, Reason::test_was_refused),
                                 {.files = {folder / "bug.c"}, .script = "sh -c true"});
  EXPECT_THAT(error.way_out, StartsWith("a command comes last, with @@ for the file: whittle "));
}

TEST_F(AdviceOnCalls, TheCommandIsATest) {
  const Error error =
      in_options(error_of(ErrorKind::not_interesting, Reason::command_shows_nothing, {"cd /"}),
                 {.files = {folder / "bug.c"}, .command = {folder / "test.sh", "@@"}});
  EXPECT_THAT(error.way_out, StartsWith("if it is a test, which exits with 0"));
}

TEST_F(AdviceOnCalls, TheTestIsAnInterpreter) {
  const Error error =
      in_options(error_of(ErrorKind::not_interesting, Reason::original_is_refused, {""}),
                 {.files = {folder / "bug.c"}, .script = "sh"});
  EXPECT_THAT(error.way_out, StartsWith("to keep the failure of the command sh: whittle "));
}

TEST_F(AdviceOnCalls, TheFirstFileIsTheTest) {
  Error empty = error_of(ErrorKind::trivial, Reason::accepts_empty);
  empty.way_out = "perhaps a is the test, and should not be reduced\nmore";
  EXPECT_EQ(in_options(empty, {.files = {"a", "b"}}).way_out,
            "perhaps a is the test, and should not be reduced: whittle ./a b\nmore");
}

/// Every option that advice names must exist.
TEST(Advice, NamesOnlyOptionsThatThereAre) {
  std::ifstream source(ADVICE_SOURCE);
  ASSERT_TRUE(source);
  const std::string text{std::istreambuf_iterator<char>(source), {}};
  const std::regex option("--[a-z][a-z-]*");
  std::size_t found = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at, ++found) {
    const std::string name = at->str();
    if (name == "--install") continue;  // of cmake
    if (name == "--vs") continue;       // between two commands
    EXPECT_TRUE(std::ranges::any_of(option_rows(), [&](const OptionRow& row) {
      return row.name == name;
    })) << name;
  }
  EXPECT_GT(found, 40u);
}

}  // namespace
}  // namespace whittle
