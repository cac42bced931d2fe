#include "failure/telling_line.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

CommandRun printing(const std::string& text) {
  CommandRun run;
  run.exit_status = 1;
  run.out = BoundedOutput(1 << 16);
  run.out.append(text);
  return run;
}

TEST(TellingLine, NamesTheProblemRatherThanAnnouncingIt) {
  const CommandRun shown = printing(
      "The Compose file './docker-compose.yml' is invalid because:\n"
      "Unsupported config option for services.web: 'mem_limits'\n");
  EXPECT_EQ(
      telling_lines({shown, shown}, printing("Top level object must be a mapping\n"), printing(""))
          .line,
      "Unsupported config option for services.web: 'mem_limits'");
}

TEST(TellingLine, OfPytestHasTheValuesAndTheCallThatGaveThem) {
  const CommandRun shown = printing(
      "test_shop.py F\n"
      ">       assert shop.total([10]) == 12\n"
      "E       assert 10 == 12\n"
      "E        +  where 10 = <function total at 0x7f31>([10])\n"
      "E        +    where <function total at 0x7f31> = shop.total\n"
      "test_shop.py:17: AssertionError\n"
      "FAILED test_shop.py::test_with_tax - assert 10 == 12\n");
  EXPECT_EQ(telling_lines({shown}, printing("no tests ran\n"), printing("4 passed\n")).line,
            "E        +  where 10 = <function total at 0xADDR>([10])");
}

/// Whether a word or a path is in `text`.
NamedInInput names_in(const std::string& text) {
  return [&text](BytesView word) { return text.contains(word); };
}

TEST(TellingLine, HasADetailOfTheSameMessageThatNamesTheInput) {
  const std::string input = "paths:\n  /items/{id}:\n    get:\n      schema:\n        type: int\n";
  const auto error = [](const std::string& place, const std::string& message) {
    return "  {\n    \"instancePath\": \"" + place +
           "\",\n    \"keyword\": \"enum\",\n    \"message\": \"" + message + "\"\n  },\n";
  };
  const CommandRun shown =
      printing(error("/paths/3/get/schema/type", "must be one of the allowed values") +
               error("/paths/get/schema", "is no such thing"));
  const TellingLines lines = telling_lines(
      {shown, shown}, printing("{}\n"), printing(""),
      [&](BytesView word) { return word == "/paths/3/get/schema/type" || names_in(input)(word); });
  EXPECT_EQ(lines.line, "    \"message\": \"must be one of the allowed values\"");
  EXPECT_EQ(lines.detail, "    \"instancePath\": \"/paths/N/get/schema/type\",");
}

TEST(TellingLine, HasNoDetailThatOnlyShowsTheInputAgain) {
  const std::string input = "let first = second + third;";
  const CommandRun shown = printing(
      "  SyntaxError: bad sum\n"
      "  12 | let first = second + third;\n"
      "  first, second and third cannot be added\n");
  const TellingLines lines =
      telling_lines({shown}, printing("{}\n"), printing(""), names_in(input));
  EXPECT_EQ(lines.line, "  SyntaxError: bad sum");
  EXPECT_EQ(lines.detail, "  first, second and third cannot be added");
}

TEST(TellingLine, IsNoLineThatOnlyShowsTheInputAgain) {
  const std::string input = "files=$(ls / | wc -l)\ncannot=1\n";
  const CommandRun shown = printing("In a.sh line 2:\ncannot=1\n^-- SC2034: cannot is not used\n");
  EXPECT_EQ(telling_lines({shown}, printing(""), printing(""), names_in(input)).line,
            "^-- SC2034: cannot is not used");
}

TEST(TellingLine, OfMakeIsTheEndOfTheProgramThatItRan) {
  const auto line_of = [](const std::string& end) {
    return telling_lines({printing("gcc -o a a.c\nmake: *** [Makefile:5: check] " + end)},
                         printing("gcc -o a a.c\nmake: *** [Makefile:3: a] Error 1\n"),
                         printing(""))
        .line;
  };
  EXPECT_EQ(line_of("Aborted\n"), "make: *** [Makefile:N: check] Aborted");
  EXPECT_EQ(line_of("Error 1\n"), "") << "says no more than the exit status";
}

TEST(TellingLine, WarnsIfItSaysSoOrNamesAPlace) {
  EXPECT_TRUE(warns("x.c:N:N: warning: unused variable"));
  EXPECT_TRUE(warns("Use of uninitialized value $x in addition (+) at a.pl line 131."));
  EXPECT_TRUE(warns("README.md:12: a heading of level 4 after one of level 2"));
  EXPECT_FALSE(warns("listening on localhost:8080"));
  EXPECT_FALSE(warns("13 lines read"));
}

TEST(SteadyLine, IsPrintedByAllRunsAndNotByTheOther) {
  const CommandRun first = printing("pid 7\nsum 17\nbad row\n"),
                   second = printing("pid 8\nsum 17\nbad row\n");
  EXPECT_EQ(steady_line({first, second}, {printing("sum 0\n")}), "bad row");
  EXPECT_EQ(steady_line({first, second}, {printing("bad row\n")}), "sum 17");
}

TEST(SteadyLine, IsNoneThatVariesFromRunToRun) {
  const CommandRun shown = printing("pid 7\nlog in /a/b.log\nsum 17\n");
  EXPECT_EQ(steady_line({shown}, {printing("pid 8\nlog in /c/d.log\nsum 0\n"),
                                  printing("pid 9\nlog in /e.log\nsum 0\n")}),
            "sum 17");
}

TEST(TellingLine, OfPytestHasBothValuesOfTheComparison) {
  const std::string input = "assert total([10]) == 12";
  const CommandRun shown = printing(
      "E       assert 10 == 12\n"
      "E        +  where 10 = <function total at 0x7f31>([10])\n"
      "test_shop.py:17: AssertionError\n");
  EXPECT_EQ(
      telling_lines({shown}, printing("no tests ran\n"), printing(""), names_in(input)).detail,
      "E       assert 10 == 12");
}

TEST(TellingLine, SaysWhyByItsWordsOrBecauseItIsNearlyAlone) {
  const CommandRun one = printing("two rules about the language\n");
  EXPECT_TRUE(says_why("two rules about the language", one));
  const CommandRun many = printing("a b\nc d\ne f\ntwo rules about the language\n");
  EXPECT_FALSE(says_why("two rules about the language", many));
  EXPECT_TRUE(says_why("invalid language", many));
}

}  // namespace
}  // namespace whittle
