#include "base/did_you_mean.h"

#include <array>
#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(EditDistance, CountsLettersPutInLeftOutReplacedAndSwapped) {
  EXPECT_EQ(edit_distance("probdd", "probdd"), 0u);
  EXPECT_EQ(edit_distance("prodd", "probdd"), 1u);
  EXPECT_EQ(edit_distance("probddd", "probdd"), 1u);
  EXPECT_EQ(edit_distance("prabdd", "probdd"), 1u);
  EXPECT_EQ(edit_distance("porbdd", "probdd"), 1u);
  EXPECT_EQ(edit_distance("", "dd"), 2u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(DidYouMean, NamesTheClosestIfItIsClose) {
  constexpr std::array<std::string_view, 3> known{"ddmin", "probdd", "wprobdd"};
  EXPECT_EQ(unknown_name("algorithm", "prodd", known),
            "unknown algorithm 'prodd', did you mean 'probdd'?");
  EXPECT_EQ(unknown_name("option", "banana", known), "unknown option 'banana'");
  EXPECT_EQ(did_you_mean("", known), std::nullopt);
}

}  // namespace
}  // namespace whittle
