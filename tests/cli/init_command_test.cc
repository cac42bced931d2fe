#include "cli/init_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/called.h"

namespace whittle {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// `whittle init bug.txt`, where crash.sh fails if its file has the word "crash".
struct InitCommand : InEmptyFolder {
  InitCommand() {
    write("bug.txt", "one\ncrash\n");
    write_program("crash.sh", "grep -q crash \"$1\" || exit 0; echo 'fatal: it crashed'; exit 3");
  }
  /// The conversation with these answers, each of which is a line.
  static Called conversation(const std::vector<std::string>& answers) {
    std::string typed;
    for (const std::string& answer : answers) typed += answer + "\n";
    return called(run_init, {"init", "bug.txt"}, typed);
  }
  const std::string command = "./crash.sh @@";
};

TEST_F(InitCommand, EnterKeepsTheFailureAndGivesTheCommandLine) {
  const Called call = conversation({command, "", ""});
  EXPECT_EQ(call.code, exit_success) << call.message();
  EXPECT_EQ(call.out, "whittle bug.txt -- ./crash.sh @@\n");
  EXPECT_THAT(call.err, HasSubstr("Which command shows the problem with bug.txt?"));
  EXPECT_THAT(call.err, HasSubstr("whittle: the command exits with 3:\n  fatal: it crashed\n"));
  EXPECT_THAT(call.err, HasSubstr("  1  this failure: "));
}

TEST_F(InitCommand, EachChoiceIsAnOption) {
  EXPECT_EQ(conversation({command, "2", "1"}).out,
            "whittle --same-bug any bug.txt -- ./crash.sh @@\n");
  EXPECT_EQ(conversation({command, "3", "it crashed (twice)", "1"}).out,
            "whittle --output 'it crashed \\(twice\\)' bug.txt -- ./crash.sh @@\n");
  EXPECT_EQ(conversation({command, "4", "10s", "1"}).out,
            "whittle --slower-than 10s bug.txt -- ./crash.sh @@\n");
}

TEST_F(InitCommand, AnAnswerThatIsNoChoiceIsAskedForAgain) {
  const Called call = conversation({command, "5", "0", "x", "4", "soon", "", "2m", "3", "1"});
  EXPECT_EQ(call.out, "whittle --slower-than 2m bug.txt -- ./crash.sh @@\n") << call.message();
  EXPECT_THAT(call.err, HasSubstr("'soon' is not a time"));
}

TEST_F(InitCommand, ACommandThatSucceedsIsAskedAboutItsOutputAndItsTime) {
  write("bug.txt", "one\n");
  const Called call = conversation({command, "1", "", "fatal", ""});
  EXPECT_EQ(call.out, "whittle --output fatal bug.txt -- ./crash.sh @@\n");
  EXPECT_THAT(call.err, HasSubstr("whittle: the command exits with 0\n"));
  EXPECT_THAT(call.err, HasSubstr("  1  a line that it prints\n"));
}

TEST_F(InitCommand, SignsOfTheShellMakeItOneWord) {
  const Called call = conversation({"cat @@ | ./crash.sh /dev/stdin", "1", "1"});
  EXPECT_EQ(call.out, "whittle bug.txt -- 'cat @@ | ./crash.sh /dev/stdin'\n") << call.message();
}

TEST_F(InitCommand, AScriptIsWrittenWithTheCallThatUsesIt) {
  const Called call = conversation({"  sh  crash.sh   @@ ", "1", "2"});
  EXPECT_EQ(call.code, exit_success) << call.message();
  EXPECT_EQ(call.out, "whittle --around . ./bug.txt.test.sh bug.txt\n")
      << "the command names a file of this folder";
  EXPECT_THAT(content("bug.txt.test.sh"), StartsWith("#!/bin/sh"));
  EXPECT_THAT(call.err, HasSubstr("bug.txt.test.sh is the test"));
  EXPECT_THAT(conversation({command, "1", "2"}).message(),
              HasSubstr("bug.txt.test.sh exists; --make-test does not overwrite it"));
}

TEST_F(InitCommand, AnEndOfTheAnswersIsAnErrorWithAWayOut) {
  const std::vector<std::string> answers = {command, "1", "1"};
  for (std::size_t given = 0; given < answers.size(); ++given) {
    const Called call = conversation({answers.begin(), answers.begin() + std::ptrdiff_t(given)});
    EXPECT_EQ(call.message(), "there is no answer to read");
    EXPECT_EQ(call.way_out(), "answer by flags: whittle init FILE -- COMMAND @@");
    EXPECT_EQ(call.out, "");
  }
  EXPECT_EQ(conversation({command, "3"}).message(), "there is no answer to read");
}

TEST_F(InitCommand, MistakesEndItBeforeAnythingIsRun) {
  EXPECT_EQ(called(run_init, {"init", "none.txt"}).message(), "none.txt does not exist");
  EXPECT_THAT(conversation({""}).message(), HasSubstr("no command after --"));
  EXPECT_THAT(conversation({"./no-such-program @@"}).message(), HasSubstr("no-such-program"));
}

TEST_F(InitCommand, WithACommandNothingIsAsked) {
  const Called call = called(run_init, {"init", "-j2", "bug.txt", "--", "./crash.sh", "@@"});
  EXPECT_EQ(call.out, "whittle --jobs=2 bug.txt -- ./crash.sh @@\n") << call.message();
  EXPECT_THAT(call.err, HasSubstr("exits with 3"));
  EXPECT_EQ(called(run_init, {"init", "-q", "bug.txt", "--", "./crash.sh", "@@"}).err, "");
}

}  // namespace
}  // namespace whittle
