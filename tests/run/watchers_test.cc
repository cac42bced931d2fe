// What watches a search: other failures, contradictions, rates and skips, without a search.
#include "run/watchers.h"

#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reason.h"
#include "run/controls.h"
#include "run/faked_run.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// An oracle behind the layers whose verdicts are given one by one.
class NextVerdict final : public WitnessOracle {
 public:
  std::size_t slots() const override { return 1; }
  std::size_t free_slots() const override { return 1; }
  Result<void> start(Ticket ticket, const Document&) override {
    running = ticket;
    return {};
  }
  Result<Finished> wait() override { return Finished{Finished::Kind::verdict, running, next}; }
  void cancel(Ticket) override {}
  Result<Witness> run_alone(const Document&) override { return Witness{}; }
  Result<Witness> run_aside(const Document&, std::chrono::microseconds) override {
    return Witness{};
  }
  void decide_by(std::optional<RateTest> rate) override { decides = rate; }
  std::chrono::microseconds limit() const override { return std::chrono::seconds(1); }

  Ticket running = 0;
  Verdict next;
  std::optional<RateTest> decides;
};

struct WatchersTest : testing::Test {
  void begin() {
    Ready ready = run.ready();
    auto verdicts = std::make_unique<NextVerdict>();
    oracle = verdicts.get();
    ready.oracle = std::move(verdicts);
    ready.rate = rate;
    opened.emplace(open(std::move(ready), run.notices).value());
    watchers.emplace(*opened, earlier_skips, run.log, run.notices);
    run.heard.notices.clear();
  }
  /// Tests a candidate through all layers.
  Result<Oracle::Finished> tested(const std::string& text, Verdict verdict) {
    oracle->next = std::move(verdict);
    const Result<void> started =
        watchers->oracle.start(++ticket, Document::single("bug.txt", text));
    EXPECT_TRUE(started);
    return watchers->oracle.wait();
  }
  FakedRun run;
  std::optional<KeptRate> rate;
  std::vector<std::size_t> earlier_skips;
  NextVerdict* oracle = nullptr;
  std::optional<Opened> opened;
  std::optional<Watchers> watchers;
  Ticket ticket = 0;
};

TEST_F(WatchersTest, AnotherFailureIsKeptAndToldOnce) {
  begin();
  ASSERT_TRUE(tested("x\n", {.other_failure = "exits with 9"}));
  ASSERT_TRUE(tested("y\n", {.other_failure = "exits with 9"}));
  EXPECT_THAT(run.heard.notices, ElementsAre("another failure was seen: exits with 9; kept in " +
                                             (run.folder / "bug.txt.bugs/1")));
  EXPECT_TRUE(std::filesystem::exists(run.folder / "bug.txt.bugs/1/bug.txt"));
  EXPECT_TRUE(std::filesystem::exists(run.folder / "bug.txt.bugs/1/.whittle-request.json"));
}

TEST_F(WatchersTest, ATidyRunKeepsNoOtherFailures) {
  run.request.tidy = true;
  begin();
  ASSERT_TRUE(tested("x\n", {.other_failure = "exits with 9"}));
  EXPECT_THAT(run.heard.notices, IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(run.folder / "bug.txt.bugs"));
}

TEST_F(WatchersTest, WithAnOutputTheyAreBesideIt) {
  run.request.output = run.folder / "small.txt";
  begin();
  ASSERT_TRUE(tested("x\n", {.other_failure = "exits with 9"}));
  EXPECT_TRUE(std::filesystem::exists(run.folder / "small.txt.bugs/1"));
}

TEST_F(WatchersTest, AFolderThatCannotBeMadeIsOneWarning) {
  begin();
  std::filesystem::create_symlink("/proc/none", run.folder / "bug.txt.bugs");
  ASSERT_TRUE(tested("x\n", {.other_failure = "exits with 9"}));
  ASSERT_TRUE(tested("y\n", {.other_failure = "exits with 8"}));
  EXPECT_THAT(run.heard.notices, ElementsAre(HasSubstr("other failures are not kept: ")));
}

TEST_F(WatchersTest, CandidatesWithAStatusThatTheUserNamedAreSaved) {
  run.request.test.also_interesting = {77};
  begin();
  ASSERT_TRUE(tested("x\n", {.exit_status = 77}));
  ASSERT_TRUE(tested("y\n", {.exit_status = 76}));
  EXPECT_TRUE(std::filesystem::exists(run.folder / "bug.txt.also/77-1/bug.txt"));
  EXPECT_FALSE(std::filesystem::exists(run.folder / "bug.txt.also/76-1"));
  EXPECT_FALSE(std::filesystem::exists(run.folder / "bug.txt.also/77-2"));
}

/// The last interesting candidate is tested again with one test in 64: answers that differ then.
TEST_F(WatchersTest, AContradictionIsAnErrorThatNamesTheTest) {
  begin();
  ASSERT_TRUE(tested("x\n", {.outcome = Outcome::interesting}));
  for (std::size_t i = 0; i < FlakyWatch::every; ++i) {
    const auto told = tested(fmt::format("{}\n", i), {.outcome = Outcome::uninteresting});
    if (told) continue;
    EXPECT_EQ(told.error().kind, ErrorKind::unreliable);
    EXPECT_EQ(told.error().cause.reason, Reason::contradiction);
    EXPECT_EQ(told.error().message,
              "test.sh answered the same candidate differently (1 interesting, 1 not)");
    return;
  }
  FAIL() << "the candidate was not tested again";
}

TEST_F(WatchersTest, IfRatesMatterAnAnswerMayDiffer) {
  rate = KeptRate{.original = {.failed = 10, .all = 20}, .promised = {.least = 0.25, .aimed = 0.5}};
  begin();
  ASSERT_TRUE(tested("x\n", {.outcome = Outcome::interesting}));
  for (std::size_t i = 0; i < FlakyWatch::every; ++i)
    EXPECT_TRUE(tested(fmt::format("{}\n", i), {.outcome = Outcome::uninteresting}));
}

/// `Flaky::raise`: a best that surely fails more often than twice the promised rate.
TEST_F(WatchersTest, ABestThatFailsMoreOftenRaisesTheRateThatIsDemanded) {
  run.request.test.flaky = Flaky::raise;
  rate = KeptRate{.original = {.failed = 4, .all = 20}, .promised = {.least = 0.1, .aimed = 0.2}};
  begin();
  for (std::size_t i = 0; i < 3 && !oracle->decides; ++i)
    ASSERT_TRUE(
        tested("x\n", {.outcome = Outcome::interesting, .runs = {.failed = 30, .all = 30}}));
  ASSERT_TRUE(oracle->decides);
  EXPECT_GT(opened->ready.rate->promised.least, 0.3);
  EXPECT_EQ(oracle->decides->low, opened->ready.rate->test().low);
}

TEST_F(WatchersTest, NothingIsSkippedUnlessTheUserWantsIt) {
  Controls controls;
  run.request.controls = &controls;
  begin();
  EXPECT_FALSE(watchers->skips_list());
  controls.skip();
  EXPECT_TRUE(watchers->skips_list());
  EXPECT_FALSE(watchers->skips_list());
  EXPECT_THAT(run.heard.notices,
              ElementsAre(HasSubstr("was skipped, so the result may be larger")));
  EXPECT_THAT(opened->folder.skips().value(), ElementsAre(0u)) << "a resumed run must skip it too";
}

TEST_F(WatchersTest, AnEarlierSkipIsRepeatedWithoutBeingWrittenAgain) {
  earlier_skips = {0};
  begin();
  EXPECT_TRUE(watchers->skips_list());
  EXPECT_FALSE(watchers->skips_list());
  EXPECT_THAT(opened->folder.skips().value(), IsEmpty());
}

TEST_F(WatchersTest, ABestIsSavedToTheFilesOrIfTheyAreNotWrittenToTheJournal) {
  for (const bool prints : {false, true}) {
    FakedRun another;
    if (prints) another.request.output = "-";
    Opened other = another.opened();
    Watchers its(other, {}, another.log, another.notices);
    const Document best = Document::single("bug.txt", "crash\n");
    RunStart start;
    start.original = another.original;
    another.log.started(start);
    another.log.interesting(best);
    ASSERT_TRUE(its.journal.flush());
    EXPECT_EQ(another.files->saved.empty(), prints);
    EXPECT_EQ(other.folder.best().value(), best) << "the journal has it in any case";
  }
}

}  // namespace
}  // namespace whittle
