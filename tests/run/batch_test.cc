#include "run/batch.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "document/disk.h"
#include "run/stop.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

/// What a batch says.
class Batching final : public BatchObserver {
 public:
  void began(std::size_t files, std::chrono::microseconds) override { count = files; }
  void sorted(const BatchReport& report) override { groups = report.groups.size(); }
  Observer& begins(std::size_t number, const BatchReport&) override {
    begun.push_back(number);
    return nobody;
  }
  std::string failed(const FailureGroup&, const Error& error) override {
    return "failed: " + error.message;
  }
  Observer nobody;
  std::size_t count = 0, groups = 0;
  std::vector<std::size_t> begun;
};

struct BatchRun : testing::Test {
  BatchRun() {
    fs::create_directory(folder / "all");
    write("all/small", "x\nneedle\n");
    write("all/large", "x\nneedle\nx\nx\n");
    write("all/other", "y\ny\nthread\n");
    write("all/fine", "z\n");
    write("all/.hidden", "needle\n");
    request.files = {folder / "all"};
    request.search.plan = "lines";
    request.jobs = 1;
    request.test.conditions.command = {
        "sh", "-c", "grep -q needle \"$1\" && exit 3; grep -q thread \"$1\" && exit 4; exit 0",
        "sh", "@@"};
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
  }
  std::string text(const std::string& name) const { return read_file(folder / name).value(); }

  TemporaryFolder folder;
  Request request;
  Batching batching;
};

TEST_F(BatchRun, ReducesTheSmallestFileOfEachWayOfFailing) {
  const Result<BatchReport> report = reduce_batch(request, batching);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->groups.size(), 2u);
  EXPECT_EQ(report->groups[0].inputs.size(), 2u);
  EXPECT_EQ(report->groups[0].inputs.front().path, folder / "all/small");
  EXPECT_EQ(text("all.reduced/small"), "needle\n");
  EXPECT_EQ(text("all.reduced/other"), "thread\n");
  EXPECT_EQ(text("all/small"), "x\nneedle\n") << "the files stay as they are";
  EXPECT_EQ(report->fine.size(), 1u);
  EXPECT_EQ(batching.count, 4u);
  EXPECT_THAT(batching.begun, ElementsAre(1u, 2u));
}

TEST_F(BatchRun, WritesAReportThatNamesAllFiles) {
  ASSERT_TRUE(reduce_batch(request, batching));
  const std::string report = text("all.reduced/report.md");
  for (const char* name : {"all/small", "all/large", "all/other", "all/fine"})
    EXPECT_THAT(report, HasSubstr("- " + (folder / name)));
  EXPECT_THAT(report, HasSubstr("## does not fail"));
}

TEST_F(BatchRun, OverwritesAFolderOnlyByForce) {
  fs::create_directory(folder / "all.reduced");
  const Result<BatchReport> refused = reduce_batch(request, batching);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::usage);
  request.force = true;
  EXPECT_TRUE(reduce_batch(request, batching));
}

TEST_F(BatchRun, ACommandThatNeverFailsIsAnError) {
  request.test.conditions.command = {"true", "@@"};
  const Result<BatchReport> report = reduce_batch(request, batching);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::not_interesting);
  EXPECT_FALSE(fs::exists(folder / "all.reduced"));
}

TEST_F(BatchRun, AFolderWithoutFilesIsAnError) {
  fs::create_directory(folder / "empty");
  request.files = {folder / "empty"};
  EXPECT_EQ(reduce_batch(request, batching).error().kind, ErrorKind::input);
  request.files = {folder / "none"};
  EXPECT_EQ(reduce_batch(request, batching).error().kind, ErrorKind::input);
}

TEST_F(BatchRun, ARunThatFailsIsInTheReport) {
  request.search.plan = "no such plan";
  const Result<BatchReport> report = reduce_batch(request, batching);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_THAT(report->groups[0].error, HasSubstr("failed: unknown plan"));
  EXPECT_EQ(report->groups[0].result, "");
}

TEST_F(BatchRun, TheUserMayStopIt) {
  StopSwitch stop;
  stop.stop();
  request.stop = &stop;
  const Result<BatchReport> report = reduce_batch(request, batching);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->interrupted);
  EXPECT_TRUE(report->groups.empty());
}

}  // namespace
}  // namespace whittle
