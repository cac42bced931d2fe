#include "base/any_value.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

struct Interface {
  virtual ~Interface() = default;
  virtual int next() = 0;
};
struct Counter final : Interface {
  int next() override { return ++count; }
  int count = 0;
};
struct Constant final : Interface {
  explicit Constant(int number) : value(number) {}
  int next() override { return value; }
  int value;
};
using Any = AnyValue<Interface>;

TEST(AnyValue, ACopyHasAValueOfItsOwn) {
  Any counter{Counter()};
  EXPECT_EQ(counter->next(), 1);
  Any copy = counter;
  EXPECT_EQ(copy->next(), 2);
  EXPECT_EQ(copy->next(), 3);
  EXPECT_EQ(counter->next(), 2);
}

TEST(AnyValue, AssigningReplacesAValueOfAnotherType) {
  Any value{Counter()};
  const Any seven{Constant(7)};
  value = seven;
  EXPECT_EQ(value->next(), 7);
  const Any again = value;  // copies what it holds now
  value = Any{Counter()};
  EXPECT_EQ(value->next(), 1);
  EXPECT_EQ(Any(again)->next(), 7);
}

TEST(AnyValue, SurvivesBeingAssignedToItself) {
  Any counter{Counter()};
  counter->next();
  const Any& same = counter;
  counter = same;
  EXPECT_EQ(counter->next(), 2);
}

}  // namespace
}  // namespace whittle
