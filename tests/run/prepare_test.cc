#include "run/prepare.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "document/disk.h"
#include "run/faked_run.h"
#include "run/first_tests.h"
#include "run/output_place.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Real files and a real script: this step is about them.
struct PrepareStep : testing::Test {
  PrepareStep() {
    write("bug.txt", "one\ncrash\nthree\n");
    script("grep -q crash bug.txt");
    request.files = {folder / "bug.txt"};
    request.test.script = folder / "test.sh";
    request.search.plan = "lines";
    request.jobs = 1;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
  }
  void script(const std::string& text) const {
    write("test.sh", "#!/bin/sh\n" + text + "\n");
    fs::permissions(folder / "test.sh", fs::perms::owner_all);
  }
  Result<Preparation> prepared() { return prepare(std::move(request), notices); }
  Error refusal() {
    const Result<Preparation> result = prepared();
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
  }

  TemporaryFolder folder;
  Request request;
  Heard heard;
  RunLog log{heard};
  Notices notices{log};
};

TEST_F(PrepareStep, AGoodRequestIsReadyAndNothingHasChanged) {
  const Result<Preparation> result = prepared();
  ASSERT_TRUE(result) << result.error().message;
  const auto& ready = std::get<Ready>(*result);
  EXPECT_EQ(ready.original.bytes(0), "one\ncrash\nthree\n");
  EXPECT_EQ(ready.verdict_on_original.outcome, Outcome::interesting);
  EXPECT_EQ(ready.search.plan, "lines");
  EXPECT_EQ(ready.identity.original, ready.original.hash());
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder / ""))
    names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::UnorderedElementsAre("bug.txt", "test.sh"));
}

TEST_F(PrepareStep, AMissingFileIsAnError) {
  request.files = {folder / "bog.txt"};
  EXPECT_EQ(refusal().kind, ErrorKind::input);
}

TEST_F(PrepareStep, AnUnknownPlanIsFoundBeforeAnyTest) {
  script("touch '" + folder / "was-run" + "'");
  request.search.plan = "no such plan";
  EXPECT_EQ(refusal().kind, ErrorKind::usage);
  EXPECT_FALSE(fs::exists(folder / "was-run"));
}

TEST_F(PrepareStep, AnOriginalThatIsNotInterestingIsAnError) {
  script("exit 1");
  const Error error = refusal();
  EXPECT_EQ(error.kind, ErrorKind::not_interesting);
  EXPECT_THAT(error.way_out, HasSubstr("ran:    cd "));
}

TEST_F(PrepareStep, ATestThatAcceptsAnEmptyFileIsAnError) {
  script("exit 0");
  EXPECT_EQ(refusal().kind, ErrorKind::trivial);
}

TEST_F(PrepareStep, ATestThatAcceptsAnEmptyFileIsFineIfThatIsWanted) {
  script("exit 0");
  request.test.allow_empty = true;
  EXPECT_TRUE(prepared());
}

TEST_F(PrepareStep, ARunThatIsStoppedBeforeItBeginsIsAValue) {
  StopSwitch stop;
  stop.stop();
  request.stop = &stop;
  const Result<Preparation> result = prepared();
  ASSERT_TRUE(result) << result.error().message;
  const auto* stopped = std::get_if<StoppedEarly>(&*result);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->report.ending, RunEnding::interrupted);
  EXPECT_EQ(stopped->report.result.bytes(0), "one\ncrash\nthree\n");
  EXPECT_EQ(stopped->report.target, folder / "bug.txt");
}

TEST_F(PrepareStep, SoIsARunWhoseTimeIsOver) {
  script("sleep 60");
  request.max_time = std::chrono::milliseconds(1);
  const Result<Preparation> result = prepared();
  ASSERT_TRUE(result && std::holds_alternative<StoppedEarly>(*result));
  EXPECT_EQ(std::get<StoppedEarly>(*result).report.ending, RunEnding::max_time);
}

TEST_F(PrepareStep, AGoldenRunSaysWhatIsKept) {
  request.test.script.clear();
  request.test.conditions.command = {"sh", "-c", "echo oops >&2; exit 3", "sh", "@@"};
  request.test.allow_empty = true;
  const Result<Preparation> result = prepared();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_THAT(heard.notices, ElementsAre(HasSubstr("to keep: ")));
}

TEST_F(PrepareStep, TheTestInsideAReducedFolderIsNotReduced) {
  fs::create_directory(folder / "all");
  fs::rename(folder / "bug.txt", folder / "all/bug.txt");
  script("grep -q crash all/bug.txt");
  fs::rename(folder / "test.sh", folder / "all/test.sh");
  request.files = {folder / "all"};
  request.test.script = folder / "all/test.sh";
  const Result<Preparation> result = prepared();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_THAT(std::get<Ready>(*result).recipe.test.files, ElementsAre("all/test.sh"));
}

TEST_F(PrepareStep, AViewTakesOneFile) {
  write("other.txt", "crash\n");
  request.files.push_back(folder / "other.txt");
  request.view = View{"the view", "cat", "cat", "", "", false};
  EXPECT_EQ(refusal().kind, ErrorKind::usage);
}

TEST_F(PrepareStep, AViewThatDoesNotComeBackIsAWarning) {
  request.view = View{"the view", "cat", "tr a-z A-Z", "", "", false};
  script("grep -q CRASH bug.txt");
  const Result<Preparation> result = prepared();
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_THAT(heard.notices, ElementsAre(HasSubstr("the view may lose something")));
}

/// Where results go.
struct OutputPlace : PrepareStep {
  Result<std::optional<std::string>> place() {
    const Result<Loaded> loaded = load(request.files);
    return checked_output(request, loaded->home, loaded->document);
  }
};

TEST_F(OutputPlace, ANewFileIsFine) {
  request.output = folder / "small.txt";
  EXPECT_EQ(place().value(), std::optional(folder / "small.txt"));
}

TEST_F(OutputPlace, TheFileItselfIsNoOutput) {
  request.output = folder / "./bug.txt";
  EXPECT_EQ(place().value(), std::nullopt);
}

TEST_F(OutputPlace, AnExistingFileIsOverwrittenOnlyByForce) {
  write("small.txt", "precious");
  request.output = folder / "small.txt";
  EXPECT_EQ(place().error().kind, ErrorKind::usage);
  request.force = true;
  EXPECT_EQ(place().value(), std::optional(folder / "small.txt"));
}

TEST_F(OutputPlace, TheTestIsNeverOverwritten) {
  request.output = folder / "test.sh";
  request.force = true;
  EXPECT_THAT(place().error().message, HasSubstr("which is the test"));
}

TEST_F(OutputPlace, AMissingFolderIsAnErrorOfTheDisk) {
  request.output = folder / "none/small.txt";
  EXPECT_EQ(place().error().kind, ErrorKind::disk);
}

TEST_F(OutputPlace, SeveralFilesCannotBePrinted) {
  write("other.txt", "x");
  request.files.push_back(folder / "other.txt");
  request.output = "-";
  EXPECT_EQ(place().error().kind, ErrorKind::usage);
}

/// How a test answers an empty document.
const Document three_lines = Document::single("bug.txt", "one\ncrash\nthree\n");

TEST(TestEmpty, ATestThatReadsItsFileRefusesIt) {
  FunctionWitness oracle([](const std::string& text) { return contains_text(text, "crash"); });
  EXPECT_EQ(test_empty(oracle, three_lines, {}, {})->answer, OnEmpty::Answer::refuses);
  EXPECT_THAT(oracle.ran_alone, ElementsAre(""));
}

TEST(TestEmpty, ATestThatAcceptsItTwiceAcceptsAnything) {
  FunctionWitness oracle([](const std::string&) { return true; });
  EXPECT_EQ(test_empty(oracle, three_lines, {}, {})->answer, OnEmpty::Answer::accepts);
}

TEST(TestEmpty, AnUnreliableTestIsNotAccused) {
  int asked = 0;
  FunctionWitness oracle([&](const std::string&) { return ++asked == 1; });
  EXPECT_EQ(test_empty(oracle, three_lines, {}, {})->answer, OnEmpty::Answer::refuses);
}

TEST(TestEmpty, TheUserMayStopIt) {
  FunctionWitness oracle([](const std::string&) { return true; });
  oracle.interrupts_alone = true;
  EXPECT_EQ(test_empty(oracle, three_lines, {}, {})->answer, OnEmpty::Answer::interrupted);
}

TEST(TestEmpty, AnOriginalThatIsEmptyIsNotTested) {
  FunctionWitness oracle([](const std::string&) { return true; });
  EXPECT_EQ(test_empty(oracle, Document::single("bug.txt", ""), {}, {})->answer,
            OnEmpty::Answer::refuses);
  EXPECT_THAT(oracle.ran_alone, IsEmpty());
}

TEST(TestEmpty, FilesThatAreNotReducedKeepTheirBytes) {
  FunctionWitness oracle([](const std::string&) { return true; });
  EXPECT_EQ(test_empty(oracle, three_lines, {"bug.txt"}, {})->answer, OnEmpty::Answer::refuses);
}

TEST(TestEmpty, ItMayTakeTenTimesAsLongAsTheOriginal) {
  FunctionWitness oracle([](const std::string&) { return false; });
  ASSERT_TRUE(test_empty(oracle, three_lines, {}, std::chrono::milliseconds(1)));
  EXPECT_EQ(oracle.time_aside, std::chrono::seconds(1));
  ASSERT_TRUE(test_empty(oracle, three_lines, {}, std::chrono::seconds(2)));
  EXPECT_EQ(oracle.time_aside, std::chrono::seconds(20));
}

}  // namespace
}  // namespace whittle
