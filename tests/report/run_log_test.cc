#include "report/run_log.h"

#include <gtest/gtest.h>

#include "report/report.h"

namespace whittle {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

/// Writes down what it is told, in short words.
class Notebook final : public Observer {
 public:
  void started(const RunStart&) override { text += "start "; }
  void noticed(const Notice& event) override { text += event.message + " "; }
  void told(const Told& event) override {
    text += "q" + std::to_string(event.number) + " ";
    times.push_back(event.at);
  }
  void improved(const BestFound& event) override {
    text += "best" + std::to_string(event.number) + " ";
    best = event;
  }
  void resumed(const Resumed& event) override {
    text += (event.differs ? "differs" : "resumed") + std::to_string(event.queries) + " ";
  }
  std::string text;
  std::vector<microseconds> times;
  BestFound best;
};

struct RunLogTest : testing::Test {
  static RunStart start(const std::string& text = "a b c d e") {
    RunStart event;
    event.original = Document::single("x", text);
    const Measure size = measure(event.original);
    event.tokens = static_cast<std::size_t>(size.tokens);
    event.bytes = static_cast<std::size_t>(size.bytes);
    event.steps = {"build", "run"};
    return event;
  }
  /// The outcome of a candidate with this text.
  void tell(const std::string& text, bool interesting) {
    const Document candidate = Document::single("x", text);
    Told event;
    event.stage = "lines/x";
    event.list = 1;
    event.candidate = candidate.hash();
    event.outcome = outcome_of(interesting);
    log.told(event);
    if (interesting) log.interesting(candidate);
  }
  Notebook notebook;
  microseconds clock{0};
  RunLog log{notebook, [this] { return clock; }};
};

TEST_F(RunLogTest, NumbersQueriesAndDecidesWhichCandidateIsTheBest) {
  log.started(start());
  tell("a b c", true);
  tell("a b c d", true);  // larger than the best
  tell("a b", false);
  tell("c a", true);
  tell("a c", true);  // as large, and before it in the order
  tell("c a", true);
  EXPECT_EQ(notebook.text, "start q1 best1 q2 q3 q4 best2 q5 best3 q6 ");
  EXPECT_EQ(log.bests().best(), Document::single("x", "a c"));
  EXPECT_EQ(log.bests().before(2), Document::single("x", "a b c"));
  EXPECT_EQ(log.bests().before(3), start().original);
  EXPECT_EQ(notebook.best.queries, 5u);
  EXPECT_EQ(log.state().tally.total().asked, 6u);
  EXPECT_EQ(log.state().tally.total().tokens_removed, 3);
}

TEST_F(RunLogTest, AReaderThatComesLateIsToldTheStartAndTheNotices) {
  log.noticed({.message = "early"});
  log.started(start());
  log.noticed({.message = "later"});
  Notebook late;
  {
    const LogReader reads(log, late);
    tell("a", true);
  }
  tell("b", false);
  EXPECT_EQ(notebook.text, "early start later q1 best1 q2 ");
  EXPECT_EQ(late.text, "start early later q1 best1 ");
}

TEST_F(RunLogTest, AReplayHasTheTimesOfTheEarlierCall) {
  const auto query = [](const char* text, bool interesting, int at) {
    return EarlierQuery{Document::single("x", text).hash(), outcome_of(interesting), seconds(at)};
  };
  log.started(start());
  log.continue_after({query("a b", true, 3), query("a", false, 8)}, RunLog::Earlier::call);
  clock = seconds(9);
  tell("a b", true);
  tell("a", false);
  tell("b", true);
  EXPECT_EQ(notebook.text, "start q1 best1 q2 resumed2 q3 best2 ");
  EXPECT_EQ(notebook.times, (std::vector<microseconds>{seconds(3), seconds(8), seconds(9)}));
}

TEST_F(RunLogTest, AReplayThatLeavesTheWayOfTheEarlierCallIsSaidBeforeItsQuery) {
  log.started(start());
  const Hash a = Document::single("x", "a").hash(), b = Document::single("x", "b").hash();
  log.continue_after({{a, Outcome::uninteresting, seconds(1)},
                      {b, Outcome::uninteresting, seconds(2)},
                      {b, Outcome::uninteresting, seconds(3)}},
                     RunLog::Earlier::call);
  tell("a", false);
  tell("c", false);
  tell("b", false);
  EXPECT_EQ(notebook.text, "start q1 differs1 q2 q3 ");
}

TEST_F(RunLogTest, TheReportHasTheFiguresOfTheResultEvenIfALaterBestFailedItsTest) {
  log.started(start());
  tell("a b c", true);
  clock = seconds(5);
  tell("a", true);
  Report report;
  report.best_number = 1;
  report.after = measure(Document::single("x", "a b c"));
  clock = seconds(7);
  report = log.end(std::move(report));
  EXPECT_EQ(report.counts.tokens_removed, 2);
  EXPECT_EQ(report.stages.at("lines/x").tokens_removed, 2);
  EXPECT_EQ(report.counts.asked, 2u);
  EXPECT_EQ(report.time, seconds(7));
  EXPECT_EQ(log.state().size().tokens, 3u);
  EXPECT_EQ(removed_share(log.state()), "40 %");
}

TEST_F(RunLogTest, ARefusalNamesItsStep) {
  log.started(start());
  struct Steps final : Observer {
    void told(const Told& event) override { names.emplace_back(event.refused_by); }
    std::vector<std::string> names;
  } steps;
  const LogReader reads(log, steps);
  const std::vector<microseconds> times = {microseconds(1), microseconds(2)};
  Told event;
  event.step_times = times;
  event.last_step = 1;
  log.told(event);
  event.outcome = Outcome::interesting;
  log.told(event);
  EXPECT_EQ(steps.names, (std::vector<std::string>{"run", ""}));
}

}  // namespace
}  // namespace whittle
