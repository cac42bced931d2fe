#include "store/journal.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <optional>
#include <sys/resource.h>

#include "report/run_log.h"
#include "schedule/scheduler.h"
#include "store/temporary_folder.h"
#include "support/scripted_oracle.h"
#include "support/three_needed.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

bool is_smaller(const Document& a, const Document& b) {
  return a.size() < b.size();
}

RunStart journal_start() {
  RunStart start;
  start.original = search().best();
  start.goal = Goal::bytes;
  return start;
}

RunIdentity journal_identity() {
  return {"whittle 1", "", hash_of("test"), search().best().hash()};
}

/// One run, from the start or resumed, and what it showed.
struct OneRun {
  std::vector<Document> published;
  std::size_t started = 0;
  Result<Ending> ending = Ending::interrupted;

  OneRun(RunFolder& folder, std::size_t interrupt_at, std::size_t fail_publishing_at = 1000,
         std::size_t slots = 3) {
    Memo memo;
    EXPECT_TRUE(folder.recall(memo));
    ScriptedOracle oracle(needs_three, slots);
    oracle.interrupt_at_wait(interrupt_at);
    const auto publish = [&](const Document& best) -> Result<void> {
      if (published.size() == fail_publishing_at) return fail(ErrorKind::disk, "no room");
      published.push_back(best);
      return {};
    };
    Journal journal(folder, publish, 0);
    AnySearch reduction = search();
    RunLog log(journal);
    log.started(journal_start());
    ending = run(reduction, oracle, memo, log);
    started = oracle.started();
    EXPECT_EQ(oracle.running(), 0u);
  }
};

TEST(Journal, EveryBestIsPublishedInOrderAndStored) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.whittle";
  OneRun undisturbed = [&] {
    Result<RunFolder> created = RunFolder::create(path, journal_identity(), search().best());
    return OneRun(created.value(), 10000);
  }();
  ASSERT_EQ(undisturbed.ending, Ending::finished);
  ASSERT_GT(undisturbed.published.size(), 5u);
  for (std::size_t i = 1; i < undisturbed.published.size(); ++i)
    EXPECT_TRUE(is_smaller(undisturbed.published[i], undisturbed.published[i - 1]));
  const Result<RunFolder> resumed = RunFolder::resume(path);
  ASSERT_TRUE(resumed);
  ASSERT_EQ(resumed->bests().size(), undisturbed.published.size());
  for (std::size_t i = 0; i < undisturbed.published.size(); ++i) {
    EXPECT_EQ(resumed->bests()[i].hash, undisturbed.published[i].hash());
    EXPECT_EQ(resumed->bests()[i].size, undisturbed.published[i].size());
  }
  EXPECT_EQ(resumed->best().value(), undisturbed.published.back()) << "stored whole at the end";
}

TEST(Journal, ARunResumedAnywhereAsksOnlyWhatIsNotKnownAndEndsTheSame) {
  const TemporaryFolder folder;
  Result<RunFolder> created =
      RunFolder::create(folder / "x.whittle", journal_identity(), search().best());
  const OneRun undisturbed(created.value(), 10000, 1000, 1);
  for (std::size_t stop = 0; stop < undisturbed.started; ++stop) {
    const std::string path = folder / "y.whittle";
    std::size_t first = 0;
    std::vector<Document> published;
    {
      Result<RunFolder> begun = RunFolder::create(path, journal_identity(), search().best());
      OneRun part(begun.value(), stop, 1000, 1);
      EXPECT_EQ(part.ending, Ending::interrupted);
      first = stop;  // the one that was running then is not known
      published = std::move(part.published);
    }
    Result<RunFolder> resumed = RunFolder::resume(path);
    ASSERT_TRUE(resumed);
    OneRun rest(*resumed, 10000, 1000, 1);
    EXPECT_EQ(rest.ending, Ending::finished);
    EXPECT_EQ(first + rest.started, undisturbed.started);
    // The last best is published once more, those before it never.
    if (!published.empty()) {
      ASSERT_FALSE(rest.published.empty());
      EXPECT_EQ(rest.published.front(), published.back());
      published.pop_back();
    }
    published.insert(published.end(), rest.published.begin(), rest.published.end());
    EXPECT_EQ(published, undisturbed.published);
  }
}

TEST(Journal, WhatIsPublishedIsInTheJournalAlready) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.whittle";
  Result<RunFolder> created = RunFolder::create(path, journal_identity(), search().best());
  ASSERT_TRUE(created);
  ScriptedOracle oracle(needs_three, 4);
  Memo memo;
  std::size_t published = 0;
  const auto publish = [&](const Document& best) -> Result<void> {
    // What a kill at this moment would leave.
    const std::string copy = folder / "copy.whittle";
    fs::remove_all(copy);
    fs::copy(path, copy);
    const Result<RunFolder> left = RunFolder::resume(copy);
    EXPECT_TRUE(left);
    Memo known;
    EXPECT_TRUE(left->recall(known));
    EXPECT_TRUE(known.find(best.hash()));
    EXPECT_EQ(left->bests().size(), ++published);
    EXPECT_EQ(left->bests().back().hash, best.hash());
    return {};
  };
  Journal journal(*created, publish, 0);
  AnySearch reduction = search();
  RunLog log(journal);
  log.started(journal_start());
  ASSERT_EQ(run(reduction, oracle, memo, log), Ending::finished);
  EXPECT_GT(published, 5u);
}

TEST(Journal, IfPublishingIsSlowOnlySomeBestsArePublishedAndTheLastOneAtTheEnd) {
  const TemporaryFolder folder;
  Result<RunFolder> created =
      RunFolder::create(folder / "x.whittle", journal_identity(), search().best());
  ScriptedOracle oracle(needs_three, 1);
  Memo memo;
  std::vector<Document> published;
  Share::Clock::time_point clock{};
  const auto slowly = [&](const Document& best) -> Result<void> {
    clock += std::chrono::milliseconds(20);
    published.push_back(best);
    return {};
  };
  AnySearch reduction = search();
  {
    Journal journal(*created, slowly, 20, [&] { return clock; });
    RunLog log(journal);
    log.started(journal_start());
    ASSERT_EQ(run(reduction, oracle, memo, log), Ending::finished);
    EXPECT_EQ(published.size(), 1u);
    ASSERT_TRUE(journal.flush());
    EXPECT_EQ(published.back(), log.bests().best());
  }
  EXPECT_EQ(published.size(), 2u);
  EXPECT_GT(created->bests().size(), 5u) << "the journal has them all";
}

TEST(Journal, ABestIsPublishedWithinASecondHoweverSlowTheDiskIs) {
  const TemporaryFolder folder;
  Result<RunFolder> created =
      RunFolder::create(folder / "x.whittle", journal_identity(), search().best());
  Share::Clock::time_point clock{};
  std::string on_disk;
  std::size_t publications = 0;
  const auto slowly = [&](const Document& best) -> Result<void> {
    clock += std::chrono::milliseconds(300);
    on_disk = best.bytes(0);
    ++publications;
    return {};
  };
  Journal journal(*created, slowly, 20, [&] { return clock; });
  RunLog log(journal);
  RunStart start = journal_start();
  start.original = Document::single("list", std::string(101, 'x'));
  log.started(start);
  // A best every 50 ms, and a test that starts between any two.
  std::optional<Share::Clock::time_point> waits_since;
  for (std::string best(100, 'x'); !best.empty(); best.pop_back()) {
    log.interesting(Document::single("list", best));
    if (!waits_since) waits_since = clock;
    clock += std::chrono::milliseconds(50);
    log.activity({});
    if (on_disk == best) waits_since.reset();
    ASSERT_LE(clock - waits_since.value_or(clock), std::chrono::seconds(1)) << best.size();
  }
  EXPECT_LT(publications, 20u);
  EXPECT_GT(publications, 3u);
}

TEST(Journal, WhatCannotBePublishedStopsTheRun) {
  const TemporaryFolder folder;
  Result<RunFolder> created =
      RunFolder::create(folder / "x.whittle", journal_identity(), search().best());
  const OneRun stopped(created.value(), 10000, 3);
  ASSERT_FALSE(stopped.ending);
  EXPECT_EQ(stopped.ending.error().message, "no room");
  EXPECT_EQ(stopped.published.size(), 3u);
}

TEST(Journal, AFullDiskStopsTheRunAndItCanBeResumed) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.whittle";
  std::size_t undisturbed_tests = 0;
  std::uintmax_t log_size = 0;  // of SQLite's log, which grows with each commit
  Document result;
  {
    Result<RunFolder> created = RunFolder::create(path, journal_identity(), search().best());
    const OneRun undisturbed(created.value(), 10000);
    undisturbed_tests = undisturbed.started;
    result = undisturbed.published.back();
    log_size = fs::file_size(path + "/journal.db-wal");
  }
  Document kept;
  // The disk may be full after the last best was recorded and before it was published.
  Hash recorded;
  {
    Result<RunFolder> created = RunFolder::create(path, journal_identity(), search().best());
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{log_size / 2, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const OneRun stopped(created.value(), 10000);
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_handler);
    ASSERT_FALSE(stopped.ending);
    EXPECT_EQ(stopped.ending.error().kind, ErrorKind::disk);
    EXPECT_LT(stopped.started, undisturbed_tests);
    ASSERT_FALSE(stopped.published.empty());
    kept = stopped.published.back();
    EXPECT_EQ(std::ranges::count(created->bests(), kept.hash(), &Best::hash), 1);
    recorded = created->bests().back().hash;
  }
  Result<RunFolder> resumed = RunFolder::resume(path);
  ASSERT_TRUE(resumed);
  const OneRun rest(*resumed, 10000);
  EXPECT_EQ(rest.ending, Ending::finished);
  const Hash first = rest.published.front().hash();
  EXPECT_TRUE(first == kept.hash() || first == recorded);
  EXPECT_EQ(rest.published.back(), result);
}

TEST(Journal, ASearchThatGoesAnotherWayThanBeforeReplacesTheBestsItDoesNotMeet) {
  const TemporaryFolder folder;
  const std::string path = folder / "x.whittle";
  {
    Result<RunFolder> created = RunFolder::create(path, journal_identity(), search().best());
    OneRun(created.value(), 10000);
  }
  Result<RunFolder> resumed = RunFolder::resume(path);
  ASSERT_TRUE(resumed);
  const std::vector<Best> before = resumed->bests();
  ASSERT_GT(before.size(), 3u);
  std::vector<Document> published;
  const Document other = Document::single("list", "ab");
  {
    Journal journal(*resumed, [&](const Document& best) -> Result<void> {
      published.push_back(best);
      return {};
    });
    RunLog log(journal);
    log.started(journal_start());
    log.interesting(other);
    log.interesting(other);
  }
  EXPECT_EQ(published, std::vector{other});
  ASSERT_EQ(resumed->bests().size(), 1u);
  EXPECT_EQ(resumed->bests()[0].hash, other.hash());
  EXPECT_EQ(resumed->best().value(), other);
}

}  // namespace
}  // namespace whittle
