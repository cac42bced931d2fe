// K. Heo, W. Lee, P. Pashakhanloo and M. Naik, "Effective Program Debloating via Reinforcement
// Learning", CCS 2018. The expected questions come from a direct port of the authors' program,
// github.com/aspire-project/chisel at dfa757f: Reduction.cpp, ProbabilisticModel.cpp.
#include "algorithms/chisel.h"

#include <gtest/gtest.h>

#include "support/reductions.h"

namespace whittle {
namespace {

// `getCandidates` lists the removal of each chunk, then the removal of all but each chunk;
// `doDeltaDebugging` returns to half of the list after each success.
TEST(ChiselProgram, RemovesHalvesAndReturnsToHalvesAfterASuccess) {
  check_steps(Chisel(8), needs({1, 7}), R"(
    . . . . 5 6 7 8  no
    1 2 3 4 . . . .  no
    . . 3 4 . . . .  no    # the tree: removing 1 and 5 was refused, so both at once come first
    . . . . . . 7 8  no
    . . 3 4 5 6 7 8  no
    1 2 . . 5 6 7 8  yes
    . . . . . 6 7 8  no    # six are left: chunks of three
    1 2 . . 5 . . .  no
    1 2 . . . . 7 8  yes
    1 2 . . . . . .  no    # 7 and 8; the removal of 1 and 2 was tested before
    1 2 . . . . . 8  no
    1 . . . . . . .  no
    . 2 . . . . 7 8  no
    1 . . . . . 7 8  yes
    1 . . . . . 7 .  yes)");
}

TEST(ChiselProgram, LeavesARestThatFillsNoChunkToTheComplements) {
  check_steps(Chisel(5), needs({2}), R"(
    . . . 4 5  no
    1 2 3 . .  yes
    . . 3 . .  no
    1 2 . . .  yes
    . 2 . . .  yes
    . . . . .  no)");
}

// `sortCandidates` gives a candidate one feature for each element that is left, but the tree
// learned with one for each element of the whole list. After the first success 4 to 12 are left, so
// the tree that asks about element 7 is answered for the seventh of those, which is 10.
TEST(ChiselProgram, SortsByThePlacesAmongThoseThatAreLeft) {
  check_steps(Chisel(12), needs({5, 11}), R"(
    . . . . . . 7 8 9 10 11 12  no
    1 2 3 4 5 6 . . . . . .  no
    . . . 4 5 6 . . . . . .  no
    . . . . . . . . . 10 11 12  no
    . . . 4 5 6 7 8 9 10 11 12  yes
    . . . . . . . . 9 10 11 12  no
    . . . 4 5 6 7 8 . . . .  no
    . . . . . . 7 8 9 10 11 12  no
    . . . 4 5 6 . . . 10 11 12  yes
    . . . 4 5 6 . . . . . .  no
    . . . . . 6 . . . 10 11 12  no
    . . . 4 5 . . . . . 11 12  yes
    . . . 4 5 . . . . . . .  no
    . . . 4 . . . . . . 11 12  no
    . . . 4 . . . . . . . .  no
    . . . . 5 . . . . . . .  no
    . . . . . . . . . . . 12  no
    . . . . 5 . . . . . 11 12  yes
    . . . . . . . . . . . 12  no    # the removal of 5 and 11; that of 4, 5 and 11 was another one
    . . . . 5 . . . . . 11 .  yes
    . . . . 5 . . . . . . .  no)");
}

TEST(ChiselProgram, AsksAboutTheLastElement) {
  check_steps(Chisel(1), needs({}), ".  yes");
}

// `Cache` holds removals, not candidates.
TEST(ChiselProgram, DoesNotRepeatARemovalThoughOthersHaveGoneSince) {
  const Predicate third_after_second = [](const Subset& kept) {
    return kept.contains(0) && (kept.contains(2) || !kept.contains(1));
  };
  check_steps(Chisel(3), third_after_second, R"(
    . . 3  no
    1 2 .  no
    . 2 .  no
    . 2 3  no
    1 . 3  yes)");
}

// `train`: before each round up to 100 candidates, then only where the number of candidates fits.
// The number is that of a port of the authors' program, whose order of more than 16 equally likely
// candidates is that of `std::sort`.
TEST(ChiselProgram, LearnsMoreRarelyAfterAHundredCandidates) {
  std::vector<std::size_t> multiples;
  for (std::size_t number = 11; number <= 150; number += 11) multiples.push_back(number);
  EXPECT_EQ(queries_asked(Chisel(150), needs(multiples)), 1210u);
}

}  // namespace
}  // namespace whittle
