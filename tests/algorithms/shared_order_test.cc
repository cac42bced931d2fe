#include "algorithms/shared_order.h"

#include <gtest/gtest.h>
#include <set>

#include "base/random.h"

namespace whittle {
namespace {

std::vector<int> listed(const SharedOrder<int>& order) {
  std::vector<int> all;
  order.visit_while([&](int entry) {
    all.push_back(entry);
    return true;
  });
  return all;
}

TEST(SharedOrder, AgreesWithAPlainSetUnderRandomChangesAndSoDoCopies) {
  Random random(3);
  std::vector<int> start;
  for (int i = 0; i < 1000; ++i) start.push_back(10 * i);
  SharedOrder<int> order(start);
  std::set<int> judge(start.begin(), start.end());
  SharedOrder<int> copy;
  std::set<int> copied;
  for (int step = 0; step < 3000; ++step) {
    const int number = static_cast<int>(random.below(10000));
    switch (random.below(4)) {
      case 0:
      case 1:
        if (judge.insert(number).second) order.insert(number);
        break;
      case 2:
        if (judge.erase(number)) order.erase(number);
        break;
      default: {
        const std::size_t count = random.below(std::min<std::size_t>(judge.size(), 3) + 1);
        for (int taken : order.take_front(count)) {
          ASSERT_EQ(taken, *judge.begin());
          judge.erase(judge.begin());
        }
      }
    }
    if (step % 100 == 0) copy = order, copied = judge;
    ASSERT_EQ(order.size(), judge.size());
    if (step % 50 == 49) {
      ASSERT_EQ(listed(order), std::vector<int>(judge.begin(), judge.end()));
      ASSERT_EQ(listed(copy), std::vector<int>(copied.begin(), copied.end()))
          << "a change was seen by a copy made before it";
    }
  }
}

TEST(SharedOrder, CanBeEmptiedAndFilledAgain) {
  SharedOrder<int> order(std::vector<int>{1, 2, 3});
  EXPECT_EQ(order.take_front(3), (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(order.empty());
  for (int i = 1000; i > 0; --i) order.insert(i);
  EXPECT_EQ(order.size(), 1000u);
  EXPECT_EQ(order.take_front(700).back(), 700);
}

}  // namespace
}  // namespace whittle
