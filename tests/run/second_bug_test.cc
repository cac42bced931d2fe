#include "run/second_bug.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/faked_run.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A run of which the original crashes, and crashes in another way without its line.
struct SecondBugStep : testing::Test {
  void SetUp() override { run.original = Document::single("bug.txt", "one\ncrash\nthree\n"); }

  /// What is tested, after a search that ended as `ending` says.
  std::vector<std::string> tested(Ending ending = Ending::finished, bool crashes = true) {
    opened.emplace(run.opened());
    if (crashes) opened->ready.on_original.kind = FailureKind::signal;
    Result<SearchOutcome> outcome = search(*opened, run.log, run.notices);
    confirmed.emplace(std::get<Confirmed>(
        confirm(*opened, std::get<Searched>(std::move(outcome.value()))).value()));
    confirmed->searched.end.ending = ending;
    run.oracle->other_failure = [](const std::string& text) {
      return contains_text(text, "crash") ? "" : "killed by SIGFPE";
    };
    run.oracle->ran_alone.clear();
    look_for_second_bug(*opened, *confirmed, run.notices);
    return run.oracle->ran_alone;
  }
  std::vector<KeptBug> bugs() const {
    return confirmed->searched.watchers->other_failures.failures();
  }
  FakedRun run;
  std::optional<Opened> opened;
  std::optional<Confirmed> confirmed;
};

TEST_F(SecondBugStep, TheOriginalWithoutTheResultIsKeptIfItFailsInAnotherWay) {
  EXPECT_THAT(tested(), ElementsAre("one\nthree\n"));
  ASSERT_THAT(bugs(), SizeIs(1));
  EXPECT_EQ(bugs().front().failure, "killed by SIGFPE");
  EXPECT_EQ(bugs().front().bytes, 10u);
}

TEST_F(SecondBugStep, NothingIsTestedIfTheOriginalDoesNotCrash) {
  EXPECT_THAT(tested(Ending::finished, false), IsEmpty());
}

TEST_F(SecondBugStep, NothingIsTestedAfterARunThatWasStopped) {
  EXPECT_THAT(tested(Ending::tests_spent), IsEmpty());
}

TEST_F(SecondBugStep, NothingIsTestedIfNothingIsKept) {
  run.request.tidy = true;
  EXPECT_THAT(tested(), IsEmpty());
}

}  // namespace
}  // namespace whittle
