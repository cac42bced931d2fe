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
    oracle.flush();
    failures = oracle.failures();
  }
  std::string text(const std::string& name) const { return read_file(folder / name).value(); }
  std::vector<std::string> names(const std::string& below = "") const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder / below))
      found.push_back(entry.path().filename());
    std::ranges::sort(found);
    return found;
  }
  TemporaryFolder folder;
  std::vector<KeptBug> failures;
};

MATCHER_P3(IsBug, number, failure, bytes, "") {
  return arg.number == static_cast<std::size_t>(number) && arg.failure == failure &&
         arg.bytes == static_cast<std::size_t>(bytes);
}

const Verdict hangs{.other_failure = "killed by SIGABRT"};
const Verdict exits{.other_failure = "exits with 9"};

TEST_F(OtherFailuresTest, KeepsTheSmallestCandidateOfEachWayOfFailing) {
  test({{"a long one", hangs}, {"two", exits}, {"three", hangs}, {"larger", hangs}},
       {.bugs_folder = folder / "bugs", .request = "the request"});
  EXPECT_THAT(failures, ElementsAre(IsBug(1, "killed by SIGABRT", 5), IsBug(2, "exits with 9", 3)));
  EXPECT_EQ(text("bugs/1/bug.txt"), "three");
  EXPECT_EQ(text("bugs/1/failure.txt"), "killed by SIGABRT\n");
  EXPECT_EQ(text("bugs/2/bug.txt"), "two");
  EXPECT_EQ(text("bugs/1/.whittle-request.json"), "the request");
}

TEST_F(OtherFailuresTest, WritesACandidateThatIsALittleSmallerAtTheEnd) {
  const std::string large(100, 'x'), smaller(99, 'x');
  GivenVerdicts inner({hangs, hangs});
  OtherFailures oracle(inner, {.bugs_folder = folder / "bugs"});
  for (const std::string& bytes : {large, smaller}) {
    ASSERT_TRUE(oracle.start(1, Document::single("bug.txt", bytes)));
    ASSERT_TRUE(oracle.wait());
  }
  EXPECT_EQ(text("bugs/1/bug.txt"), large);
  oracle.flush();
  EXPECT_EQ(text("bugs/1/bug.txt"), smaller);
}

TEST_F(OtherFailuresTest, ReplacesNothingThatIsSmallerOrHasNoFailure) {
  test({{"first", hangs}}, {.bugs_folder = folder / "bugs"});
  fs::create_directories(folder / "bugs/2");
  test({{"larger one", hangs}, {"two", exits}}, {.bugs_folder = folder / "bugs"});
  EXPECT_EQ(text("bugs/1/bug.txt"), "first");
  EXPECT_THAT(failures, ElementsAre(IsBug(1, "killed by SIGABRT", 5), IsBug(3, "exits with 9", 3)));
}

TEST_F(OtherFailuresTest, KeepsABoundedNumberOfFailures) {
  std::vector<std::pair<std::string, Verdict>> candidates;
  for (std::size_t i = 0; i < OtherFailures::most_bugs + 5; ++i)
    candidates.emplace_back("x", Verdict{.other_failure = "failure " + std::to_string(i)});
  test(std::move(candidates), {.bugs_folder = folder / "bugs"});
  EXPECT_EQ(failures.size(), OtherFailures::most_bugs);
}

TEST_F(OtherFailuresTest, TheFailureOfTheOriginalIsNoOtherOne) {
  test({{"one", hangs}}, {.bugs_folder = folder / "bugs", .not_these = {hangs.other_failure}});
  EXPECT_THAT(failures, IsEmpty());
}

TEST_F(OtherFailuresTest, EachFailureIsToldOnce) {
  std::vector<std::string> told;
  test({{"one", hangs}, {"x", hangs}},
       {.bugs_folder = folder / "bugs",
        .on_new = [&](const KeptBug& bug) { told.push_back(bug.failure); }});
  EXPECT_THAT(told, ElementsAre("killed by SIGABRT"));
}

TEST_F(OtherFailuresTest, SavesAllCandidatesWithAnExitStatusThatTheUserNamed) {
  test({{"one", {.exit_status = 33}},
        {"two", {.exit_status = 1}},
        {"three", {.exit_status = 33}},
        {"one", {.exit_status = 33}}},
       {.bugs_folder = "", .statuses = {33}, .file = folder / "bug.txt"});
  EXPECT_THAT(names("bug.txt.also"), ElementsAre("33-1", "33-2"));
  EXPECT_EQ(text("bug.txt.also/33-2/bug.txt"), "three");
}

TEST_F(OtherFailuresTest, SavesNothingUnlessItIsAskedTo) {
  test({{"one", hangs}, {"two", {.exit_status = 33}}}, {});
  EXPECT_THAT(failures, IsEmpty());
  EXPECT_THAT(names(), IsEmpty());
}

TEST_F(OtherFailuresTest, AFolderThatCannotBeMadeDoesNotEndTheRun) {
  fs::create_directory(folder / "full");
  ASSERT_TRUE(write_file(folder / "full/bugs", "a file", 0644));
  GivenVerdicts inner({hangs, exits});
  std::vector<ErrorKind> troubles;
  OtherFailures oracle(inner,
                       {.bugs_folder = folder / "full/bugs",
                        .on_trouble = [&](const Error& error) { troubles.push_back(error.kind); }});
  for (int times = 0; times < 2; ++times) {
    ASSERT_TRUE(oracle.start(1, Document::single("bug.txt", "x")));
    EXPECT_TRUE(oracle.wait());
  }
  EXPECT_THAT(troubles, ElementsAre(ErrorKind::disk));
}

TEST_F(OtherFailuresTest, ACancelledTestIsForgotten) {
  GivenVerdicts inner({hangs});
  OtherFailures oracle(inner, {.bugs_folder = folder / "bugs"});
  ASSERT_TRUE(oracle.start(1, Document::single("bug.txt", "one")));
  oracle.cancel(1);
  ASSERT_TRUE(oracle.start(2, Document::single("bug.txt", "two")));
  ASSERT_TRUE(oracle.wait());
  EXPECT_EQ(text("bugs/1/bug.txt"), "two");
}

}  // namespace
}  // namespace whittle
