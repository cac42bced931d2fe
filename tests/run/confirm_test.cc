#include "run/confirm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/faked_run.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A run whose search has ended.
struct ConfirmStep : testing::Test {
  void search_in(Opened& opened) {
    Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
    ASSERT_TRUE(outcome && std::holds_alternative<Searched>(*outcome));
    searched = std::get<Searched>(std::move(*outcome));
    run.oracle->ran_alone.clear();
  }
  FakedRun run;
  Searched searched;
};

TEST_F(ConfirmStep, AResultThatPassesIsTestedOnce) {
  Opened opened = run.opened();
  search_in(opened);
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  const auto& confirmed = std::get<Confirmed>(*confirmation);
  EXPECT_TRUE(confirmed.passed);
  EXPECT_EQ(confirmed.unconfirmed, 0u);
  EXPECT_EQ(confirmed.result.bytes(0), "crash\n");
  EXPECT_EQ(confirmed.best_number, run.heard.bests.size());
  EXPECT_THAT(run.oracle->ran_alone, ElementsAre("crash\n"));
}

TEST_F(ConfirmStep, AResultThatFailsIsReplacedByTheBestBeforeIt) {
  Opened opened = run.opened();
  search_in(opened);
  ASSERT_GE(run.heard.bests.size(), 2u);
  run.oracle->alone = [](const std::string& text) { return text != "crash\n"; };
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  const auto& confirmed = std::get<Confirmed>(*confirmation);
  EXPECT_EQ(confirmed.unconfirmed, 1u);
  EXPECT_EQ(confirmed.result.bytes(0), run.heard.bests[run.heard.bests.size() - 2]);
  EXPECT_EQ(confirmed.best_number, run.heard.bests.size() - 1);
}

TEST_F(ConfirmStep, ATestThatAcceptsNothingAnyMoreIsUnreliable) {
  Opened opened = run.opened();
  search_in(opened);
  run.oracle->alone = [](const std::string&) { return false; };
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_FALSE(confirmation);
  EXPECT_EQ(confirmation.error().kind, ErrorKind::unreliable);
  EXPECT_THAT(confirmation.error().message, HasSubstr("neither the result nor the original"));
  EXPECT_EQ(run.oracle->ran_alone.size(), run.heard.bests.size() + 1);
}

TEST_F(ConfirmStep, OutcomesOfOtherRunsAreDoubtedFirst) {
  Opened opened = run.opened_elsewhere();
  search_in(opened);
  const Hash doubtful = Document::single("bug.txt", "crash\n").hash();
  run.elsewhere->doubtful = {doubtful};
  run.oracle->alone = [](const std::string&) { return false; };
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  ASSERT_TRUE(std::holds_alternative<Revoked>(*confirmation));
  EXPECT_THAT(std::get<Revoked>(*confirmation).candidates, ElementsAre(doubtful));
}

TEST_F(ConfirmStep, NobodyIsDoubtedIfTheResultPasses) {
  Opened opened = run.opened_elsewhere();
  search_in(opened);
  run.elsewhere->doubtful = {Document::single("bug.txt", "crash\n").hash()};
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  EXPECT_TRUE(std::holds_alternative<Confirmed>(*confirmation));
}

TEST_F(ConfirmStep, ARunThatWasStoppedIsNotTestedAgain) {
  Opened opened = run.opened();
  search_in(opened);
  run.stop.stop();
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  EXPECT_FALSE(std::get<Confirmed>(*confirmation).passed);
  EXPECT_EQ(std::get<Confirmed>(*confirmation).result.bytes(0), "crash\n");
  EXPECT_THAT(run.oracle->ran_alone, IsEmpty());
}

TEST_F(ConfirmStep, AnInterruptedLastTestLeavesTheRunUnfinished) {
  Opened opened = run.opened();
  search_in(opened);
  run.oracle->interrupts_alone = true;
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  EXPECT_FALSE(std::get<Confirmed>(*confirmation).searched.is_over());
  EXPECT_FALSE(std::get<Confirmed>(*confirmation).passed);
}

TEST_F(ConfirmStep, AnOriginalThatCannotBeReducedNeedsNoLastTest) {
  run.predicate = [](const std::string& text) { return text == "one\ncrash\nthree\n"; };
  Opened opened = run.opened();
  search_in(opened);
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  EXPECT_EQ(std::get<Confirmed>(*confirmation).best_number, 0u);
  EXPECT_EQ(std::get<Confirmed>(*confirmation).result, run.original);
  EXPECT_THAT(run.oracle->ran_alone, IsEmpty());
}

TEST_F(ConfirmStep, AResultThatFailsTooSeldomIsWithdrawnWithAllThatWasBuiltOnIt) {
  Opened opened = run.opened();
  opened.ready.rate = KeptRate{.original = {11, 20}, .promised = half_of({11, 20})};
  search_in(opened);
  ASSERT_GE(run.heard.bests.size(), 2u);
  run.oracle->in_slots = [](const std::string& text) { return text != "crash\n"; };
  const Result<Confirmation> confirmation = confirm(opened, std::move(searched));
  ASSERT_TRUE(confirmation);
  ASSERT_TRUE(std::holds_alternative<Revoked>(*confirmation));
  const auto& revoked = std::get<Revoked>(*confirmation);
  EXPECT_EQ(revoked.how, Revoked::How::refused);
  EXPECT_THAT(revoked.candidates, ElementsAre(Document::single("bug.txt", "crash\n").hash()));

  // The search begins again without it, and ends with the version before.
  ASSERT_TRUE(forget(opened, revoked));
  EXPECT_EQ(opened.ready.rate->withdrawn, 1u);
  search_in(opened);
  const Result<Confirmation> again = confirm(opened, std::move(searched));
  ASSERT_TRUE(again && std::holds_alternative<Confirmed>(*again));
  EXPECT_NE(std::get<Confirmed>(*again).result.bytes(0), "crash\n");
  EXPECT_GT(opened.ready.rate->result.failed, 5u);
  EXPECT_EQ(run.oracle->decides, opened.ready.rate->promised.of_candidates());
}

}  // namespace
}  // namespace whittle
