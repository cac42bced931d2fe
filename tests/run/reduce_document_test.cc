#include "run/reduce_document.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "oracle/function_oracle.h"
#include "run/stop.h"

namespace whittle {
namespace {

const std::string program =
    "int f(int a) { return a + 1; }\n"
    "int g(int b) { return b * 2; }\n"
    "int main(void) {\n  int x = f(3);\n  int y = g(x);\n  return crash(x, y);\n}\n";

bool crashes(const Document& candidate, std::stop_token) {
  return candidate.bytes(0).find("crash(") != Bytes::npos &&
         candidate.bytes(0).find('}') != Bytes::npos;
}

/// Counts the events, and looks at their order.
class Events : public Observer {
 public:
  void started(const RunStart& event) override {
    EXPECT_EQ(told_count, 0u);
    start = event;
  }
  void told(const Told&) override { ++told_count; }
  void interesting(const Document&) override { ++interesting_count; }
  void ended(const Report& report) override { asked = report.counts.asked; }

  RunStart start;
  std::size_t told_count = 0, interesting_count = 0, asked = 0;
};

TEST(ReduceDocument, RunsTheDefaultPlanWithAFunctionAsTheTest) {
  FunctionOracle oracle(crashes, {.slots = 2});
  Events events;
  const auto report = reduce_document(Document::single("bug.c", program), oracle, {}, events);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->ending, RunEnding::finished);
  EXPECT_LT(report->after.tokens, 8);
  EXPECT_TRUE(crashes(report->result, {}));
  EXPECT_EQ(events.start.plan, "auto");
  EXPECT_EQ(events.start.parsed_as, "c by tree-sitter");
  EXPECT_EQ(events.told_count, report->counts.asked);
  EXPECT_EQ(events.asked, report->counts.asked);
  EXPECT_GT(events.interesting_count, 0u);
}

TEST(ReduceDocument, GivesTheSameForAnyNumberOfSlots) {
  Observer nobody;
  std::vector<Document> results;
  for (std::size_t slots : {1, 2, 5}) {
    FunctionOracle oracle(crashes, {.slots = slots});
    results.push_back(
        reduce_document(Document::single("bug.c", program), oracle, {}, nobody)->result);
  }
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(results[0], results[2]);
}

TEST(ReduceDocument, AnOriginalThatIsNotInterestingIsRefused) {
  FunctionOracle oracle([](const Document&, std::stop_token) { return false; });
  Observer nobody;
  const auto report = reduce_document(Document::single("bug.c", program), oracle, {}, nobody);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::not_interesting);
}

TEST(ReduceDocument, AWrongOptionIsRefusedBeforeAnythingIsTested) {
  bool tested = false;
  FunctionOracle oracle([&](const Document&, std::stop_token) { return tested = true; });
  Observer nobody;
  const auto report =
      reduce_document(Document::single("bug.c", program), oracle, {.plan = "perse"}, nobody);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::usage);
  EXPECT_FALSE(tested);
}

TEST(ReduceDocument, ASwitchEndsItWithTheBestSoFar) {
  StopSwitch stop;
  int tests = 0;
  FunctionOracle oracle([&](const Document& candidate, std::stop_token token) {
    if (++tests == 4) stop.stop();
    return crashes(candidate, token);
  });
  Observer nobody;
  const auto report =
      reduce_document(Document::single("bug.c", program), oracle, {}, nobody, &stop);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->ending, RunEnding::interrupted);
  EXPECT_TRUE(crashes(report->result, {}));
  EXPECT_LE(tests, 5);
}

TEST(ReduceDocument, VerifiesWhatIsLeft) {
  FunctionOracle oracle(crashes);
  Observer nobody;
  const auto report =
      reduce_document(Document::single("bug.c", program), oracle, {.verify = true}, nobody);
  ASSERT_TRUE(report && report->verified);
  EXPECT_EQ(report->verified->element, "node");
}

}  // namespace
}  // namespace whittle
