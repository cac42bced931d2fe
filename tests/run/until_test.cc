#include "run/until.h"

#include <gtest/gtest.h>

#include "report/run_log.h"

namespace whittle {
namespace {

using Kind = Until::Kind;

TEST(ParseUntil, ANumberWithAUnit) {
  struct Row {
    const char* text;
    Kind kind;
    double number;
  };
  for (const Row& row : {Row{"50%", Kind::share, 50},
                         {"0.5%", Kind::share, 0.5},
                         {"2048", Kind::bytes, 2048},
                         {"2KB", Kind::bytes, 2048},
                         {"2 kB", Kind::bytes, 2048},
                         {"1.5M", Kind::bytes, 1.5 * 1024 * 1024},
                         {"1 byte", Kind::bytes, 1},
                         {"100 tokens", Kind::tokens, 100},
                         {"1 token", Kind::tokens, 1},
                         {"20 lines", Kind::lines, 20},
                         {"20lines", Kind::lines, 20}}) {
    const Result<Until> until = parse_until(row.text);
    ASSERT_TRUE(until) << row.text;
    EXPECT_EQ(until->kind, row.kind) << row.text;
    EXPECT_EQ(until->number, row.number) << row.text;
    EXPECT_EQ(until->text, row.text);
  }
}

TEST(ParseUntil, ATimeWithoutAGain) {
  const Result<Until> until = parse_until("no gain in 10m");
  ASSERT_TRUE(until);
  EXPECT_EQ(until->kind, Kind::no_gain);
  EXPECT_EQ(until->time, std::chrono::minutes(10));
}

TEST(ParseUntil, RefusesEverythingElse) {
  for (const char* text : {"", "%", "100%", "-1", "-5 lines", "1e999", "nan", "ten", "10 meters",
                           "10  lines", "10 %%", "no gain", "no gain in ", "no gain in soon"})
    EXPECT_FALSE(parse_until(text)) << text;
}

/// The condition that holds after these candidates.
std::optional<std::string> reached(const char* until, const std::vector<std::string>& candidates,
                                   Goal goal = Goal::tokens) {
  RunStart start;
  start.original = Document::single("a", "a b c d\ne f g h\n");
  start.goal = goal;
  UntilWatch watch({*parse_until(until)}, start.original, goal);
  RunLog log(watch);
  log.started(start);
  for (const std::string& text : candidates) log.interesting(Document::single("a", text));
  return watch.reached();
}

TEST(UntilWatch, HoldsOnceACandidateIsSmallEnough) {
  EXPECT_EQ(reached("4 tokens", {"a b c d e\n"}), std::nullopt);
  EXPECT_EQ(reached("4 tokens", {"a b c d e\n", "a b c d\n"}), "4 tokens");
  EXPECT_EQ(reached("1 lines", {"a\nb\n"}), std::nullopt);
  EXPECT_EQ(reached("1 lines", {"a\nb\n", "a\n"}), "1 lines");
  EXPECT_EQ(reached("3", {"abcd"}), std::nullopt);
  EXPECT_EQ(reached("3", {"abc"}), "3");
}

TEST(UntilWatch, AShareIsOfTheGoal) {
  EXPECT_EQ(reached("50%", {"a b c d e\n"}), std::nullopt);
  EXPECT_EQ(reached("50%", {"a b c d\n"}), "50%");
  EXPECT_EQ(reached("50%", {"a b c d\n"}, Goal::bytes), "50%");
  EXPECT_EQ(reached("50%", {"a b c d e\n"}, Goal::lines), "50%");
}

TEST(UntilWatch, TheOriginalDoesNotCount) {
  EXPECT_EQ(reached("1000 lines", {}), std::nullopt);
}

TEST(UntilWatch, WhatWasReachedStaysReached) {
  EXPECT_EQ(reached("1 lines", {"a b\n", "a\n\n"}), "1 lines");
}

TEST(UntilWatch, ACandidateThatIsNotTheBestDoesNotCount) {
  EXPECT_EQ(reached("1 lines", {"a\nb\n", "a b c\n"}), std::nullopt);
}

TEST(UntilWatch, TimeWithoutAGainEndsIt) {
  EXPECT_EQ(reached("no gain in 1h", {"a\n"}), std::nullopt);
  Until at_once = *parse_until("no gain in 1s");
  at_once.time = std::chrono::microseconds(0);
  const UntilWatch watch({at_once}, Document::single("a", "a\n"), Goal::tokens);
  EXPECT_EQ(watch.reached(), "no gain in 1s");
}

TEST(UntilWatch, TheFirstOfSeveralConditionsIsNamed) {
  UntilWatch watch({*parse_until("1 lines"), *parse_until("99%")},
                   Document::single("a", "a b\nc d\n"), Goal::tokens);
  watch.improved({.number = 1, .stage = {}, .tokens = 3, .bytes = 6, .lines = 2});
  EXPECT_EQ(watch.reached(), "99%");
}

}  // namespace
}  // namespace whittle
