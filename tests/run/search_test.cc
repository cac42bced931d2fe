#include "run/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <set>

#include "run/controls.h"
#include "run/faked_run.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SearchStep, FindsTheSmallestAndKeepsEachBestInTheFiles) {
  FakedRun run;
  Opened opened = run.opened();
  opened.publishing_parts = 0;  // a best is published however long that takes
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_TRUE(outcome) << outcome.error().message;
  const auto* searched = std::get_if<Searched>(&*outcome);
  ASSERT_TRUE(searched);
  EXPECT_TRUE(searched->is_over());
  EXPECT_EQ(run.log.bests().best().bytes(0), "crash\n");
  EXPECT_EQ(run.files->saved, run.heard.bests);
  EXPECT_EQ(run.files->saved.back(), "crash\n");
  EXPECT_EQ(run.log.state().tally.total().asked, run.heard.told_count);
}

TEST(SearchStep, TellsTheObserverHowTheRunBegins) {
  FakedRun run;
  run.request.test.conditions.command = {"cc", "@@"};
  Opened opened = run.opened();
  ASSERT_TRUE(search(opened, run.log, run.notices));
  EXPECT_EQ(run.heard.starts, 1u);
  EXPECT_EQ(run.heard.start.plan, "lines");
  EXPECT_THAT(run.heard.start.command, ElementsAre("cc", "@@"));
  EXPECT_EQ(run.heard.start.target, run.folder / "bug.txt");
}

TEST(SearchStep, AStageIsShownByItsNameAndItsCommand) {
  FakedRun run;
  run.request.test.conditions.stages = {{"builds", "cc -c @@"}, {"fails", "! ./a.out"}};
  Opened opened = run.opened();
  ASSERT_TRUE(search(opened, run.log, run.notices));
  EXPECT_THAT(run.heard.start.command, ElementsAre("builds=cc -c @@", "fails=! ./a.out"));
}

TEST(SearchStep, ADiskThatFillsUpEndsIt) {
  FakedRun run;
  Opened opened = run.opened();
  run.files->room = 0;
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().message, "the disk is full");
}

TEST(SearchStep, ARunThatIsStoppedIsNotOver) {
  FakedRun run;
  Opened opened = run.opened();
  run.stop.stop();
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(std::get<Searched>(*outcome).end.ending, Ending::interrupted);
  EXPECT_FALSE(std::get<Searched>(*outcome).is_over());
}

TEST(SearchStep, RevokedOutcomesAreAValueAndNoError) {
  FakedRun run;
  Opened opened = run.opened_elsewhere();
  const Hash doubtful = Document::single("bug.txt", "x").hash();
  run.elsewhere->revoked = {doubtful};
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_TRUE(outcome) << outcome.error().message;
  const auto* revoked = std::get_if<Revoked>(&*outcome);
  ASSERT_TRUE(revoked);
  EXPECT_THAT(revoked->candidates, ElementsAre(doubtful));
}

TEST(SearchStep, ASearchThatBeginsAgainTestsOnlyWhatWasForgotten) {
  FakedRun run;
  Opened opened = run.opened_elsewhere();
  ASSERT_TRUE(search(opened, run.log, run.notices));
  const std::vector<Hash> first = std::exchange(run.elsewhere->asked, {});
  ASSERT_FALSE(first.empty());
  const std::size_t told = run.heard.told_count;
  ASSERT_TRUE(forget(opened, {.candidates = {first.front()}}));
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_TRUE(outcome && std::holds_alternative<Searched>(*outcome));
  EXPECT_THAT(run.elsewhere->asked, ElementsAre(first.front()));
  EXPECT_EQ(run.heard.starts, 2u) << "events and counts begin anew";
  EXPECT_EQ(run.log.state().tally.total().asked, told);
}

TEST(SearchStep, OtherHostsAnswerInsteadOfThisOne) {
  FakedRun run;
  Opened opened = run.opened_elsewhere();
  ASSERT_TRUE(search(opened, run.log, run.notices));
  EXPECT_EQ(run.heard.start.jobs, 3u);
  EXPECT_FALSE(run.elsewhere->asked.empty());
}

/// A test that finds a candidate interesting only once. It needs each seventh line.
struct Fickle {
  std::shared_ptr<std::set<std::string>> seen = std::make_shared<std::set<std::string>>();

  bool operator()(const std::string& text) const {
    std::size_t needed = 0;
    for (std::size_t at = 0; (at = text.find("need", at)) != text.npos; ++at) ++needed;
    return needed == 58 && seen->insert(text).second;
  }
  static Document document() {
    std::string text;
    for (int line = 0; line < 400; ++line)
      text += (line % 7 == 0 ? "need " : "hay ") + std::to_string(line) + "\n";
    return Document::single("bug.txt", text);
  }
};

TEST(SearchStep, ATestThatContradictsItselfStopsTheRun) {
  FakedRun run{Fickle{}};
  run.original = Fickle::document();
  Opened opened = run.opened();
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::unreliable);
  EXPECT_THAT(outcome.error().message,
              HasSubstr("test.sh answered the same candidate differently"));
}

TEST(SearchStep, IfRatesMatterACandidateThatFailsNoMoreIsWithdrawn) {
  FakedRun run{Fickle{}};
  run.original = Fickle::document();
  Opened opened = run.opened();
  opened.ready.rate = KeptRate{.original = {11, 20}, .promised = half_of({11, 20})};
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_TRUE(outcome && std::holds_alternative<Revoked>(*outcome));
  const auto& revoked = std::get<Revoked>(*outcome);
  EXPECT_EQ(revoked.candidates.size(), 1u);
  EXPECT_EQ(revoked.how, Revoked::How::refused);
}

TEST(SearchStep, ASkippedListIsInTheJournal) {
  Controls controls;
  FakedRun run;
  run.request.controls = &controls;
  Opened opened = run.opened();
  controls.skip();
  const Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
  ASSERT_TRUE(outcome);
  EXPECT_THAT(*opened.folder.skips(), ElementsAre(0u));
  EXPECT_THAT(run.heard.notices, ElementsAre(HasSubstr("was skipped")));
}

}  // namespace
}  // namespace whittle
