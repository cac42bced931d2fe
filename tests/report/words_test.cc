#include "report/words.h"

#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace whittle {
namespace {

using std::chrono::duration;
using std::chrono::duration_cast;

/// The page's words are tested with the same examples (tests/page/state_test.mjs).
const nlohmann::json& examples_of_words() {
  static const nlohmann::json examples = nlohmann::json::parse(std::ifstream(WORDS));
  return examples;
}

TEST(Words, TimesAreSaidAsOnThePage) {
  for (const auto& one : examples_of_words().at("short_time"))
    EXPECT_EQ(short_time(duration_cast<std::chrono::microseconds>(duration<double>(one[0]))),
              one[1]);
  for (const auto& one : examples_of_words().at("clock_time"))
    EXPECT_EQ(clock_time(duration_cast<std::chrono::seconds>(duration<double>(one[0]))), one[1]);
}

TEST(Words, SharesAreSaidAsOnThePage) {
  for (const auto& one : examples_of_words().at("percent_of"))
    EXPECT_EQ(percent_of(one[0].get<double>(), one[1].get<double>()), one[2]);
}

TEST(Words, NumbersHaveCommas) {
  EXPECT_EQ(with_commas(88310u), "88,310");
  EXPECT_EQ(with_commas(-1204), "-1,204");
  EXPECT_EQ(with_commas(std::int64_t{0}), "0");
}

}  // namespace
}  // namespace whittle
