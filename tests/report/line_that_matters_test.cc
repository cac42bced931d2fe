#include "report/line_that_matters.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(LineThatMatters, IsOneThatTheInterestingRunDoesNotPrint) {
  EXPECT_EQ(line_that_matters("npm warn config\nbuild 12 began\nno needle\n",
                              "npm warn config\nbuild 7 began\nneedle found\n"),
            "no needle");
}

TEST(LineThatMatters, IsTheLastLineOfATraceback) {
  EXPECT_EQ(line_that_matters("Traceback (most recent call last):\n"
                              "  File \"total.py\", line 7, in <module>\n"
                              "    total += float(price)\n"
                              "             ^^^^^^^^^^^^\n"
                              "KeyError: 'price'\n",
                              "Traceback (most recent call last):\n"
                              "  File \"total.py\", line 9, in <module>\n"
                              "ValueError: could not convert\n"),
            "KeyError: 'price'");
}

TEST(LineThatMatters, IsTheAssertionOfPytest) {
  EXPECT_EQ(line_that_matters("test_shop.py F\n>       assert total() == 2\n"
                              "E       assert 1 == 2\nE        +  where 1 = total()\n",
                              ""),
            "assert 1 == 2");
}

TEST(LineThatMatters, IsAnErrorRatherThanAWarningBeforeIt) {
  EXPECT_EQ(line_that_matters("npm warn deprecated\nreading\nerror: unknown type\n", ""),
            "error: unknown type");
}

TEST(LineThatMatters, IsTheFirstOfLinesThatSayNothing) {
  EXPECT_EQ(line_that_matters("---\none\ntwo\n", ""), "one");
  EXPECT_EQ(line_that_matters("one\n", "one\n"), "one");
  EXPECT_EQ(line_that_matters("", "one\n"), "");
}

}  // namespace
}  // namespace whittle
