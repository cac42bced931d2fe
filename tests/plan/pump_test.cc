#include "plan/default_plan/pump.h"

#include <gtest/gtest.h>

#include "passes/clang/clang_delta.h"
#include "plan/default_plan/auto_plan.h"
#include "plan/unit_plan.h"
#include "process/local_tools.h"
#include "support/fake_tools.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

SharedStageMaker stage_maker_with_tools(const std::string& algorithm,
                                        std::shared_ptr<Tools> tools) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with(algorithm));
  stage_maker->tools = std::move(tools);
  return stage_maker;
}

/// `simple-inliner` of the fake makes two bodies of a call.
AnyStrategy lines_with_pumps(std::shared_ptr<Tools> tools = std::make_shared<FakeClangDelta>()) {
  const SharedStageMaker stage_maker = stage_maker_with_tools("ddmin", std::move(tools));
  return with_pumps(stage_maker, unit_strategy(stage_maker, Unit::lines));
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
  return found;
}

TEST(Pump, AGrowingEditIsKeptIfTheDocumentEndsSmaller) {
  const auto is_interesting = [](const Document& document) {
    return count(document.bytes(0), "body") == 2 ||
           (count(document.bytes(0), "call") == 1 && count(document.bytes(0), "long") == 1);
  };
  const Document start = Document::single("f.c", "call();\nlong a, b, c, d, e, f;\n");
  ASSERT_EQ(
      reduce_with_plan(start, unit_strategy(stage_maker_with("ddmin"), Unit::lines), is_interesting)
          .result,
      start);
  for (const std::size_t slots : {1, 4})
    EXPECT_EQ(reduce_with_plan(start, lines_with_pumps(), is_interesting, slots).result.bytes(0),
              "body(); body();\n");
}

TEST(Pump, AGrowingEditIsTakenBackIfNothingComesOfIt) {
  const auto is_interesting = [](const Document& document) {
    return count(document.bytes(0), "call") + count(document.bytes(0), "body") > 0 &&
           count(document.bytes(0), "long") == 1;
  };
  const Document start = Document::single("f.c", "call();\nlong a, b;\n");
  const PlanRun run = reduce_with_plan(start, lines_with_pumps(), is_interesting);
  EXPECT_EQ(run.result, start);
  const std::size_t without =
      reduce_with_plan(start, unit_strategy(stage_maker_with("ddmin"), Unit::lines), is_interesting)
          .told;
  EXPECT_GT(run.told, without + 1);  // the pump was interesting, and was gone on from
  EXPECT_LE(run.told, without + 1 + tests_of_a_pump(2 * measure(start).tokens));
}

TEST(Pump, TheBestIsNeverTheLargerDocument) {
  const Document start = Document::single("f.c", "call(1);\nlong a, b, c;\n");
  const auto is_interesting = [](const Document& document) {
    return count(document.bytes(0), "call") + count(document.bytes(0), "body") > 0 &&
           count(document.bytes(0), "long") == 1;
  };
  StagedSearch search(start, lines_with_pumps());
  bool grew = false;
  while (const auto question = search.question(0)) {
    const Document candidate = question->render();
    grew |= is_interesting(candidate) && candidate.size() > start.size();
    search.observe(is_interesting(candidate) ? Outcome::interesting : Outcome::uninteresting);
    EXPECT_FALSE(is_smaller(Goal::tokens, start, search.best()));
    EXPECT_TRUE(is_interesting(search.best()));
  }
  EXPECT_TRUE(grew);
}

TEST(Pump, OfManyOnlyAFewAreTried) {
  std::string code;
  for (int i = 0; i < 10; ++i) code += "call(" + std::to_string(i) + ");\n";
  const Document start = Document::single("f.c", code);
  std::size_t larger = 0;
  const PlanRun run = reduce_with_plan(start, lines_with_pumps(), [&](const Document& document) {
    larger += document.size() > start.size();
    return document == start;
  });
  EXPECT_EQ(run.result, start);
  EXPECT_EQ(larger, most_pumps);
}

TEST(Pump, ThereAreNoneWithoutClangDelta) {
  const Document start = Document::single("f.c", "call();\nlong a;\n");
  const auto is_start = [&](const Document& document) { return document == start; };
  EXPECT_EQ(reduce_with_plan(start, lines_with_pumps(std::make_shared<NoTools>()), is_start).told,
            reduce_with_plan(start, unit_strategy(stage_maker_with("ddmin"), Unit::lines), is_start)
                .told);
}

TEST(RealPump, AParameterThatBecameAGlobalLetsItsFunctionGo) {
  const auto tools = std::make_shared<LocalTools>(LocalTools::Options{});
  if (clang::program(*tools).empty()) GTEST_SKIP() << "no clang_delta: apt-get install cvise";
  const std::string function = "static int scale(int by) { return by + 41; }\n";
  const std::string caller = "int main(void) { return scale(2); }\n";
  // Stands for a compiler that crashes on a parameter of a function that is called, and as well on
  // a global.
  const auto is_interesting = [&](const Document& document) {
    const Bytes& text = document.bytes(0);
    return (count(text, function) == 1 && count(text, caller) == 1) ||
           (count(text, "int scale_by;") == 1 && count(text, "+ 41") == 1);
  };
  const Document start = Document::single("f.c", function + caller);
  const SharedStageMaker stage_maker = stage_maker_with_tools("gallop", tools);
  EXPECT_EQ(reduce_with_plan(start, auto_strategy(stage_maker), is_interesting).result, start);
  const PlanRun run =
      reduce_with_plan(start, with_pumps(stage_maker, auto_strategy(stage_maker)), is_interesting);
  EXPECT_EQ(measure(run.result).tokens, 5) << run.result.bytes(0);  // int scale_by; + 41
}

}  // namespace
}  // namespace whittle
