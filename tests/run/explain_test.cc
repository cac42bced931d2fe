#include "run/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/faked_run.h"
#include "run/publish.h"
#include "run/search.h"
#include "store/recording.h"

namespace whittle {
namespace {

using testing::HasSubstr;
using testing::Not;

ExplainedLine line(std::size_t number, std::string text) {
  return {.file = "bug.c", .number = number, .text = std::move(text)};
}

TEST(ExplanationText, ALineThatWasTriedHasTheAnswerOfTheTest) {
  ExplainedLine tried = line(1, "int x;");
  tried.attempts = {{.stage = "lines",
                     .removed = "int x;\n",
                     .replacement = "",
                     .first_line = 1,
                     .last_line = 1,
                     .whole_line = true,
                     .exit_status = 1,
                     .output = "checking\nbug.c:2: error: 'x' undeclared\nmore\n",
                     .line = "bug.c:2: error: 'x' undeclared"}};
  tried.needed_by = {{2, "error: 'x' undeclared"}};
  EXPECT_EQ(to_text({{tried}, 1}),
            "bug.c\n"
            "    1  int x;\n"
            "         without this line: exit 1: bug.c:2: error: 'x' undeclared\n"
            "         needed by line 2: error: 'x' undeclared\n"
            "1 change of this result was tried and refused\n");
}

TEST(ExplanationText, PartsAndLargerChangesAreSaidOnce) {
  ExplainedLine tried = line(3, "f(1, 2);");
  const Attempt part{.stage = "tokens",
                     .removed = ", 2",
                     .replacement = "",
                     .first_line = 3,
                     .last_line = 3,
                     .whole_line = false,
                     .timed_out = true};
  Attempt larger = part;
  larger.first_line = 2;
  tried.attempts = {part, part, part, larger, larger};
  EXPECT_EQ(to_text({{tried}, 5}),
            "bug.c\n"
            "    3  f(1, 2);\n"
            "         without lines 2 to 3: time limit\n"
            "         without ', 2': time limit; 2 more parts of it were refused\n"
            "5 changes of this result were tried and refused\n");
}

TEST(ExplanationText, AReplacementIsShownWithWhatItReplaces) {
  ExplainedLine tried = line(1, "return x + y;");
  tried.attempts = {{.stage = "hoist",
                     .removed = "x + y",
                     .replacement = "x",
                     .first_line = 1,
                     .last_line = 1,
                     .whole_line = false,
                     .untested = true}};
  EXPECT_THAT(to_text({{tried}, 1}),
              HasSubstr("with 'x' for 'x + y': not tested: more syntax errors than the original"));
}

TEST(ExplanationText, LinesWithTheSameReasonAreSaidTogether) {
  std::vector<ExplainedLine> lines = {line(1, "a"), line(2, "b"), line(3, "c")};
  for (ExplainedLine& one : lines) one.not_tried = "the run has not ended";
  const std::string text = to_text({lines, 0});
  EXPECT_THAT(text, HasSubstr("lines 1 to 3 not tried: the run has not ended"));
  EXPECT_EQ(text.find("not tried"), text.rfind("not tried"));
}

TEST(ExplanationText, BlankLinesAreCounted) {
  std::vector<ExplainedLine> lines = {line(1, ""), line(2, ""), line(3, "x")};
  lines[0].not_tried = lines[1].not_tried = "blank";
  EXPECT_THAT(to_text({lines, 0}), HasSubstr("    1  ... 2 blank lines\n    3  x\n"));
}

TEST(ExplanationText, EachFileIsNamedOnce) {
  std::vector<ExplainedLine> lines = {line(1, "a"), line(2, "b"), line(1, "c")};
  lines[2].file = "other.c";
  EXPECT_EQ(to_text({lines, 0}),
            "bug.c\n    1  a\n    2  b\nother.c\n    1  c\n"
            "0 changes of this result were tried and refused\n");
}

TEST(ExplanationText, TheTerminalDoesNotObeyTheFile) {
  EXPECT_THAT(to_text({{line(1, "a\x1b[2Jb")}, 0}), Not(HasSubstr("\x1b")));
}

TEST(ExplanationJson, IsOneObjectForEachLine) {
  ExplainedLine tried = line(1, "int x;");
  tried.attempts = {{.stage = "lines",
                     .removed = "int x;\n",
                     .replacement = "",
                     .first_line = 1,
                     .last_line = 1,
                     .whole_line = true,
                     .exit_status = 1}};
  ExplainedLine untried = line(2, "y");
  untried.not_tried = "the run has not ended";
  const std::string json = to_json_lines({{tried, untried}, 1});
  EXPECT_THAT(json, HasSubstr(R"("exit_status":1)"));
  EXPECT_THAT(json, HasSubstr(R"("not_tried":"the run has not ended")"));
  EXPECT_EQ(std::ranges::count(json, '\n'), 2);
}

/// A run whose record is kept.
struct ExplainRun : testing::Test {
  /// Runs the search to its end, and explains the result.
  Explanation explained(bool closes = true) {
    run.request.record = KeepRecord::always;
    Opened opened = run.opened();
    Result<SearchOutcome> outcome = search(opened, run.log, run.notices);
    Confirmed confirmed = std::get<Confirmed>(
        confirm(opened, std::get<Searched>(std::move(outcome.value()))).value());
    if (closes) {
      const Report report = run.log.end(report_of(opened, confirmed));
      EXPECT_TRUE(close(opened, confirmed, report));
    } else {
      confirmed.searched.watchers->recorder.flush();
    }
    return explain(Recording::open(run.folder / "bug.txt.whittle").value()).value();
  }
  FakedRun run;
};

TEST_F(ExplainRun, EveryLineOfTheResultWasTried) {
  run.predicate = [](const std::string& text) {
    return contains_text(text, "one") && contains_text(text, "crash");
  };
  const Explanation explanation = explained();
  ASSERT_EQ(explanation.lines.size(), 2u);
  EXPECT_EQ(explanation.lines[0].text, "one");
  EXPECT_EQ(explanation.lines[1].text, "crash");
  for (const ExplainedLine& one : explanation.lines) {
    ASSERT_FALSE(one.attempts.empty()) << one.text;
    EXPECT_TRUE(one.attempts.front().whole_line);
    EXPECT_EQ(one.attempts.front().removed, one.text + "\n");
  }
  EXPECT_GE(explanation.refusals, 2u);
}

TEST_F(ExplainRun, ARunThatHasNotEndedSaysSo) {
  run.predicate = [](const std::string& text) { return text == "one\ncrash\nthree\n"; };
  run.request.search.max_tests = 0;
  const Explanation explanation = explained(false);
  EXPECT_TRUE(std::ranges::any_of(explanation.lines, [](const ExplainedLine& one) {
    return one.not_tried == "the run has not ended";
  }));
}

}  // namespace
}  // namespace whittle
