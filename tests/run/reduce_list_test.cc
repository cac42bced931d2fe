#include "run/reduce_list.h"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <mutex>
#include <numeric>
#include <set>
#include <string>

#include "run/stop.h"

namespace whittle {
namespace {

std::vector<int> up_to(int count) {
  std::vector<int> items(static_cast<std::size_t>(count));
  std::iota(items.begin(), items.end(), 0);
  return items;
}

bool has(const std::vector<int>& items, std::initializer_list<int> wanted) {
  return std::ranges::all_of(wanted,
                             [&](int one) { return std::ranges::find(items, one) != items.end(); });
}

TEST(ReduceList, EveryAlgorithmFindsTheItemsThatAreNeeded) {
  for (const AlgorithmRow& row : algorithms()) {
    if (row.name == "dd") continue;  // isolates a difference, which may be larger
    const auto left =
        reduce_list(up_to(60),
                    [](const std::vector<int>& items) {
                      return has(items, {7, 8, 41});
                    },
                    {.algorithm = {.name = std::string(row.name), .one_minimal = true}});
    ASSERT_TRUE(left) << row.name << ": " << left.error().message;
    EXPECT_EQ(*left, (std::vector{7, 8, 41})) << row.name;
  }
}

TEST(ReduceList, TheResultDoesNotDependOnTheNumberOfThreads) {
  // Not monotone: what is found depends on the order of the questions.
  const auto odd = [](const std::vector<int>& items) {
    return has(items, {3}) && std::accumulate(items.begin(), items.end(), 0) % 3 == 0;
  };
  const auto alone = reduce_list(up_to(100), odd, {.threads = 1});
  ASSERT_TRUE(alone);
  for (std::size_t threads : {2, 5})
    EXPECT_EQ(*reduce_list(up_to(100), odd, {.threads = threads}), *alone);
}

TEST(ReduceList, NoListIsTestedTwice) {
  std::mutex mutex;
  std::set<std::vector<int>> seen;
  bool twice = false;
  const auto left = reduce_list(up_to(40),
                                [&](const std::vector<int>& items) {
                                  const std::scoped_lock guard(mutex);
                                  twice = !seen.insert(items).second || twice;
                                  return has(items, {1, 39});
                                },
                                {.algorithm = {.name = "ddmin"}});
  EXPECT_EQ(*left, (std::vector{1, 39}));
  EXPECT_FALSE(twice);
}

TEST(ReduceList, WeightedAlgorithmsCutByTheWeightsGiven) {
  std::vector<Weight> weights(64, 1);
  weights[63] = 1000;
  std::vector<std::vector<int>> asked;
  ASSERT_TRUE(reduce_list(up_to(64),
                          [&](const std::vector<int>& items) {
                            asked.push_back(items);
                            return items.size() == 64;
                          },
                          {.algorithm = {.name = "wddmin"}, .weights = weights, .max_tests = 1}));
  // The two halves of the weight: the heavy item, and all others.
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_TRUE(asked[1] == std::vector{63} || asked[1] == up_to(63)) << asked[1].size();
}

TEST(ReduceList, AListThatIsNotInterestingIsRefused) {
  const auto left = reduce_list(up_to(5), [](const std::vector<int>&) { return false; });
  ASSERT_FALSE(left);
  EXPECT_EQ(left.error().kind, ErrorKind::not_interesting);
}

TEST(ReduceList, AnUnknownAlgorithmIsRefusedByName) {
  const auto left = reduce_list(up_to(5), [](const std::vector<int>&) { return true; },
                                {.algorithm = {.name = "prodd"}});
  ASSERT_FALSE(left);
  EXPECT_EQ(left.error().kind, ErrorKind::usage);
  EXPECT_NE(left.error().message.find("probdd"), std::string::npos) << left.error().message;
}

TEST(ReduceList, ASwitchEndsItWithTheBestSoFar) {
  StopSwitch stop;
  std::atomic<int> tests = 0;
  const auto left = reduce_list(up_to(1000),
                                [&](const std::vector<int>& items) {
                                  if (++tests == 10) stop.stop();
                                  return has(items, {1, 500, 999});
                                },
                                {.stop = &stop});
  ASSERT_TRUE(left);
  EXPECT_TRUE(has(*left, {1, 500, 999}));
  EXPECT_GT(left->size(), 3u);
  EXPECT_LE(tests, 12);
}

}  // namespace
}  // namespace whittle
