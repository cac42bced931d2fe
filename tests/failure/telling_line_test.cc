#include "failure/telling_line.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

CommandRun printing(const std::string& text) {
  CommandRun run;
  run.exit_status = 1;
  run.out = BoundedOutput(1 << 16);
  run.out.append(text);
  return run;
}

TEST(TellingLine, NamesTheProblemRatherThanAnnouncingIt) {
  const CommandRun shown = printing(
      "The Compose file './docker-compose.yml' is invalid because:\n"
      "Unsupported config option for services.web: 'mem_limits'\n");
  EXPECT_EQ(
      telling_line({shown, shown}, printing("Top level object must be a mapping\n"), printing("")),
      "Unsupported config option for services.web: 'mem_limits'");
}

TEST(TellingLine, OfPytestHasTheValuesAndTheCallThatGaveThem) {
  const CommandRun shown = printing(
      "test_shop.py F\n"
      ">       assert shop.total([10]) == 12\n"
      "E       assert 10 == 12\n"
      "E        +  where 10 = <function total at 0x7f31>([10])\n"
      "E        +    where <function total at 0x7f31> = shop.total\n"
      "test_shop.py:17: AssertionError\n"
      "FAILED test_shop.py::test_with_tax - assert 10 == 12\n");
  EXPECT_EQ(telling_line({shown}, printing("no tests ran\n"), printing("4 passed\n")),
            "E        +  where 10 = <function total at 0xADDR>([10])");
}

TEST(TellingLine, SaysWhyByItsWordsOrBecauseItIsNearlyAlone) {
  const CommandRun one = printing("two rules about the language\n");
  EXPECT_TRUE(says_why("two rules about the language", one));
  const CommandRun many = printing("a b\nc d\ne f\ntwo rules about the language\n");
  EXPECT_FALSE(says_why("two rules about the language", many));
  EXPECT_TRUE(says_why("invalid language", many));
}

}  // namespace
}  // namespace whittle
