#include "document/lines.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

constexpr BytesView sample = "a\n  bc \nd, \n e";

BytesView part(Range range) {
  return range.in(sample);
}

TEST(Lines, GoWithWhatIsAloneOnThem) {
  EXPECT_EQ(part(with_its_lines(sample, {4, 6})), "  bc \n");
  EXPECT_EQ(part(with_its_lines(sample, {0, 1})), "a\n");
  EXPECT_EQ(part(with_its_lines(sample, {13, 14})), " e");
  EXPECT_EQ(part(with_its_lines(sample, {0, 6})), "a\n  bc \n");
}

TEST(Lines, StayIfSomethingElseIsOnThem) {
  EXPECT_EQ(part(with_its_lines(sample, {4, 5})), "b");
  EXPECT_EQ(part(with_its_lines(sample, {8, 9})), "d");
}

TEST(Lines, AMarkTakesItsBlanksOrTheWholeGap) {
  const Range comma{9, 10}, room{9, 13};
  EXPECT_EQ(part(with_gap(sample, comma, room, Gap::blanks)), ", ");
  EXPECT_EQ(part(with_gap(sample, comma, room, Gap::all)), ", \n ");
  EXPECT_EQ(part(with_gap(sample, comma, {8, 13}, Gap::all)), ",");
}

TEST(Lines, WhiteSpaceHasOneMeaningInsideALineAndOneAcross) {
  EXPECT_TRUE(is_blank(' ') && is_blank('\t') && is_blank('\r') && is_blank('\f'));
  EXPECT_FALSE(is_blank('\n'));
  EXPECT_TRUE(is_all_space(" \r\n\t") && is_all_space(""));
  EXPECT_FALSE(is_all_space(" x"));
  EXPECT_EQ(trimmed(" \n a b\t"), "a b");
}

}  // namespace
}  // namespace whittle
