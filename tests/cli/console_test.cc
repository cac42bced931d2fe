#include "cli/console.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/run_log.h"

namespace whittle {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Document text(const std::string& content) {
  return Document::single("bug.c", content);
}

/// A run from "int x;\nint y;\n" to "int x;\n".
struct ConsoleOutput : testing::Test {
  ConsoleOutput() {
    start.files = {"bug.c"};
    start.target = "bug.c";
    start.tokens = 6;
    start.bytes = 14;
    start.jobs = 2;
    start.test_takes = std::chrono::milliseconds(12);
    report.original = text("int x;\nint y;\n");
    report.result = text("int x;\n");
    report.before = measure(report.original);
    report.after = measure(report.result);
    report.target = "bug.c";
    report.test_name = "./test.sh";
    style.progress = ProgressStyle::none;
  }
  /// The words on standard error while `act` tells the console something.
  template <typename Act>
  std::string told(Act&& act) {
    testing::internal::CaptureStderr();
    {
      StopSwitch stop;
      Interrupt interrupt(stop);
      Console console(style, interrupt);
      act(console);
    }
    return testing::internal::GetCapturedStderr();
  }
  std::string at_the_end() {
    return told([&](Console& console) {
      console.started(start);
      testing::internal::GetCapturedStderr();
      testing::internal::CaptureStderr();
      console.ended(report);
    });
  }
  Console::Style style;
  RunStart start;
  Report report;
};

TEST_F(ConsoleOutput, ARunBeginsWithItsSizeAndTheTimeOfATest) {
  start.parsed_as = "c by tree-sitter";
  EXPECT_EQ(told([&](Console& console) { console.started(start); }),
            "whittle: bug.c (6 tokens, 14 bytes), 2 jobs; the test takes 12 ms\n"
            "whittle: c by tree-sitter\n");
}

TEST_F(ConsoleOutput, ASearchThatBeginsAgainIsNotANewRun) {
  const std::string once = told([&](Console& console) { console.started(start); });
  EXPECT_EQ(told([&](Console& console) {
              console.started(start);
              console.started(start);
            }),
            once);
}

TEST_F(ConsoleOutput, NoticesHaveAPrefixAndIndentedLines) {
  const auto notice = [&](Notice::Kind kind) {
    return told([&](Console& console) { console.noticed({kind, "fact", "one\ntwo"}); });
  };
  EXPECT_EQ(notice(Notice::Kind::information), "whittle: fact\n  one\n  two\n");
  EXPECT_EQ(notice(Notice::Kind::hint), "whittle: hint: fact\n  one\n  two\n");
  EXPECT_EQ(notice(Notice::Kind::warning), "whittle: warning: fact\n  one\n  two\n");
}

TEST_F(ConsoleOutput, QuietMeansWarningsOnly) {
  style.quiet = true;
  EXPECT_EQ(told([&](Console& console) {
              console.started(start);
              console.noticed({Notice::Kind::information, "information"});
              console.noticed({Notice::Kind::hint, "hint"});
              console.noticed({Notice::Kind::warning, "warning"});
              console.ended(report);
            }),
            "whittle: warning: warning\n");
}

TEST_F(ConsoleOutput, TheTerminalDoesNotObeyTexts) {
  start.files = {"a\x1b[2J.c"};
  EXPECT_THAT(told([&](Console& console) {
                console.started(start);
                console.noticed({Notice::Kind::warning, "\x1b]0;title\x07", "\x1b[31m"});
              }),
              Not(HasSubstr("\x1b")));
  testing::internal::CaptureStderr();
  print_message("er\x1bror: ", "a\rb", "c\td");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "whittle: er?ror: a?b\n  c  d\n");
}

TEST_F(ConsoleOutput, AMessageWithoutMoreIsOneLine) {
  testing::internal::CaptureStderr();
  print_message("", "fact", "");
  print_message("error: ", "fact", "way\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "whittle: fact\nwhittle: error: fact\n  way\n");
}

TEST_F(ConsoleOutput, AFinishedRunEndsWithItsSummary) {
  EXPECT_THAT(at_the_end(), StartsWith("whittle: "));
  EXPECT_THAT(at_the_end(), HasSubstr("6 tokens, 14 bytes -> 3 tokens, 7 bytes; "));
  EXPECT_THAT(at_the_end(), Not(HasSubstr("continue with")));
}

TEST_F(ConsoleOutput, ARunThatWasStoppedSaysWhyAndHowToContinue) {
  const std::pair<RunEnding, std::string> rows[] = {
      {RunEnding::interrupted, "interrupted"},
      {RunEnding::max_tests, "the limit of --max-tests is reached"},
      {RunEnding::max_time, "the limit of --max-time is reached"},
      {RunEnding::enough, "stopped by --until '50%'"},
  };
  report.enough = "50%";
  for (const auto& [ending, why] : rows) {
    report.ending = ending;
    EXPECT_THAT(at_the_end(), StartsWith("whittle: " + why +
                                         "; the best so far (7 of 14 bytes) is in bug.c\n"
                                         "  continue with: whittle --resume bug.c\n"));
  }
  report.ending = RunEnding::no_gain;
  EXPECT_THAT(at_the_end(), StartsWith("whittle: stopped after 100 tests without a gain; to try "
                                       "more: --effort normal\n"));
}

TEST_F(ConsoleOutput, TheBestSoFarIsWhereItIs) {
  report.ending = RunEnding::max_tests;
  style.prints_result = true;
  EXPECT_THAT(at_the_end(), HasSubstr("(7 of 14 bytes) is on standard output\n"));
  style.prints_result = false;
  std::vector<File> two = report.original.files();
  two.push_back({.path = "b.c", .mode = 0644, .bytes = share("int z;\n")});
  report.original = Document(two);
  report.result = Document({two.back()});
  EXPECT_THAT(at_the_end(), HasSubstr(" is in b.c, without bug.c\n"));
}

TEST_F(ConsoleOutput, ARunThatEndsBeforeItBeginsChangesNothing) {
  report.ending = RunEnding::interrupted;
  const auto ended = [&] { return told([&](Console& console) { console.ended(report); }); };
  EXPECT_EQ(ended(), "whittle: interrupted; bug.c is unchanged\n");
  report.ending = RunEnding::max_time;
  EXPECT_EQ(ended(), "whittle: the limit of --max-time is reached; bug.c is unchanged\n");
  style.quiet = true;
  EXPECT_EQ(ended(), "");
}

TEST_F(ConsoleOutput, AResultThatIsEmptyOrBlankIsDoubtedAlsoIfQuiet) {
  style.quiet = true;
  report.result = text("");
  EXPECT_EQ(at_the_end(),
            "whittle: warning: an empty input is interesting: ./test.sh may accept too much\n");
  report.result = text(" \n\n");
  EXPECT_THAT(at_the_end(), StartsWith("whittle: warning: only blanks are left: ./test.sh may"));
  report.original = text(" \n \n");
  EXPECT_EQ(at_the_end(), "") << "the original was no more than that";
  report.original = report.result = text("");
  EXPECT_EQ(at_the_end(), "");
}

TEST_F(ConsoleOutput, VerboseAddsTablesOfStagesStepsAndFunctions) {
  style.verbose = true;
  ToldCounts counts;
  counts.asked = 1234;
  counts.interesting = 3;
  report.stages["lines"] = counts;
  report.steps = {{.name = "compiles", .tested = 20, .refused = 5, .share = 0.25}};
  report.functions = FunctionsLeft{.kept = {"main"}, .emptied = {"log"}, .removed = {"old"}};
  const std::string words = at_the_end();
  EXPECT_THAT(words, testing::ContainsRegex("lines +1,234 .* 3 "));
  EXPECT_THAT(words, testing::ContainsRegex("compiles +20 +5 .* 25 %"));
  EXPECT_THAT(words, testing::ContainsRegex("main +kept\nlog +emptied\nold +removed\n"));
  style.verbose = false;
  EXPECT_THAT(at_the_end(), Not(HasSubstr("compiles   ")));
}

TEST_F(ConsoleOutput, WithoutATerminalTheResultIsNotShown) {
  EXPECT_THAT(at_the_end(), Not(HasSubstr("int x;")));
}

TEST_F(ConsoleOutput, LongLinesStayWholeWithoutATerminal) {
  report.test_name = std::string(300, 'x');
  report.result = text("");
  EXPECT_THAT(at_the_end(), HasSubstr(std::string(300, 'x') + " may accept too much\n"));
}

}  // namespace
}  // namespace whittle
