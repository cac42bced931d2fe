#include "plan/persistent_set.h"

#include <gtest/gtest.h>
#include <set>

#include "base/random.h"

namespace whittle {
namespace {

Hash hash(std::uint64_t number) {
  return hash_of(std::to_string(number));
}

TEST(PersistentSet, HoldsWhatWasInserted) {
  PersistentSet set;
  for (std::uint64_t i = 0; i < 5000; i += 2) set.insert(hash(i));
  for (std::uint64_t i = 0; i < 5000; ++i) EXPECT_EQ(set.contains(hash(i)), i % 2 == 0) << i;
}

TEST(PersistentSet, ACopyChangesWithoutItsOriginal) {
  Random random(1);
  struct Both {
    PersistentSet set;
    std::set<Hash> expected;
  };
  std::vector<Both> copies(1);
  for (int step = 0; step < 20'000; ++step) {
    if (copies.size() < 8 && random.below(1000) == 0)
      copies.push_back(copies[random.below(copies.size())]);
    Both& one = copies[random.below(copies.size())];
    const Hash added = hash(random.below(10'000));
    one.set.insert(added);
    one.expected.insert(added);
  }
  ASSERT_GT(copies.size(), 4u);
  for (const Both& one : copies)
    for (std::uint64_t i = 0; i < 10'000; ++i)
      ASSERT_EQ(one.set.contains(hash(i)), one.expected.contains(hash(i)));
}

TEST(PersistentSet, TellsHashesApartThatDifferInOneHalfOnly) {
  PersistentSet set;
  for (std::uint64_t i = 0; i < 100; ++i) set.insert(Hash{i, 7});
  for (std::uint64_t i = 0; i < 200; ++i) EXPECT_EQ(set.contains(Hash{i, 7}), i < 100);
  EXPECT_FALSE(set.contains(Hash{7, 8}));
}

}  // namespace
}  // namespace whittle
