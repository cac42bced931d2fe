#include "learn/persistent_array.h"

#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "base/random.h"

namespace whittle {
namespace {

TEST(PersistentArray, ACopyChangesWithoutItsOriginal) {
  struct Both {
    PersistentArray<int> array;
    std::map<std::uint32_t, int> expected;
  };
  Random random(1);
  const auto index = [&] {
    const auto low = static_cast<std::uint32_t>(random.below(500));
    return random.below(2) == 0 ? low : ~low;  // both ends of the range
  };
  std::vector<Both> copies(1);
  for (int step = 0; step < 20'000; ++step) {
    if (copies.size() < 8 && random.below(1000) == 0)
      copies.push_back(copies[random.below(copies.size())]);
    Both& one = copies[random.below(copies.size())];
    const std::uint32_t at = index();
    if (random.below(3) == 0) {
      one.array.erase(at);
      one.expected.erase(at);
    } else {
      one.array.at(at) = one.expected[at] = step;
    }
  }
  ASSERT_GT(copies.size(), 4u);
  for (const Both& one : copies) {
    std::map<std::uint32_t, int> found;
    one.array.for_each([&](std::uint32_t at, int value) { found.emplace(at, value); });
    EXPECT_EQ(found, one.expected);
    for (int i = 0; i < 1000; ++i) {
      const std::uint32_t at = index();
      const int* value = one.array.find(at);
      const auto expected = one.expected.find(at);
      ASSERT_EQ(value != nullptr, expected != one.expected.end());
      if (value) {
        EXPECT_EQ(*value, expected->second);
      }
    }
  }
}

}  // namespace
}  // namespace whittle
