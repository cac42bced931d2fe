#include "base/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace whittle {
namespace {

std::string nested(int levels, const std::string& opening, const std::string& closing) {
  std::string text;
  for (int i = 0; i < levels; ++i) text += opening;
  text += "1";
  for (int i = 0; i < levels; ++i) text += closing;
  return text;
}

TEST(ParseJson, ATextThatIsNestedTooDeeplyIsNoJson) {
  EXPECT_FALSE(parse_json(nested(most_json_levels, "[", "]")).is_discarded());
  for (const int levels : {most_json_levels + 1, 100'000}) {
    EXPECT_TRUE(parse_json(nested(levels, "[", "]")).is_discarded());
    EXPECT_TRUE(parse_json(nested(levels, "{\"a\":", "}")).is_discarded());
  }
}

TEST(ParseJson, BracketsInStringsAndBesideOneAnotherAreNoDepth) {
  EXPECT_EQ(parse_json("\"" + std::string(2000, '[') + "\"").get<std::string>(),
            std::string(2000, '['));
  EXPECT_EQ(parse_json(R"(["\"[", "\\"])").size(), 2u);
  std::string many = "[0";
  for (int i = 0; i < 5000; ++i) many += ",[]";
  EXPECT_EQ(parse_json(many + "]").size(), 5001u);
}

TEST(ParseJson, OtherTextIsDiscarded) {
  for (const char* text : {"", "[", "]", "{\"a\"", "\"", "\"\\", "]]]][[[["})
    EXPECT_TRUE(parse_json(text).is_discarded()) << text;
}

}  // namespace
}  // namespace whittle
