// G. Gharachorlu and N. Sumner, "Avoiding the Familiar to Speed Up Test Case Reduction" (one pass
// delta debugging), 2018.
#include "algorithms/one_pass.h"

#include <gtest/gtest.h>

#include "papers/examples.h"

#include "algorithms/ddmin.h"

namespace whittle {
namespace {

/// Figure 3: needs a, c, e and g; and b may go only if d has gone, d only if f, f only if h.
bool oracle1(const Subset& kept) {
  const auto left_before = [&](char one, char other) {
    return has(kept, one) || !has(kept, other);
  };
  return has(kept, 'a') && has(kept, 'c') && has(kept, 'e') && has(kept, 'g') &&
         left_before('b', 'd') && left_before('d', 'f') && left_before('f', 'h');
}
bool oracle2(const Subset& kept) {
  return has(kept, 'a') && has(kept, 'c');
}
bool oracle3(const Subset& kept) {
  return (has(kept, 'c') && has(kept, 'h')) || (has(kept, 'd') && has(kept, 'f'));
}

Subset letters(std::size_t size, std::string_view text) {
  Subset subset = Subset::none(size);
  for (char letter : text) subset.insert(static_cast<std::size_t>(letter - 'a'));
  return subset;
}

/// Checks that `steps` hold the rows of `table` in its order; dots in the papers stand for the
/// rest.
void expect_in_order(const Steps& steps, std::string_view table) {
  std::istringstream lines{std::string(table)};
  std::size_t step = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t start = line.find_first_not_of(' ');
    if (start == std::string::npos) continue;
    std::string row = line.substr(start);
    const auto text = [&] {
      return printed(steps.asked[step], true) + (steps.interesting[step] ? "  yes" : "  no");
    };
    while (step < steps.asked.size() && text() != row) ++step;
    ASSERT_LT(step, steps.asked.size()) << "does not come, or not there: " << row;
    ++step;
  }
}

constexpr DdminOptions revisiting{.after_success = AfterSuccess::restart};

TEST(OnePass, DdminRevisitsAsInFigure2) {
  const Steps steps = run(Ddmin(8, revisiting), oracle1);
  expect_in_order(steps, R"(
      a b c d . . . .  no
      . . . . e f g h  no
      a b . . . . . .  no
      . . c d . . . .  no
      . . c d e f g h  no
      a b . . e f g h  no
      a . . . . . . .  no
      . b . . . . . .  no
      . b c d e f g h  no
      a . c d e f g h  no
      a b c d e f g .  yes
      . b c d e f g .  no
      a . c d e f g .  no
      a b c d e . g .  yes
      . b c d e . g .  no
      a b c . e . g .  yes
      a . c . e . g .  yes
  )");
  EXPECT_EQ(steps.result, letters(8, "aceg"));
}

// "The quadratic behavior can be eliminated by simply performing ddmin in reverse order."
TEST(OnePass, DependencesTakenInTheirOrderNeedNoRevisits) {
  const auto complements = [](Direction direction) {
    return Ddmin(8, {.order = Order::complements_only,
                     .direction = direction,
                     .after_success = AfterSuccess::restart});
  };
  EXPECT_EQ(run(complements(Direction::backward), oracle1).result, letters(8, "aceg"));
  EXPECT_LT(queries_asked(complements(Direction::backward), oracle1),
            queries_asked(complements(Direction::forward), oracle1));
  EXPECT_EQ(run(OnePass(8, {.direction = Direction::backward}), oracle1).result,
            letters(8, "aceg"));
  EXPECT_EQ(run(OnePass(8), oracle1).result, letters(8, "abcdefg"))
      << "one pass forward comes to h last, when b, d and f have had their turn";
}

TEST(OnePass, UnambiguityHoldsForOneOracleOfFigure4AndNotForTheOther) {
  const Subset all = letters(8, "abcdefgh"), one = letters(8, "abcdef"), two = letters(8, "abcdgh");
  Subset both = one;
  both &= two;
  EXPECT_EQ(both, letters(8, "abcd"));
  for (const Subset& kept : {all, one, two, both})
    EXPECT_TRUE(oracle2(kept)) << printed(kept, true);
  for (const Subset& kept : {all, one, two}) EXPECT_TRUE(oracle3(kept)) << printed(kept, true);
  EXPECT_FALSE(oracle3(both));
}

TEST(OnePass, TheResultIsInterestingEvenWhereTheTestIsAmbiguous) {
  for (Direction direction : {Direction::forward, Direction::backward})
    for (bool subsets : {true, false}) {
      const OnePass opdd(8, {.direction = direction, .subsets = subsets});
      EXPECT_EQ(run(opdd, oracle2).result, letters(8, "ac"));
      EXPECT_TRUE(oracle3(run(opdd, oracle3).result));
      EXPECT_EQ(run(opdd, oracle3).result.count(), 2u);
    }
}

/// Figure 5 needs a to h, and i and j as long as k or l are there.
bool oracle5(const Subset& kept) {
  const bool kl = has(kept, 'k') || has(kept, 'l');
  return letters(12, "abcdefgh").is_subset_of(kept) && (!kl || (has(kept, 'i') && has(kept, 'j')));
}

// The figure lists complements and begins at six chunks. In print "8" stands before the last row,
// which is the first at the finer cut: four chunks of two have become eight.
TEST(OnePass, DdminRemovesIAndJTogetherInARevisitAsInFigure5a) {
  const Ddmin ddmin(
      12,
      {.order = Order::complements_only, .after_success = AfterSuccess::restart, .first_cut = 6});
  check_steps(ddmin, oracle5, R"(
      . . c d e f g h i j k l  no     # 6
      a b . . e f g h i j k l  no
      a b c d . . g h i j k l  no
      a b c d e f . . i j k l  no
      a b c d e f g h . . k l  no
      a b c d e f g h i j . .  yes
      . . c d e f g h i j . .  no     # 5
      a b . . e f g h i j . .  no
      a b c d . . g h i j . .  no
      a b c d e f . . i j . .  no
      a b c d e f g h . . . .  yes    # (*)
      . . c d e f g h . . . .  no     # 4
      a b . . e f g h . . . .  no
      a b c d . . g h . . . .  no
      a b c d e f . . . . . .  no
      . b c d e f g h . . . .  no     # 8
      a . c d e f g h . . . .  no
      a b . d e f g h . . . .  no
      a b c . e f g h . . . .  no
      a b c d . f g h . . . .  no
      a b c d e . g h . . . .  no
      a b c d e f . h . . . .  no
      a b c d e f g . . . . .  no
  )");
}

TEST(OnePass, OpddRemovesThemOneByOneAtTheFinerCutAsInFigure5b) {
  check_steps(OnePass(12, {.subsets = false, .first_cut = 6}), oracle5, R"(
      . . c d e f g h i j k l  no     # 6
      a b . . e f g h i j k l  no
      a b c d . . g h i j k l  no
      a b c d e f . . i j k l  no
      a b c d e f g h . . k l  no
      a b c d e f g h i j . .  yes
      . b c d e f g h i j . .  no     # 10
      a . c d e f g h i j . .  no
      a b . d e f g h i j . .  no
      a b c . e f g h i j . .  no
      a b c d . f g h i j . .  no
      a b c d e . g h i j . .  no
      a b c d e f . h i j . .  no
      a b c d e f g . i j . .  no
      a b c d e f g h . j . .  yes    # (*)
      a b c d e f g h . . . .  yes    # (*)
  )");
}

/// dd+, of which the paper shows in Figure 9 why it is not among our algorithms. It searches `part`
/// with `remains` always there: in the half that fails with them, or else in both, and puts
/// together what it finds, which nobody has tested.
Subset dd_plus(const Subset& part, const Subset& remains, const Predicate& predicate,
               std::vector<Subset>& tested) {
  if (part.count() == 1) return part;
  const std::vector<std::uint32_t> elements = part.elements();
  Subset first = Subset::none(part.size());
  for (std::size_t i = 0; i < elements.size() / 2; ++i) first.insert(elements[i]);
  const Subset second = part - first;
  const auto together = [](Subset a, const Subset& b) { return a |= b; };
  for (const Subset& half : {first, second}) {
    tested.push_back(together(half, remains));
    if (predicate(tested.back())) return dd_plus(half, remains, predicate, tested);
  }
  const Subset in_first = dd_plus(first, together(remains, second), predicate, tested);
  const Subset in_second = dd_plus(second, together(remains, first), predicate, tested);
  return together(in_first, in_second);
}

TEST(OnePass, DdPlusGivesAWrongResultAsInFigure9) {
  std::vector<Subset> tested;
  const Subset result = dd_plus(letters(8, "abcdefgh"), letters(8, ""), Predicate(oracle3), tested);
  Steps steps;
  for (const Subset& kept : tested) {
    steps.asked.push_back(kept);
    steps.interesting.push_back(oracle3(kept));
  }
  expect_in_order(steps, R"(
      a b c d . . . .  no
      . . . . e f g h  no
      a b . . e f g h  no
      . . c d e f g h  yes
      . . c . e f g h  yes
      a b c d e f . .  yes
      a b c d . f . .  yes
  )");
  EXPECT_EQ(result, letters(8, "cf"));
  EXPECT_FALSE(oracle3(result));
}

// Fig. 2's step (1): when one element is enough, each round finds the half that holds it.
TEST(OnePass, OneNeededElementIsFoundInALogarithmicNumberOfTests) {
  EXPECT_LE(queries_asked(Ddmin(1024), needs({700})), 20u);
  EXPECT_LE(queries_asked(OnePass(1024), needs({700})), 21u);
}

}  // namespace
}  // namespace whittle
