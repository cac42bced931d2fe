/// A whole plan over a real tree is told the same on every number of slots.
#include <gtest/gtest.h>

#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

constexpr const char* program = R"(#include <stdio.h>
struct point { int x, y; };
static int twice(int a) { return a + a; }
static int unused(int a, int b) { if (a > b) { return a; } else { return b; } }
int main(void) {
  struct point p = {1, 2};
  for (int i = 0; i < 10; ++i) {
    p.x += twice(i);
    switch (i) { case 1: p.y = 3; break; default: p.y = unused(i, 4); }
  }
  while (p.y > 0) { --p.y; printf("%d\n", p.x); }
  return p.x;
}
)";

class PlanOnSlots : public testing::TestWithParam<const char*> {};

TEST_P(PlanOnSlots, IsToldWhatItIsToldOnOne) {
  const auto is_interesting = [](const Document& candidate) {
    return has_in_order(candidate.bytes(0), {"main", "twice", "switch", "--"}) &&
           std::ranges::count(candidate.bytes(0), '{') ==
               std::ranges::count(candidate.bytes(0), '}');
  };
  for (const std::string algorithm : {"gallop", "cdd", "combine"}) {
    std::optional<PlanRun> alone;
    for (const std::size_t slots : {1u, 2u, 8u, 64u}) {
      const PlanRun run = reduce_with_plan(
          Document::single("a.c", program),
          (*find_plan(GetParam()))->make(stage_maker_with(algorithm)), is_interesting, slots);
      if (!alone) alone = run;
      EXPECT_EQ(run.result, alone->result) << algorithm << ", " << slots << " slots";
      EXPECT_EQ(run.told, alone->told) << algorithm << ", " << slots << " slots";
      EXPECT_EQ(run.tested, alone->tested) << algorithm << ", " << slots << " slots";
    }
    EXPECT_LT(alone->result.size(), std::string_view(program).size());
  }
}

INSTANTIATE_TEST_SUITE_P(All, PlanOnSlots,
                         testing::Values("lines", "hdd", "hddr", "coarse", "perses"));

}  // namespace
}  // namespace whittle
