#include "store/recorder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <thread>

#include "report/report.h"
#include "report/run_log.h"
#include "schedule/scheduler.h"
#include "store/delta.h"
#include "store/run_folder.h"
#include "store/temporary_folder.h"
#include "support/scripted_oracle.h"
#include "support/three_needed.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// Keeps the bests of a run.
class Bests final : public Observer {
 public:
  void improved(const BestFound& event) override { found.push_back(*event.document); }
  std::vector<Document> found;
};

/// A run that is recorded, with the outcomes of earlier ones; gives its bests.
std::vector<Document> run_recorded(
    const std::string& folder, Recorder::Mode mode, Memo& memo, std::size_t interrupt_at,
    const std::function<Outcome(const Document&)>& test = needs_three) {
  Recorder recorder(folder, search().best(), mode, true);
  Bests bests;
  RunLog log(bests);
  log.add(recorder);
  RunStart start;
  start.files = {"x"};
  start.original = search().best();
  start.goal = Goal::bytes;
  start.replays = mode == Recorder::Mode::continues;
  log.started(start);
  if (start.replays) log.continue_after(recorder.earlier(), RunLog::Earlier::call);
  ScriptedOracle oracle(test, 2);
  oracle.interrupt_at_wait(interrupt_at);
  AnySearch reduction = search();
  EXPECT_TRUE(run(reduction, oracle, memo, log));
  return bests.found;
}

/// The events without their times, and without those of the slots.
std::vector<std::string> untimed(const Recording& recording) {
  std::vector<std::string> events;
  for (std::string_view line : recording.lines()) {
    std::string text(line);
    for (const char* name : {"\"at\":", "\"seconds\":"})
      if (const std::size_t at = text.find(name); at != text.npos)
        text.erase(at, text.find_first_of(",}", at) - at);
    if (text.find("\"event\":\"slot\"") == text.npos &&
        text.find("\"event\":\"resume\"") == text.npos)
      events.push_back(text);
  }
  return events;
}

TEST(Recorder, TheRecordHasEveryBestAndEveryQuery) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "x.whittle");
  Memo memo;
  const std::vector<Document> bests =
      run_recorded(folder / "x.whittle", Recorder::Mode::begins, memo, 10000);
  ASSERT_GT(bests.size(), 5u);
  const Result<Recording> recording = Recording::open(folder / "x.whittle");
  ASSERT_TRUE(recording);
  ASSERT_EQ(recording->best_count(), bests.size());
  EXPECT_EQ(recording->best(0).value(), search().best());
  // Backwards, and the one after each.
  for (std::size_t number = bests.size(); number > 0; --number) {
    EXPECT_EQ(recording->best(number).value(), bests[number - 1]);
    if (number < bests.size()) {
      EXPECT_EQ(recording->best(number + 1).value(), bests[number]);
    }
  }
  EXPECT_TRUE(recording->lines().front().find("\"event\":\"start\"") != std::string::npos);
}

TEST(Recorder, ARecordThatWasContinuedAnywhereIsThatOfAnUndisturbedRun) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "x.whittle");
  Memo of_undisturbed;
  const std::vector<Document> bests =
      run_recorded(folder / "x.whittle", Recorder::Mode::begins, of_undisturbed, 10000);
  const Result<Recording> undisturbed = Recording::open(folder / "x.whittle");
  ASSERT_TRUE(undisturbed);
  fs::create_directory(folder / "y.whittle");
  for (std::size_t stop = 0; stop < 40; ++stop) {
    Memo known;
    run_recorded(folder / "y.whittle", Recorder::Mode::begins, known, stop);
    // As after a kill: half a line, and half a best.
    std::ofstream(Recording::events_path(folder / "y.whittle"), std::ios::app) << "{\"event\":\"qu";
    std::ofstream(Recording::bests_path(folder / "y.whittle"), std::ios::app) << "\x05zz";
    // The memo of another process: nothing was told yet.
    Memo memo;
    for (const Document& one : bests)
      if (const Verdict* verdict = known.find(one.hash())) memo.remember(one.hash(), *verdict);
    run_recorded(folder / "y.whittle", Recorder::Mode::continues, memo, 10000);
    const Result<Recording> continued = Recording::open(folder / "y.whittle");
    ASSERT_TRUE(continued);
    EXPECT_EQ(untimed(*continued), untimed(*undisturbed)) << "stopped at " << stop;
    ASSERT_EQ(continued->best_count(), bests.size());
    EXPECT_EQ(continued->best(bests.size()).value(), bests.back());
  }
}

TEST(Recorder, ARecordIsCutWhereTheReplayDiffers) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "x.whittle");
  fs::create_directory(folder / "y.whittle");
  const auto needs_two = [](const Document& candidate) {
    const Subset kept = ListSearch::kept(candidate, elements);
    return outcome_of(kept.contains(7) && kept.contains(31));
  };
  Memo first, second, third;
  run_recorded(folder / "x.whittle", Recorder::Mode::begins, first, 25);
  run_recorded(folder / "x.whittle", Recorder::Mode::continues, second, 10000, needs_two);
  const std::vector<Document> bests =
      run_recorded(folder / "y.whittle", Recorder::Mode::begins, third, 10000, needs_two);
  const Result<Recording> cut = Recording::open(folder / "x.whittle");
  const Result<Recording> fresh = Recording::open(folder / "y.whittle");
  ASSERT_TRUE(cut && fresh);
  EXPECT_EQ(untimed(*cut), untimed(*fresh));
  ASSERT_EQ(cut->best_count(), bests.size());
  EXPECT_EQ(cut->best(bests.size()).value(), bests.back());
}

TEST(Recorder, RefusalsSayWhatWasTriedOnTheLastBestAndWhatTheTestPrinted) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "x.whittle");
  const Document original = Document::single("x", "one\ntwo\nthree\n");
  const Document best = Document::single("x", "one\nthree\n");
  const Document candidate = Document::single("x", "three\n");
  {
    Recorder recorder(folder / "x.whittle", original, Recorder::Mode::begins, true);
    Told told;
    told.stage = "lines/ddmin";
    told.candidate = hash_of("a");
    told.render = [&] { return candidate; };
    recorder.told(told);
    recorder.improved({.number = 1, .list = 1, .stage = "lines/ddmin", .document = &best});
    Verdict verdict{.exit_status = 3};
    verdict.output = "error: one is missing\n";
    recorder.tested(candidate.hash(), verdict);
    told.candidate = candidate.hash();
    told.exit_status = 3;
    recorder.told(told);
    recorder.told(told);
  }
  const Result<Recording> recording = Recording::open(folder / "x.whittle");
  ASSERT_TRUE(recording);
  const Result<std::vector<RecordedRefusal>> refusals = recording->refusals();
  ASSERT_TRUE(refusals);
  ASSERT_EQ(refusals->size(), 1u) << "once, and only of the last best";
  const RecordedRefusal& refusal = refusals->front();
  EXPECT_EQ(refusal.best, 1u);
  EXPECT_EQ(refusal.exit_status, 3);
  EXPECT_EQ(refusal.output, "error: one is missing\n");
  EXPECT_EQ(refusal.line, "error: one is missing");
  ASSERT_EQ(refusal.changes.size(), 1u);
  EXPECT_EQ(refusal.changes[0].begin, 0u);
  EXPECT_EQ(refusal.changes[0].end, 4u);
}

// Found by the page: the last best of a burst was not seen before the next one came.
TEST(BestHistory, ABestThatHadToWaitIsWrittenWhenItIsDue) {
  const TemporaryFolder folder;
  const std::string path = folder / "bests";
  Result<BestHistoryWriter> writer = BestHistoryWriter::open(path, Document::single("a", "0"));
  ASSERT_TRUE(writer);
  std::size_t added = 0;
  while (BestHistory::open(path)->size() == added) {  // each takes its share of the time
    ASSERT_LT(added, 10'000u);
    ++added;
    ASSERT_TRUE(writer->add(added, Document::single("a", std::to_string(added))));
  }
  for (int tries = 0; tries < 1000 && BestHistory::open(path)->size() < added; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_TRUE(writer->flush_if_due());
  }
  EXPECT_EQ(BestHistory::open(path)->size(), added);
}

TEST(BestHistory, ALaterReaderContinuesWithWhatAnEarlierOneHas) {
  const TemporaryFolder folder;
  const std::string path = folder / "bests";
  Result<BestHistoryWriter> writer = BestHistoryWriter::open(path, Document::single("a", "abcdef"));
  ASSERT_TRUE(writer && writer->add(1, Document::single("a", "abc")) && writer->flush());
  const Result<BestHistory> before = BestHistory::open(path);
  ASSERT_TRUE(before && before->at(1));
  ASSERT_TRUE(writer->add(2, Document::single("a", "ab")) && writer->flush());
  Result<BestHistory> after = BestHistory::open(path);
  after->continue_from(*before);
  EXPECT_EQ(*after->at(2), Document::single("a", "ab"));
  EXPECT_EQ(*after->at(0), Document::single("a", "abcdef"));
}

TEST(Recorder, AFolderWithoutARecordIsAnErrorWithAWayOut) {
  const TemporaryFolder folder;
  const Result<Recording> recording = Recording::open(folder / "x.c.whittle");
  ASSERT_FALSE(recording);
  EXPECT_NE(recording.error().message.find("there is no record of a run on"), std::string::npos);
  EXPECT_NE(recording.error().way_out.find("Request::record"), std::string::npos);
}

TEST(Delta, APatchGivesTheTextAgain) {
  const std::string text = "one two three four five six seven eight nine ten";
  for (const std::string& after :
       {std::string(), text, text.substr(4), text.substr(0, 9), text + "!", "x" + text,
        std::string("one three five seven nine"), std::string(1000, 'z') + text})
    for (const std::string& before : {std::string(), text, after})
      EXPECT_EQ(patched(before, delta(before, after)).value(), after);
}

TEST(Delta, DamagedBytesAreRefused) {
  const std::string before = "one two three four", after = "one 2 3 four and five";
  const Bytes good = delta(before, after);
  EXPECT_FALSE(patched("one", good));
  EXPECT_FALSE(patched(before, good.substr(0, good.size() - 1)));
  EXPECT_FALSE(patched(before, ""));
}

}  // namespace
}  // namespace whittle
