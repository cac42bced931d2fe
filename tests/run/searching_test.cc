// The search of a run: which options fit together, and what limits do.
#include "run/searching.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/reason.h"
#include "oracle/function_oracle.h"
#include "run/reduce_document.h"

namespace whittle {
namespace {

using testing::HasSubstr;

const std::string three_functions =
    "int f(int a) { return a + 1; }\n"
    "int g(int b) { return b * 2; }\n"
    "int main(void) {\n  int x = f(3);\n  int y = g(x);\n  return crash(x, y);\n}\n";
const Document c_program = Document::single("bug.c", three_functions);

Error refusal(const SearchOptions& options, const Document& document = c_program) {
  const Result<Prepared> prepared = prepare_search(options, document, std::make_shared<NoTools>());
  EXPECT_FALSE(prepared);
  return prepared ? Error{} : prepared.error();
}

TEST(PrepareSearch, RefusesNamesThatItDoesNotKnow) {
  EXPECT_EQ(refusal({.plan = "perse"}).cause.reason, Reason::unknown_plan);
  EXPECT_EQ(refusal({.language = "klingon"}).cause.reason, Reason::unknown_language);
  EXPECT_EQ(refusal({.only = {"no-such-pass"}}).cause.reason, Reason::unknown_pass);
  EXPECT_EQ(refusal({.without = {"no-such-pass"}}).cause.reason, Reason::unknown_pass);
  EXPECT_EQ(refusal({.keep = {"("}}).cause.reason, Reason::bad_keep_pattern);
  EXPECT_EQ(refusal({.algorithm = {.name = "prodd"}}).kind, ErrorKind::usage);
}

TEST(PrepareSearch, RefusesSettingsThatExcludeEachOther) {
  struct Row {
    SearchOptions options;
    std::string first, second;
  };
  for (const Row& row : {
           Row{{.plan = "hdd", .unit = Unit::lines}, "search.unit", "search.plan"},
           Row{{.unit = Unit::lines, .only = {"comments"}}, "search.unit", "search.only"},
           Row{{.unit = Unit::lines, .no_sweep = true}, "search.unit", "search.no_sweep"},
       }) {
    const Error error = refusal(row.options);
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_EQ(error.cause.reason, Reason::conflict) << error.message;
    EXPECT_EQ(error.cause.values, (std::vector<std::string>{row.first, row.second}));
    EXPECT_THAT(error.message, HasSubstr(row.first + " cannot be combined with " + row.second));
  }
}

TEST(PrepareSearch, RefusesSettingsThatThePlanDoesNotSupport) {
  const Error error = refusal({.plan = "hdd", .only = {"comments"}});
  EXPECT_EQ(error.cause.reason, Reason::not_for_plan);
  EXPECT_EQ(error.cause.values, (std::vector<std::string>{"hdd", "search.only"}));
  EXPECT_THAT(error.way_out, HasSubstr("these plans support it: auto"));
  EXPECT_EQ(refusal({.rounds = 1}).cause.reason, Reason::not_for_plan);
  EXPECT_EQ(refusal({.debloat = {.without_dead_code = true}}).cause.reason, Reason::not_for_plan);
}

TEST(PrepareSearch, MergingRunsNoOtherAlgorithm) {
  const Error error = refusal({.algorithm = {.name = "probdd"}, .parallel = Parallel::merge});
  EXPECT_EQ(error.cause.reason, Reason::runs_another);
  EXPECT_EQ(error.message, "search.parallel = merge runs gallop and cannot run probdd");
}

TEST(PrepareSearch, WellFormedNeedsAGrammar) {
  EXPECT_EQ(refusal({.well_formed = true}, Document::single("a.unheard", "x")).cause.reason,
            Reason::well_formed_needs_grammar);
  EXPECT_TRUE(prepare_search({.well_formed = true}, c_program, std::make_shared<NoTools>()));
}

TEST(PrepareSearch, RowsOfLanguagesDecideWhatIsOnlyDeletedFrom) {
  const auto only_deletes = [](const SearchOptions& options, const char* path) {
    return prepare_search(options, Document::single(path, "a,b\n1,2\n"),
                          std::make_shared<NoTools>())
        ->stage_maker->is_delete_only;
  };
  EXPECT_TRUE(only_deletes({}, "a.csv"));
  EXPECT_TRUE(only_deletes({}, "gitconfig"));
  EXPECT_TRUE(only_deletes({}, "de.po"));
  EXPECT_TRUE(only_deletes({}, "Makefile"));
  EXPECT_TRUE(only_deletes({}, "Dockerfile"));
  EXPECT_FALSE(only_deletes({}, "a.unheard"));
  // The text is no JSON, and its errors are probably what is looked for.
  EXPECT_TRUE(only_deletes({}, "a.json"));
  EXPECT_FALSE(only_deletes({}, "a.c"));
  EXPECT_TRUE(only_deletes({.delete_only = true}, "a.unheard"));
  EXPECT_FALSE(only_deletes({.delete_only = false}, "a.csv"));
  // Other plans and single passes run exactly what was asked for.
  EXPECT_FALSE(only_deletes({.plan = "hdd"}, "a.csv"));
  EXPECT_FALSE(only_deletes({.only = {"chars"}}, "a.csv"));
  EXPECT_EQ(refusal({.plan = "hdd", .delete_only = true}).cause.reason, Reason::not_for_plan);
}

TEST(PrepareSearch, ProposalsNeedTheDefaultPlan) {
  EXPECT_EQ(refusal({.plan = "hdd", .propose = "true"}).cause.reason, Reason::propose_needs_auto);
}

TEST(PrepareSearch, TheGoalOfABinaryFileIsBytes) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) bytes += static_cast<char>(i % 256);
  EXPECT_EQ(prepare_search({}, Document::single("a.bin", bytes), std::make_shared<NoTools>())
                ->stage_maker->goal,
            Goal::bytes);
  EXPECT_EQ(prepare_search({}, c_program, std::make_shared<NoTools>())->stage_maker->goal,
            Goal::tokens);
}

/// A run in memory.
Result<Report> reduced(const SearchOptions& options,
                       const std::function<bool(const std::string&)>& test) {
  FunctionOracle oracle(
      [&](const Document& candidate, std::stop_token) { return test(candidate.bytes(0)); });
  Observer nobody;
  return reduce_document(c_program, oracle, options, nobody);
}
bool calls_crash(const std::string& text) {
  return text.find("crash(") != text.npos && text.find('}') != text.npos;
}

TEST(RunSearch, StopsAfterSoManyTests) {
  const Result<Report> report = reduced({.max_tests = 3}, calls_crash);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->ending, RunEnding::max_tests);
  EXPECT_LE(report->counts.tested(), 3u);
}

TEST(RunSearch, StopsWhenTheResultIsSmallEnough) {
  const Result<Report> report = reduced({.until = {*parse_until("3 lines")}}, calls_crash);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->ending, RunEnding::enough);
  EXPECT_EQ(report->enough, "3 lines");
  EXPECT_LE(report->after.lines, 3);
  EXPECT_TRUE(calls_crash(report->result.bytes(0)));
}

TEST(RunSearch, AQuickSearchGivesUpWithoutAGain) {
  const Result<Report> report = reduced(
      {.effort = Effort::quick}, [](const std::string& text) { return text == three_functions; });
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->ending == RunEnding::no_gain || report->ending == RunEnding::finished);
  EXPECT_EQ(report->result, c_program);
}

TEST(RunSearch, WellFormedCandidatesAreTestedOnly) {
  std::size_t malformed = 0;
  const Result<Report> report = reduced({.well_formed = true}, [&](const std::string& text) {
    if (std::ranges::count(text, '{') != std::ranges::count(text, '}')) ++malformed;
    return text.find("crash(") != text.npos;
  });
  ASSERT_TRUE(report);
  EXPECT_EQ(malformed, 0u);
  EXPECT_GT(report->counts.untested, 0u);
}

TEST(RunSearch, StrictFormatsStayValidUnlessThatIsTurnedOff) {
  const Document json = Document::single("a.json", "{\"a\": [1, 2, {\"b\": 3}], \"c\": 4}\n");
  const auto result = [&](const SearchOptions& options, std::size_t& untested) {
    FunctionOracle oracle([&](const Document& candidate, std::stop_token) {
      return candidate.bytes(0).find('3') != Bytes::npos;
    });
    Observer nobody;
    const Result<Report> report = reduce_document(json, oracle, options, nobody);
    untested = report->counts.untested;
    return report->result.bytes(0);
  };
  std::size_t untested = 0;
  EXPECT_EQ(result({}, untested), "3\n");
  EXPECT_GT(untested, 0u);
  EXPECT_EQ(result({.well_formed = false}, untested), "3\n");
  EXPECT_EQ(untested, 0u);
  EXPECT_EQ(result({.plan = "hdd"}, untested).find('3') == Bytes::npos, false);
  EXPECT_EQ(untested, 0u);
}

TEST(RunSearch, VerificationSaysWhatItTried) {
  const Result<Report> report = reduced({.unit = Unit::lines, .verify = true}, calls_crash);
  ASSERT_TRUE(report && report->verified);
  EXPECT_EQ(report->verified->element, "line");
  EXPECT_TRUE(report->verified->was_minimal);
}

TEST(RunSearch, TextThatIsKeptIsNotTouched) {
  const Result<Report> report = reduced({.keep = {"int g.*"}}, calls_crash);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->result.bytes(0), HasSubstr("int g(int b) { return b * 2; }"));
}

TEST(StartOf, HasTheFactsOfTheSearch) {
  const Result<Prepared> prepared = prepare_search({}, c_program, std::make_shared<NoTools>());
  const RunStart start = start_of(*prepared, c_program, 5, std::chrono::milliseconds(3));
  EXPECT_EQ(start.jobs, 5u);
  EXPECT_EQ(start.plan, "auto");
  EXPECT_EQ(start.algorithm, "gallop");
  EXPECT_EQ(start.bytes, three_functions.size());
  EXPECT_EQ(start.parsed_as, "c by tree-sitter");
  EXPECT_EQ(start.test_takes, std::chrono::milliseconds(3));
}

TEST(StartOf, AListNeedsNoTree) {
  const Result<Prepared> prepared =
      prepare_search({.unit = Unit::lines}, c_program, std::make_shared<NoTools>());
  EXPECT_EQ(start_of(*prepared, c_program, 1, {}).parsed_as, "");
  EXPECT_EQ(prepared->plan, "lines");
}

}  // namespace
}  // namespace whittle
