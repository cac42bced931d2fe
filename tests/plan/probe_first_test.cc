#include "plan/probe_first.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "plan/default_plan/auto_plan.h"
#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

constexpr int functions = 200;

/// Functions of which the first and the last ran.
Document program_of_functions() {
  std::string text;
  for (int i = 0; i < functions; ++i)
    text += fmt::format("int f{}(int x) {{ return x + {}; }}\n", i, 1000 + i);
  return Document::single("a.c", text);
}

SharedStageMaker that_observed(const Document& document) {
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with("gallop"));
  stage_maker->coverage = std::make_shared<probe::Coverage>();
  const std::uint64_t all = document.bytes(0).size(), first = document.bytes(0).find('\n'),
                      last = document.bytes(0).rfind("int f");
  stage_maker->coverage->paint(0, {{0, first, true}, {first, last, false}, {last, all, true}});
  return stage_maker;
}

TEST(ProbeFirst, TheFirstQuestionEmptiesAllThatNeverRan) {
  const Document document = program_of_functions();
  AnyStrategy plan = auto_strategy(that_observed(document));
  const std::optional<Stage> stage = plan.next({document});
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->name, "probe/gallop");
  EXPECT_EQ(stage->edits->size(), functions - 2);
  const std::optional<Query> query = stage->reduction.next_query();
  ASSERT_TRUE(query);
  EXPECT_EQ(query->kept.count(), 0u);
  const Bytes text = stage->edits->render(query->kept).bytes(0);
  EXPECT_NE(text.find("return x + 1000;"), Bytes::npos);
  EXPECT_EQ(text.find("return x + 1001;"), Bytes::npos);
  EXPECT_NE(text.find("int f1(int x) {}"), Bytes::npos);
}

TEST(ProbeFirst, WithoutCoverageThePlanIsTheSame) {
  const Document document = program_of_functions();
  AnyStrategy plan = auto_strategy(stage_maker_with("gallop"));
  const std::optional<Stage> stage = plan.next({document});
  ASSERT_TRUE(stage);
  EXPECT_NE(stage->name, "probe/gallop");
}

TEST(ProbeFirst, OneFunctionThatIsNeededWithoutRunningIsFoundInFewTests) {
  const Document document = program_of_functions();
  std::size_t tests = 0, after = 0;
  reduce_with_plan(document, auto_strategy(that_observed(document)),
                   [&](const Document& candidate) {
                     const Bytes& text = candidate.bytes(0);
                     const bool is_interesting = has_in_order(text, {"1000", "1123", "1199"});
                     ++tests;
                     std::size_t bodies = 0;
                     for (std::size_t at = text.find("return"); at != Bytes::npos;
                          at = text.find("return", at + 1))
                       ++bodies;
                     if (after == 0 && is_interesting && bodies <= 4) after = tests;
                     return is_interesting;
                   });
  EXPECT_GT(after, 0u);
  EXPECT_LE(after, 30u);
}

TEST(ProbeFirst, ALittleThatNeverRanCostsOneTest) {
  const Document document = program_of_functions();
  auto stage_maker = std::make_shared<StageMaker>(*stage_maker_with("gallop"));
  stage_maker->coverage = std::make_shared<probe::Coverage>();
  const std::uint64_t end = document.bytes(0).find("int f5(");
  stage_maker->coverage->paint(0, {{0, end, false}, {end, document.bytes(0).size(), true}});
  AnyStrategy plan = auto_strategy(stage_maker);
  std::optional<Stage> stage = plan.next({document});
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->name, "probe/gallop");
  ASSERT_TRUE(stage->reduction.next_query());
  stage->reduction.observe(Outcome::uninteresting);
  EXPECT_FALSE(stage->reduction.next_query());
}

TEST(ProbeFirst, IsTurnedOffByItsName) {
  const Document document = program_of_functions();
  auto stage_maker = std::make_shared<StageMaker>(*that_observed(document));
  stage_maker->without = {"probe"};
  AnyStrategy plan = auto_strategy(stage_maker);
  EXPECT_NE(plan.next({document})->name, "probe/gallop");
}

}  // namespace
}  // namespace whittle
