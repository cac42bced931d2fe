#include "remote/difference.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace whittle {
namespace {

Bytes lines(std::size_t count) {
  Bytes text;
  for (std::size_t i = 0; i < count; ++i)
    text += "  int variable_" + std::to_string(i * 7919 % 100'000) + " = 0;\n";
  return text;
}

void expect_same(BytesView base, BytesView after) {
  const Result<Bytes> back = applied(base, IndexedBase(Bytes(base)).difference(after));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, after);
}

TEST(Difference, any_text_comes_back_from_its_difference_to_any_other) {
  const Bytes texts[] = {"",
                         "a",
                         "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                         lines(3),
                         lines(40),
                         Bytes(100, '\0'),
                         "xyz" + lines(20)};
  for (const Bytes& base : texts)
    for (const Bytes& after : texts) expect_same(base, after);
}

TEST(Difference, parts_that_are_removed_inserted_or_moved_come_back) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Bytes base = lines(200);
    Bytes after = base;
    for (int change = 0; change < 5; ++change) {
      const std::size_t at = random.below(after.size()), size = random.below(300);
      const Bytes part = after.substr(at, size);
      if (round % 3 != 1) after.erase(at, size);
      if (round % 3 != 0) after.insert(random.below(after.size() + 1), part);
    }
    expect_same(base, after);
  }
}

TEST(Difference, a_hundred_removals_from_two_megabytes_cost_less_than_two_kilobytes) {
  const Bytes base = lines(80'000);
  ASSERT_GT(base.size(), 1'900'000u);
  Bytes after;
  for (std::size_t i = 0; i < 100; ++i) after += base.substr(i * 19'000, 15'000);
  const Bytes difference = IndexedBase(base).difference(after);
  EXPECT_LT(difference.size(), 2048u);
  EXPECT_EQ(applied(base, difference), after);
}

TEST(Difference, damaged_bytes_are_refused_or_give_some_text_but_never_more) {
  const Bytes base = lines(50);
  const Bytes good = IndexedBase(base).difference(base.substr(100, 900) + lines(10));
  Random random(2);
  for (int round = 0; round < 2000; ++round) {
    Bytes bad = good.substr(0, random.below(good.size() + 1));
    if (!bad.empty()) bad[random.below(bad.size())] = static_cast<char>(random.below(256));
    const Result<Bytes> back = applied(base, bad);
    EXPECT_LT(back ? back->size() : 0, 1u << 24);
  }
}

}  // namespace
}  // namespace whittle
