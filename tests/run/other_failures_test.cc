#include "run/other_failures.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "document/disk.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

/// Gives the verdicts that it was told to give, in order.
class GivenVerdicts final : public Oracle {
 public:
  explicit GivenVerdicts(std::vector<Verdict> verdicts) : verdicts_(std::move(verdicts)) {}
  std::size_t slots() const override { return 1; }
  std::size_t free_slots() const override { return 1; }
  Result<void> start(Ticket ticket, const Document&) override {
    running_ = ticket;
    return {};
  }
  Result<Finished> wait() override {
    return Finished{Finished::Kind::verdict, running_, verdicts_.at(next_++)};
  }
  void cancel(Ticket) override {}

 private:
  std::vector<Verdict> verdicts_;
  std::size_t next_ = 0;
  Ticket running_ = 0;
};

struct OtherFailuresTest : testing::Test {
  /// Tests these candidates, whose verdicts are given.
  void test(std::vector<std::pair<std::string, Verdict>> candidates,
            OtherFailures::Options options) {
    std::vector<Verdict> verdicts;
    for (const auto& [text, verdict] : candidates) verdicts.push_back(verdict);
    GivenVerdicts inner(std::move(verdicts));
    OtherFailures oracle(inner, std::move(options));
    Ticket ticket = 0;
    for (const auto& [text, verdict] : candidates) {
      ASSERT_TRUE(oracle.start(++ticket, Document::single("bug.txt", text)));
      const Result<Oracle::Finished> finished = oracle.wait();
      ASSERT_TRUE(finished);
      EXPECT_EQ(finished->ticket, ticket);
    }
    failures = oracle.failures();
  }
  std::string text(const std::string& name) const { return read_file(folder / name).value(); }
  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder / ""))
      found.push_back(entry.path().filename());
    std::ranges::sort(found);
    return found;
  }
  TemporaryFolder folder;
  std::map<std::string, std::string> failures;
};

const Verdict hangs{.other_failure = "killed by SIGABRT"};
const Verdict exits{.other_failure = "exits with 9"};

TEST_F(OtherFailuresTest, SavesTheFirstCandidateOfEachWayOfFailing) {
  test({{"one", hangs}, {"two", exits}, {"three", hangs}}, {.failures_folder = folder / "other"});
  EXPECT_THAT(failures, ElementsAre(Pair("exits with 9", folder / "other/002"),
                                    Pair("killed by SIGABRT", folder / "other/001")));
  EXPECT_EQ(text("other/001/bug.txt"), "one");
  EXPECT_EQ(text("other/001/failure.txt"), "killed by SIGABRT\n");
  EXPECT_EQ(text("other/002/bug.txt"), "two");
}

TEST_F(OtherFailuresTest, SavesAllCandidatesWithAnExitStatusThatTheUserNamed) {
  test({{"one", {.exit_status = 33}},
        {"two", {.exit_status = 1}},
        {"three", {.exit_status = 33}},
        {"one", {.exit_status = 33}}},
       {.failures_folder = "", .statuses = {33}, .file = folder / "bug.txt"});
  EXPECT_THAT(names(), ElementsAre("bug.txt.also-33-1", "bug.txt.also-33-2"));
  EXPECT_EQ(text("bug.txt.also-33-2/bug.txt"), "three");
}

TEST_F(OtherFailuresTest, SavesNothingUnlessItIsAskedTo) {
  test({{"one", hangs}, {"two", {.exit_status = 33}}}, {});
  EXPECT_THAT(failures, IsEmpty());
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(OtherFailuresTest, AFolderThatCannotBeMadeEndsTheRun) {
  fs::create_directory(folder / "full");
  ASSERT_TRUE(write_file(folder / "full/other", "a file", 0644));
  GivenVerdicts inner({hangs});
  OtherFailures oracle(inner, {.failures_folder = folder / "full/other"});
  ASSERT_TRUE(oracle.start(1, Document::single("bug.txt", "x")));
  const Result<Oracle::Finished> finished = oracle.wait();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().kind, ErrorKind::disk);
}

TEST_F(OtherFailuresTest, ACancelledTestIsForgotten) {
  GivenVerdicts inner({hangs});
  OtherFailures oracle(inner, {.failures_folder = folder / "other"});
  ASSERT_TRUE(oracle.start(1, Document::single("bug.txt", "one")));
  oracle.cancel(1);
  ASSERT_TRUE(oracle.start(2, Document::single("bug.txt", "two")));
  ASSERT_TRUE(oracle.wait());
  EXPECT_EQ(text("other/001/bug.txt"), "two");
}

}  // namespace
}  // namespace whittle
