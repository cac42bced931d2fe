// What is known of a test before a search: its rate on the original, and why it accepts too much.
#include "run/first_tests.h"

#include <atomic>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reason.h"
#include "run/faked_run.h"
#include "run/probe_original.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const Document flaky_input = Document::single("bug.txt", "crash\n");

/// A test that fails in one of `of` runs, by turns.
Predicate one_in(std::size_t of) {
  return [of, runs = std::make_shared<std::atomic<std::size_t>>(0)](const std::string&) {
    return ++*runs % of == 0;
  };
}

TEST(MeasureRate, RunsTheOriginalUntilItsRateIsKnown) {
  FunctionWitness oracle(one_in(2));
  const auto rate = measure_rate(oracle, flaky_input, {.flaky = Flaky::half}, std::nullopt);
  ASSERT_TRUE(rate && *rate);
  EXPECT_GE((*rate)->original.all, 20u);
  EXPECT_NEAR((*rate)->original.rate(), 0.5, 0.05);
  EXPECT_NEAR((*rate)->promised.least, 0.25, 0.05) << "half of the original's rate";
  EXPECT_EQ(oracle.decides, (*rate)->promised.of_candidates());
}

TEST(MeasureRate, ARateThatTheUserDemandsIsPromised) {
  FunctionWitness oracle(one_in(2));
  const auto rate =
      measure_rate(oracle, flaky_input, {.flaky = Flaky::rate, .least_rate = 0.1}, std::nullopt);
  ASSERT_TRUE(rate && *rate);
  EXPECT_EQ((*rate)->promised.least, 0.1);
}

TEST(MeasureRate, AnOriginalThatFailsTooSeldomIsAnError) {
  FunctionWitness oracle(one_in(2));
  const auto rate =
      measure_rate(oracle, flaky_input, {.flaky = Flaky::rate, .least_rate = 0.9}, std::nullopt);
  ASSERT_FALSE(rate);
  EXPECT_EQ(rate.error().kind, ErrorKind::unreliable);
  EXPECT_EQ(rate.error().cause.reason, Reason::original_fails_too_seldom);
  EXPECT_THAT(rate.error().cause.values, ElementsAre("90 %"));
  EXPECT_FALSE(oracle.decides);
}

TEST(MeasureRate, ARateThatIsKnownIsNotMeasuredAgain) {
  std::size_t runs = 0;
  FunctionWitness oracle([&](const std::string&) { return ++runs > 0; });
  const auto rate =
      measure_rate(oracle, flaky_input, {.flaky = Flaky::half}, Runs{.failed = 30, .all = 40});
  ASSERT_TRUE(rate && *rate);
  EXPECT_EQ((*rate)->original, (Runs{.failed = 30, .all = 40}));
  EXPECT_EQ((*rate)->promised.least, 0.375);
  EXPECT_EQ(runs, 0u);
  EXPECT_TRUE(oracle.decides) << "candidates are measured all the same";
}

TEST(MeasureRate, TheUserMayStopIt) {
  StopSwitch stop;
  FunctionWitness oracle(one_in(2), stop.fd());
  stop.stop();
  const auto rate = measure_rate(oracle, flaky_input, {.flaky = Flaky::half}, std::nullopt);
  ASSERT_TRUE(rate);
  EXPECT_FALSE(*rate);
}

TEST(MeasureRate, IsSaidInWords) {
  const Notice notice = notice_about(
      {.original = {.failed = 6, .all = 20}, .promised = {.least = 0.15, .aimed = 0.3}});
  EXPECT_EQ(notice.kind, Notice::Kind::information);
  EXPECT_EQ(notice.message,
            "fails in 6 of 20 runs; versions must fail in at least 15 % of their runs");
}

/// The error for a test that finds an empty input interesting.
struct AcceptsTooMuch : testing::Test {
  AcceptsTooMuch() {
    request.files = {"bug.txt"};
    test.name = "./test.sh";
    test.spec.steps.push_back({.command = {"/home/me/test.sh", "@@"}});
  }
  /// One command that printed this text on standard error.
  static Witness printed(const std::string& text) {
    CommandRun run{.exit_status = 1, .out = BoundedOutput(1000), .err = BoundedOutput(1000)};
    run.err.append(text);
    return Witness{.commands = {std::move(run)}};
  }
  Error error(const Witness& on_original = {}, const Witness& on_empty = {}) const {
    return accepts_too_much(request, flaky_input, test, on_original, {on_empty});
  }
  Request request;
  ChosenTest test;
};

TEST_F(AcceptsTooMuch, OfAScriptNamesTheLikelyReasons) {
  const Error found = error();
  EXPECT_EQ(found.kind, ErrorKind::trivial);
  EXPECT_EQ(found.message, "./test.sh finds an empty input interesting");
  EXPECT_THAT(found.way_out, HasSubstr("it must read bug.txt in the folder it is started in"));
  EXPECT_THAT(found.way_out, HasSubstr("check it by hand with an empty file"));
  EXPECT_TRUE(
      found.way_out.ends_with("bug.txt is unchanged; to accept an empty result: test.allow_empty"));
  EXPECT_THAT(found.way_out, Not(HasSubstr("to keep:")));
  EXPECT_EQ(found.cause.reason, Reason::accepts_empty);
}

TEST_F(AcceptsTooMuch, OfACommandShowsWhatItPrintsForBoth) {
  test.sentence = "exits with 1";
  const Error found = error(printed("error: bad line 7\n"), printed("error: no input\n"));
  EXPECT_THAT(found.way_out, HasSubstr("to keep: exits with 1\non bug.txt:\nprinted: error: bad"));
  EXPECT_THAT(found.way_out, HasSubstr("on an empty file:\nprinted: error: no input\n"));
  EXPECT_THAT(found.way_out,
              HasSubstr("to keep a line that it prints: test.conditions.output_has = "));
  EXPECT_THAT(found.way_out, HasSubstr("bad line"));
}

TEST_F(AcceptsTooMuch, IfBothOutputsAreTheSameNothingTellsThemApart) {
  test.sentence = "exits with 1";
  for (const std::string same : {"error: bad line 7\n", ""}) {
    const Error found = error(printed(same), printed(same));
    EXPECT_THAT(found.way_out, HasSubstr("nothing that it prints tells them apart"));
    EXPECT_THAT(found.way_out, Not(HasSubstr("output_has")));
  }
  EXPECT_THAT(error(printed(""), printed("")).way_out, HasSubstr("printed: nothing"));
}

TEST_F(AcceptsTooMuch, AFileThatIsMissingAroundItIsNamed) {
  test.sentence = "exits with 1";
  const Witness missing = printed("cat: rules.json: No such file or directory\n");
  EXPECT_THAT(error(missing, missing).way_out,
              HasSubstr("but a file that is missing around it: cat: rules.json: No such file"));
  EXPECT_THAT(error(missing, missing).way_out, HasSubstr("test.around = .\n"));
  request.test.around = ".";
  EXPECT_THAT(error(missing, missing).way_out, Not(HasSubstr("missing around it")));
}

TEST_F(AcceptsTooMuch, OfSeveralFilesTheFirstMayBeTheTest) {
  test.spec.steps.front().command = {"/bin/sh", "@@"};
  EXPECT_THAT(error().way_out, Not(HasSubstr("is the test, and should not be reduced")));
  request.files = {"check.sh", "bug.txt"};
  EXPECT_THAT(error().way_out,
              HasSubstr("perhaps check.sh is the test, and should not be reduced"));
  test.spec.steps.front().command = {"/usr/bin/cc", "@@"};
  EXPECT_THAT(error().way_out, Not(HasSubstr("is the test, and should not be reduced")));
  test.spec.steps.clear();
  EXPECT_THAT(error().way_out, Not(HasSubstr("is the test, and should not be reduced")));
}

/// The run of the test on the original with recorders beside it.
struct ProbeOriginal : testing::Test {
  ProbeOriginal() {
    std::string text;
    for (int i = 0; i < 100; ++i) text += fmt::format("def f{0}(a):\n    return a + {0}\n", i);
    run.original = Document::single("bug.py", text);
    run.request.files = {run.folder / "bug.py"};
    run.request.search.plan = "auto";
    run.predicate = [](const std::string&) { return true; };
  }
  /// The test is a script: a compiler alone would run no program.
  void open_run() {
    opened.emplace(run.opened());
    opened->ready.test.spec.steps = {{.command = {"/home/me/test.sh", "@@"}}};
    run.heard.notices.clear();
  }
  /// Probes. The recorder has seen that line 2 ran, unless it could not write.
  void probe(bool can_write = true) {
    open_run();
    place = run.folder / "recorder";
    run.oracle->observe = [this, can_write](const Document& document, std::chrono::microseconds,
                                            const EquipTest& equip) -> Result<Witness> {
      std::filesystem::create_directories(place);
      equip(place);
      tested.push_back(document.bytes(0));
      if (is_stopped) return Witness{.interrupted = true};
      if (breaks) return fail(ErrorKind::scratch, "no folder");
      if (can_write)
        std::ofstream(place + "/1.json") << R"({"file":0,"before":0,"ran":[2],"idle":[4,6]})";
      return Witness{};
    };
    result = probe_original(*opened, run.notices);
  }
  const whittle::probe::Coverage& coverage() const {
    return *opened->ready.search.stage_maker->coverage;
  }
  FakedRun run;
  std::optional<Opened> opened;
  std::string place;
  std::vector<std::string> tested;
  bool is_stopped = false, breaks = false;
  Result<void> result;
};

TEST_F(ProbeOriginal, SeesWhatRanAndStoresItInTheJournal) {
  probe();
  ASSERT_TRUE(result);
  EXPECT_THAT(tested, SizeIs(1)) << "one recorder that has seen something is enough";
  EXPECT_FALSE(coverage().empty());
  EXPECT_EQ(coverage().recorder, "python");
  EXPECT_EQ(coverage().functions, 100u);
  EXPECT_EQ(coverage().idle_functions, 2u);
  EXPECT_EQ(opened->folder.coverage().value(), coverage().to_text());
}

TEST_F(ProbeOriginal, ARunThatKnowsItAsksNoMore) {
  probe();
  run.oracle->ran_alone.clear();
  tested.clear();
  EXPECT_TRUE(probe_original(*opened, run.notices));
  EXPECT_THAT(tested, IsEmpty());
}

TEST_F(ProbeOriginal, EachRecorderThatSuitsIsTriedUntilOneHasSeenSomething) {
  probe(false);
  ASSERT_TRUE(result);
  ASSERT_THAT(tested, SizeIs(2)) << "both ways to observe Python";
  EXPECT_EQ(tested[0], run.original.bytes(0));
  EXPECT_TRUE(tested[1].starts_with("exec(")) << "the second one changes the source";
  EXPECT_TRUE(coverage().empty());
  EXPECT_TRUE(opened->folder.coverage().value()) << "a resumed run does not try again";
  EXPECT_THAT(run.heard.notices, IsEmpty());
}

TEST_F(ProbeOriginal, ASandboxThatMayHideTheRecordIsNamed) {
  open_run();
  opened->ready.test.spec.sandbox = true;
  EXPECT_TRUE(probe_original(*opened, run.notices));
  EXPECT_THAT(run.heard.notices, ElementsAre(HasSubstr("the test could not be observed")));
}

TEST_F(ProbeOriginal, AProblemIsNoError) {
  breaks = true;
  probe();
  EXPECT_TRUE(result);
  EXPECT_TRUE(coverage().empty());
}

TEST_F(ProbeOriginal, AStopLeavesNothingInTheJournal) {
  is_stopped = true;
  probe();
  EXPECT_TRUE(result);
  EXPECT_FALSE(opened->folder.coverage().value()) << "a resumed run probes";
}

TEST_F(ProbeOriginal, NothingIsRunIfItCannotPay) {
  const std::vector<std::function<void(FakedRun&)>> reasons = {
      [](FakedRun& one) { one.original = Document::single("bug.py", "def f():\n  return 1\n"); },
      [](FakedRun& one) { one.request.search.plan = "lines"; },
      [](FakedRun& one) { one.request.search.no_listen = true; },
      [](FakedRun& one) { one.request.search.without = {"probe"}; },
      [](FakedRun& one) { one.original = Document::single("bug.unheard", one.original.bytes(0)); },
  };
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    opened.reset();
    const Document original = run.original;
    const Request request = [&] {
      Request copy;
      copy.files = run.request.files;
      copy.search = run.request.search;
      return copy;
    }();
    reasons[i](run);
    probe();
    EXPECT_TRUE(result);
    EXPECT_THAT(tested, IsEmpty()) << "reason " << i;
    run.original = original;
    run.request.files = request.files;
    run.request.search = request.search;
  }
}

}  // namespace
}  // namespace whittle
