#include "base/subset.h"

#include <gtest/gtest.h>
#include <set>

#include "base/random.h"

namespace whittle {
namespace {

TEST(Subset, AllAndNoneHoldEveryElementAndNoElement) {
  for (std::size_t size : {0u, 1u, 63u, 64u, 65u, 200u}) {
    EXPECT_EQ(Subset::all(size).count(), size);
    EXPECT_EQ(Subset::none(size).count(), 0u);
    EXPECT_TRUE(Subset::none(size).empty());
    EXPECT_EQ(Subset::all(size).empty(), size == 0);
  }
}

TEST(Subset, AgreesWithAPlainSetUnderRandomChanges) {
  Random random(7);
  const std::size_t size = 150;
  Subset subset = Subset::none(size);
  std::set<std::uint32_t> judge;
  for (int step = 0; step < 2000; ++step) {
    const std::size_t a = random.below(size), b = random.below(size);
    const std::size_t begin = std::min(a, b), end = std::max(a, b);
    switch (random.below(4)) {
      case 0:
        subset.insert(a);
        judge.insert(static_cast<std::uint32_t>(a));
        break;
      case 1:
        subset.erase(a);
        judge.erase(static_cast<std::uint32_t>(a));
        break;
      case 2:
        subset.insert_range(begin, end);
        for (std::size_t i = begin; i < end; ++i) judge.insert(static_cast<std::uint32_t>(i));
        break;
      default:
        subset.erase_range(begin, end);
        for (std::size_t i = begin; i < end; ++i) judge.erase(static_cast<std::uint32_t>(i));
    }
    ASSERT_EQ(subset.elements(), std::vector<std::uint32_t>(judge.begin(), judge.end()));
    ASSERT_EQ(subset.count(), judge.size());
  }
}

TEST(Subset, SetOperationsGoElementByElement) {
  Subset a = Subset::none(70), b = Subset::none(70);
  a.insert(1), a.insert(69), b.insert(69), b.insert(2);
  EXPECT_EQ((a - b).elements(), std::vector<std::uint32_t>({1}));
  Subset both = a;
  both &= b;
  EXPECT_EQ(both.elements(), std::vector<std::uint32_t>({69}));
  Subset either = a;
  either |= b;
  EXPECT_EQ(either.elements(), std::vector<std::uint32_t>({1, 2, 69}));
  EXPECT_TRUE(both.is_subset_of(a));
  EXPECT_FALSE(a.is_subset_of(b));
}

}  // namespace
}  // namespace whittle
