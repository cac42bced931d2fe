#include "report/tally.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

Told told(std::size_t list, QueryKind kind, std::uint32_t round, bool interesting) {
  Told event;
  event.list = list;
  event.role.kind = kind;
  event.role.round = round;
  event.outcome = outcome_of(interesting);
  event.bytes = 10;
  return event;
}

// The columns of Table II in "Avoiding the Familiar to Speed Up Test Case Reduction".
TEST(Tally, CountsRoundsByWhetherWhatCouldGoAloneCouldGoTogether) {
  Tally tally;
  const auto complement = QueryKind::complement;
  tally.told(told(1, complement, 0, false));  // a round in which nothing could be removed
  tally.told(told(1, complement, 0, false));
  tally.told(told(1, complement, 1, true));  // one part: trivial
  tally.told(told(1, complement, 1, false));
  tally.told(told(1, complement, 2, true));  // two, and together
  tally.told(told(1, QueryKind::single, 2, true));
  tally.told(told(1, QueryKind::combination, 2, true));
  tally.told(told(2, complement, 2, true));  // two of another list, and not together
  tally.told(told(2, complement, 2, true));
  tally.told(told(2, QueryKind::combination, 2, false));
  tally.told(told(2, QueryKind::search, 2, true));
  EXPECT_EQ(tally.unambiguity().trivial, 1u);
  tally.told(told(2, QueryKind::single, 3, true));  // trivial, and the round is not over
  const Unambiguity all = tally.unambiguity();
  EXPECT_EQ(all.trivial, 2u);
  EXPECT_EQ(all.successful, 1u);
  EXPECT_EQ(all.unsuccessful, 1u);
  EXPECT_EQ(all.ratio(), 0.75);
}

TEST(Tally, CountsWhatEachStepOfTheTestRefusedAndItsTime) {
  using std::chrono::microseconds;
  Tally tally;
  const auto tell = [&](const std::vector<microseconds>& times, bool interesting,
                        bool remembered = false) {
    Told event = told(1, QueryKind::complement, 0, interesting);
    event.step_times = times;
    event.last_step = times.empty() ? 0 : times.size() - 1;
    event.remembered = remembered;
    tally.told(event);
  };
  tell({}, false);  // of a run before this one
  EXPECT_TRUE(tally.steps().empty());
  tell({microseconds(10)}, false);
  tell({microseconds(10), microseconds(50)}, false);
  tell({microseconds(10), microseconds(50)}, false, true);
  tell({microseconds(10), microseconds(20)}, true);
  ASSERT_EQ(tally.steps().size(), 2u);
  const StepCounts first = tally.steps()[0], second = tally.steps()[1];
  EXPECT_EQ(first.tested, 3u);
  EXPECT_EQ(first.refused, 1u);
  EXPECT_EQ(second.tested, 2u);
  EXPECT_EQ(second.refused, 1u);
  EXPECT_EQ(second.time, microseconds(70));
  EXPECT_DOUBLE_EQ(second.share, 0.7);
}

// A race makes a search of each list, and --verify makes a second one.
TEST(Tally, AddsUpTheActivityOfSearchesThatFollowOneAnother) {
  using std::chrono::microseconds;
  Tally tally;
  const auto search = [&](std::size_t tests, int each) {
    for (std::size_t started = 1; started <= tests; ++started)
      tally.activity({.started = started, .testing = microseconds(each) * started});
  };
  search(3, 10);
  search(1, 20);
  search(2, 7);
  EXPECT_EQ(tally.activity().started, 6u);
  EXPECT_EQ(tally.activity().testing, microseconds(64));
}

TEST(Tally, TheStagesAddUpToTheDifferenceEvenIfABestHasMoreTokens) {
  Tally tally;
  RunStart start;
  start.tokens = 100;
  start.bytes = 1000;
  tally.started(start);
  tally.improved({.number = 1, .stage = "a/x", .tokens = 60, .bytes = 500});
  tally.improved({.number = 2, .stage = "b/x", .tokens = 70, .bytes = 300});
  tally.improved({.number = 3, .stage = "a/x", .tokens = 20, .bytes = 100});
  tally.improved({.number = 4, .stage = "format/formatter", .tokens = 20, .bytes = 120});
  const auto sums = [&] {
    std::pair<std::int64_t, std::int64_t> sum;
    for (const auto& [stage, counts] : tally.stages()) {
      sum.first += counts.tokens_removed;
      sum.second += counts.bytes_removed;
    }
    return sum;
  };
  EXPECT_EQ(tally.stages().at("b/x").tokens_removed, -10);
  EXPECT_EQ(sums(), std::pair(std::int64_t{80}, std::int64_t{880}));
  EXPECT_EQ(tally.total().tokens_removed, 80);
  // The last two did not pass the final test.
  tally.settle(2);
  EXPECT_EQ(sums(), std::pair(std::int64_t{30}, std::int64_t{700}));
  EXPECT_EQ(tally.total().bests, 2u);
  tally.settle(0);
  EXPECT_EQ(sums(), std::pair(std::int64_t{0}, std::int64_t{0}));
}

}  // namespace
}  // namespace whittle
