#include "page/flat_event.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(FlatEvent, HasTheFieldsOfALine) {
  const auto event = FlatEvent::read(
      R"({"event":"query","at":1.25,"list":3,"stage":"lines/x","interesting":true,"untested":false})");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->text("event"), "query");
  EXPECT_EQ(event->text("stage"), "lines/x");
  EXPECT_EQ(event->number("at"), 1.25);
  EXPECT_EQ(event->count("list"), 3u);
  EXPECT_TRUE(event->is("interesting"));
  EXPECT_FALSE(event->is("untested"));
}

TEST(FlatEvent, GivesNothingForAFieldThatIsMissingOrOfAnotherKind) {
  const auto event = FlatEvent::read(R"({"at":"soon","list":-1,"stage":7,"interesting":"true"})");
  ASSERT_TRUE(event);
  EXPECT_EQ(event->number("at"), 0);
  EXPECT_EQ(event->count("list"), 0u);
  EXPECT_EQ(event->text("stage"), "");
  EXPECT_FALSE(event->is("interesting"));
  EXPECT_EQ(event->text("event"), "");
  EXPECT_EQ(event->number("seconds"), 0);
}

TEST(FlatEvent, LeavesOtherLinesToAParser) {
  for (const char* line :
       {"", "{", "{}", "[1]", R"({"a":1)", R"({"a":1}x)", R"({"a":[1]})", R"({"a":{"b":1}})",
        R"({"a":"x\"y"})", R"({"a":"x)", R"({"a":})", R"({"a" :1})", R"({a:1})"})
    EXPECT_FALSE(FlatEvent::read(line)) << line;
}

}  // namespace
}  // namespace whittle
