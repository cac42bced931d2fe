#include "run/open.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/faked_run.h"
#include "run/search.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Open, KeepsACopyOfTheOriginalAndLocksTheRunFolder) {
  FakedRun run;
  const Opened opened = run.opened();
  EXPECT_THAT(opened.copies, ElementsAre("bug.txt.orig"));
  EXPECT_EQ(opened.beginning, Beginning::anew);
  EXPECT_TRUE(RunFolder::has_journal(run.folder / "bug.txt.whittle"));

  FakedRun second;
  second.request.files = {run.folder / "bug.txt"};
  Ready ready = second.ready();
  const auto there = second.files->there;
  const Result<Opened> again = open(std::move(ready), second.notices);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::busy);
  EXPECT_FALSE(there->contains("bug.txt.orig")) << "a run that cannot begin changes nothing";
}

TEST(Open, KnowsTheOutcomeOfTheOriginal) {
  FakedRun run;
  const Opened opened = run.opened();
  ASSERT_TRUE(opened.memo.find(run.original.hash()));
  EXPECT_EQ(opened.memo.find(run.original.hash())->outcome, Outcome::interesting);
}

TEST(Open, WritesNowhereElseUnlessThereIsAnOutput) {
  FakedRun run;
  run.request.output = run.folder / "small.txt";
  const Opened opened = run.opened();
  EXPECT_EQ(run.files->redirected_to, run.folder / "small.txt");
  EXPECT_TRUE(RunFolder::has_journal(run.folder / "small.txt.whittle"));

  FakedRun printed;
  printed.request.output = "-";
  const Opened other = printed.opened();
  EXPECT_EQ(printed.files->redirected_to, "");
  EXPECT_TRUE(RunFolder::has_journal(printed.folder / "bug.txt.whittle"));
}

TEST(Open, AFullDiskIsAnErrorThatSaysNothingOfABestSoFar) {
  FakedRun run;
  Ready ready = run.ready();
  run.files->room = 0;
  const Result<Opened> opened = open(std::move(ready), run.notices);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::disk);
  EXPECT_EQ(opened.error().unfinished, "");
  EXPECT_FALSE(RunFolder::has_journal(run.folder / "bug.txt.whittle")) << "nothing is left of it";
}

TEST(Open, WarnsOfAnUnfinishedRunThatItReplaces) {
  FakedRun run;
  { const Opened killed = run.opened(); }
  EXPECT_THAT(run.heard.notices, IsEmpty());
  FakedRun next;
  next.request.files = {run.folder / "bug.txt"};
  const Opened opened = next.opened();
  EXPECT_THAT(next.heard.notices, ElementsAre(HasSubstr("was not finished")));
}

TEST(Open, AResumedRunKnowsTheOutcomesOfTheCallBefore) {
  FakedRun run;
  {
    Opened killed = run.opened();
    Batch batch;
    batch.outcomes.emplace_back(Document::single("bug.txt", "crash\n").hash(),
                                Verdict{.outcome = Outcome::interesting});
    ASSERT_TRUE(killed.folder.append(batch));
  }
  FakedRun next;
  Ready ready = next.ready();
  ready.request.files = {run.folder / "bug.txt"};
  ready.request.continues = Unfinished::open(run.folder / "bug.txt").value();
  const Result<Opened> opened = open(std::move(ready), next.notices);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_EQ(opened->known, 1u);
  EXPECT_EQ(opened->beginning, Beginning::resumed);
  EXPECT_TRUE(opened->memo.find(Document::single("bug.txt", "crash\n").hash()));
  EXPECT_THAT(next.heard.notices, ElementsAre("resumed; 1 outcome known"));
}

TEST(Forget, LeavesOutTheDoubtfulOutcomesOnly) {
  FakedRun run;
  Opened opened = run.opened();
  const Hash right = Document::single("bug.txt", "right").hash();
  const Hash wrong = Document::single("bug.txt", "wrong").hash();
  Batch batch;
  for (const Hash& hash : {right, wrong})
    batch.outcomes.emplace_back(hash, Verdict{.outcome = Outcome::interesting});
  ASSERT_TRUE(opened.folder.append(batch));
  ASSERT_TRUE(forget(opened, {.candidates = {wrong}}));
  EXPECT_EQ(opened.beginning, Beginning::again);
  opened.memo.set_limit(std::chrono::seconds(1));
  EXPECT_TRUE(opened.memo.find(right));
  EXPECT_FALSE(opened.memo.find(wrong));
  EXPECT_TRUE(opened.memo.find(run.original.hash()));
}

}  // namespace
}  // namespace whittle
