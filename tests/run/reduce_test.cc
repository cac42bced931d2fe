// The whole of a run, where its steps meet: the loop over searches whose outcomes are revoked, and
// what an error says of the best so far.
#include "run/reduce.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "document/disk.h"
#include "run/faked_run.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Other hosts, one of which lies about one candidate until it is found out.
class LyingHosts final : public Hosts {
 public:
  std::size_t slots() override { return 3; }
  Result<std::unique_ptr<OracleElsewhere>> open(Test) override {
    if (unreachable) return fail(ErrorKind::test, "nobody answers");
    auto oracle = std::make_unique<Liar>();
    liar = oracle.get();
    return oracle;
  }

  /// Says that the empty file is interesting, and is found out when the search has ended.
  class Liar final : public OracleElsewhere {
   public:
    std::size_t slots() const override { return 1; }
    std::size_t free_slots() const override { return inner_.free_slots(); }
    Result<void> start(Ticket ticket, const Document& candidate) override {
      ++tests;
      return inner_.start(ticket, candidate);
    }
    Result<Finished> wait() override { return inner_.wait(); }
    void cancel(Ticket ticket) override { inner_.cancel(ticket); }
    std::vector<Hash> take_revoked() override {
      if (!lies_.exchange(false)) return {};
      return {Document::single("bug.txt", "three\n").hash()};
    }
    std::size_t from_other_runs() const override { return 0; }
    void doubt_other_runs() override {}
    std::size_t tests = 0;

   private:
    std::atomic<bool> lies_ = true;
    FunctionOracle inner_{[this](const Document& candidate, std::stop_token) {
      return contains_text(candidate.bytes(0), "crash") ||
             (lies_ && candidate.bytes(0) == "three\n");
    }};
  };
  bool unreachable = false;
  Liar* liar = nullptr;
};

struct ReduceRun : testing::Test {
  ReduceRun() {
    std::ofstream(folder / "bug.txt") << "one\ncrash\nthree\n";
    std::ofstream(folder / "test.sh") << "#!/bin/sh\ngrep -q crash bug.txt\n";
    fs::permissions(folder / "test.sh", fs::perms::owner_all);
    request.files = {folder / "bug.txt"};
    request.test.script = folder / "test.sh";
    request.search.plan = "lines";
    request.jobs = 1;
  }
  std::string text() const { return read_file(folder / "bug.txt").value(); }

  TemporaryFolder folder;
  Request request;
  Heard heard;
};

TEST_F(ReduceRun, LeavesTheResultInTheFile) {
  const Result<Report> report = reduce(std::move(request), heard);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->ending, RunEnding::finished);
  EXPECT_TRUE(report->confirmed);
  EXPECT_EQ(text(), "crash\n");
  EXPECT_FALSE(fs::exists(folder / "bug.txt.whittle"));
}

TEST_F(ReduceRun, BeginsAgainWithoutTheAnswersOfAHostThatLied) {
  LyingHosts hosts;
  request.hosts = &hosts;
  const Result<Report> report = reduce(std::move(request), heard);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(text(), "crash\n");
  EXPECT_EQ(heard.starts, 2u) << "events and counts begin anew";
  EXPECT_EQ(report->unconfirmed, 0u);
}

TEST_F(ReduceRun, AnErrorAfterTheBeginningSaysWhereTheBestIs) {
  LyingHosts hosts;
  hosts.unreachable = true;
  request.hosts = &hosts;
  const Result<Report> report = reduce(std::move(request), heard);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().unfinished, folder / "bug.txt");
}

TEST_F(ReduceRun, AnErrorBeforeItDoesNot) {
  request.search.plan = "no such plan";
  const Result<Report> report = reduce(std::move(request), heard);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().unfinished, "");
}

TEST_F(ReduceRun, ARunThatIsStoppedAtOnceReportsTheOriginal) {
  StopSwitch stop;
  stop.stop();
  request.stop = &stop;
  const Result<Report> report = reduce(std::move(request), heard);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->ending, RunEnding::interrupted);
  EXPECT_EQ(heard.starts, 0u);
  EXPECT_FALSE(fs::exists(folder / "bug.txt.whittle"));
}

TEST_F(ReduceRun, AnObserverThatFailsIsAnErrorThatNamesTheResult) {
  struct Failing final : Observer {
    void ended(const Report&) override { error = Error{ErrorKind::disk, "no room for events", ""}; }
    const Error* failure() const override { return error ? &*error : nullptr; }
    std::optional<Error> error;
  } failing;
  const Result<Report> report = reduce(std::move(request), failing);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().way_out, HasSubstr("the result is in"));
  EXPECT_EQ(text(), "crash\n");
}

}  // namespace
}  // namespace whittle
