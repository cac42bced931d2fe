#include "oracle/fixture.h"
#include "oracle/golden.h"
#include "oracle/make_spec.h"
#include "process/program.h"

namespace whittle {
namespace {

class ConditionsTest : public OracleTest {
 protected:
  static TestSpec made(const Conditions& conditions) {
    auto test = make_spec(conditions);
    if (!test) throw std::runtime_error(test.error().message);
    test->timeout = 5s;
    return *test;
  }
  /// Whether the conditions hold; the script made of them must say the same.
  bool hold(const TestSpec& test, const Document& candidate) {
    const bool here = accepts(test, candidate);
    TestSpec scripted = script_test(write("made.sh", make_test_script(test), true));
    scripted.paths = test.paths;
    scripted.timeout = 5s;
    EXPECT_EQ(accepts(scripted, candidate), here) << make_test_script(test);
    return here;
  }
  bool hold(const Conditions& conditions, const Document& candidate) {
    return hold(made(conditions), candidate);
  }
  static Conditions shell(const std::string& text) {
    return {.command = {"sh", "-c", text, "sh", "@@"}};
  }
};

TEST_F(ConditionsTest, OneOfTheExitStatusesMustShow) {
  Conditions conditions = shell("exit $(cat $1)");
  conditions.exits = {3, 40};
  EXPECT_TRUE(hold(conditions, text("3")));
  EXPECT_TRUE(hold(conditions, text("40")));
  EXPECT_FALSE(hold(conditions, text("4")));
}

TEST_F(ConditionsTest, OneOfTheSignalsMustKill) {
  Conditions conditions = shell("kill -$(cat $1) $$");
  conditions.signals = {"SEGV", "SIGABRT", "4"};
  EXPECT_TRUE(hold(conditions, text("SEGV")));
  EXPECT_TRUE(hold(conditions, text("ABRT")));
  EXPECT_TRUE(hold(conditions, text("ILL")));
  EXPECT_FALSE(hold(conditions, text("KILL")));
  EXPECT_FALSE(hold(conditions, text("0")));
  conditions.signals = {"NONE"};
  EXPECT_EQ(make_spec(conditions).error().message, "unknown signal 'NONE'; see: kill -l");
}

TEST_F(ConditionsTest, PatternsLookAtTheStreamsTheyName) {
  const Conditions to_out{.command = {"cat", "@@"}};
  const Conditions to_err = shell("cat $1 >&2");
  const Document hit = text("one\nan  error: 12\nx"), miss = text("error: no\n");
  for (const bool stderr_too : {false, true}) {
    Conditions conditions = stderr_too ? to_err : to_out;
    conditions.stdout_has = {"^an +error: [0-9]+$"};
    EXPECT_EQ(hold(conditions, hit), !stderr_too);
    EXPECT_FALSE(hold(conditions, miss));
    std::swap(conditions.stdout_has, conditions.stderr_has);
    EXPECT_EQ(hold(conditions, hit), stderr_too);
    std::swap(conditions.stderr_has, conditions.output_has);
    EXPECT_TRUE(hold(conditions, hit));
    EXPECT_FALSE(hold(conditions, miss));
    std::swap(conditions.output_has, conditions.output_lacks);
    EXPECT_FALSE(hold(conditions, hit));
    EXPECT_TRUE(hold(conditions, miss));
  }
}

TEST_F(ConditionsTest, ABadPatternIsRefused) {
  const auto test = make_spec({.command = {"cat", "@@"}, .output_has = {"a(b"}});
  ASSERT_FALSE(test);
  EXPECT_EQ(test.error().kind, ErrorKind::usage);
  EXPECT_EQ(test.error().message, "bad regular expression 'a(b': missing )");
}

TEST_F(ConditionsTest, AMadeScriptReadsPatternsAsWeDo) {
  Conditions conditions{.command = {"cat", "@@"}};
  for (const std::string pattern :
       {"(?i)ERROR:\\s\\d+", "e.*?: \\d{2}", "\\Qr: 1\\E", "\\be\\w+: (?P<n>\\d)+\\z"}) {
    conditions.output_has = {pattern};
    EXPECT_TRUE(hold(conditions, text("an error: 12\n"))) << pattern;
    EXPECT_FALSE(hold(conditions, text("an error:\n12\n"))) << pattern;
  }
  conditions.output_has = {"^$"};
  EXPECT_FALSE(hold(conditions, text(""))) << "there is no line";
  EXPECT_TRUE(hold(conditions, text("\n")));
}

TEST_F(ConditionsTest, AllConditionsMustHold) {
  Conditions conditions = shell("cat $1; exit 7");
  conditions.exits = {7};
  conditions.output_has = {"a", "b"};
  conditions.output_lacks = {"c"};
  EXPECT_TRUE(hold(conditions, text("ab")));
  EXPECT_FALSE(hold(conditions, text("a")));
  EXPECT_FALSE(hold(conditions, text("abc")));
  conditions.exits = {8};
  EXPECT_FALSE(hold(conditions, text("ab")));
}

TEST_F(ConditionsTest, WhatIsSlowerThanAskedIsInterestingAndStopped) {
  Conditions conditions = shell("sleep $(cat $1)");
  conditions.slower_than = 1s;
  EXPECT_TRUE(hold(conditions, text("100")));
  EXPECT_FALSE(hold(conditions, text("0.01")));
}

TEST_F(ConditionsTest, TwoVersionsMustDisagreeAndBothAccept) {
  const Conditions conditions{.command = {"sed", "s/a/b/", "@@"},
                              .versus = {"sed", "s/a/c/", "@@"}};
  EXPECT_TRUE(hold(conditions, text("a\n")));
  EXPECT_FALSE(hold(conditions, text("x\n")));
  Conditions failing = shell("cat $1; grep -q ok $1");
  failing.versus = {"true", "@@"};
  EXPECT_TRUE(hold(failing, text("ok\n")));
  EXPECT_FALSE(hold(failing, text("no\n")));
}

TEST_F(ConditionsTest, PrecheckComesFirstAndGoodLast) {
  Conditions conditions = shell("echo main >> " + path("log") + "; grep -q bug $1");
  conditions.exits = {0};
  conditions.prechecks = {"echo pre >> " + path("log") + "; grep -q int @@"};
  conditions.goods = {"echo good >> " + path("log") + "; grep -q x '@@' \"@@\""};
  EXPECT_TRUE(accepts(made(conditions), text("int bug x")));
  EXPECT_EQ(read(path("log")), "pre\nmain\ngood\n");
  EXPECT_TRUE(hold(conditions, text("int bug x")));
  EXPECT_FALSE(hold(conditions, text("int bug")));
  EXPECT_FALSE(hold(conditions, text("int x")));
  write("log", "");
  EXPECT_FALSE(accepts(made(conditions), text("bug x")));
  EXPECT_EQ(read(path("log")), "pre\n");
}

TEST_F(ConditionsTest, StagesRunInOrderAndTheVerdictSaysWhichRefused) {
  Conditions conditions;
  conditions.prechecks = {"grep -q int @@"};
  conditions.stages = {{"compiles", "grep -q main \"$1\" && echo made > made"},
                       {"runs", "grep -q made made && grep -q x @@"}};
  EXPECT_TRUE(hold(conditions, text("int main x")));
  EXPECT_FALSE(hold(conditions, text("int main")));
  EXPECT_FALSE(hold(conditions, text("int x")));

  const auto spec = make_spec(conditions);
  ASSERT_TRUE(spec) << spec.error().message;
  const auto oracle = LocalOracle::make(*spec, {});
  ASSERT_TRUE(oracle) << oracle.error().message;
  const auto refused_by = [&](const std::string& content) {
    const Verdict verdict = (*oracle)->run_alone(text(content))->verdict;
    EXPECT_EQ(verdict.step_times.size(), verdict.last_step + 1);
    EXPECT_EQ(verdict.outcome, outcome_of(content == "int main x"));
    return spec->steps[verdict.last_step].name;
  };
  EXPECT_EQ(refused_by("main x"), "precheck");
  EXPECT_EQ(refused_by("int x"), "compiles");
  EXPECT_EQ(refused_by("int main"), "runs");
  EXPECT_EQ(refused_by("int main x"), "runs");
}

TEST_F(ConditionsTest, AShellCommandKnowsTheScriptItBeginsWith) {
  write("stage.sh", "#!/bin/sh\n");
  Conditions conditions;
  conditions.stages = {{"a", path("stage.sh") + " first"}, {"b", "cat " + path("stage.sh")}};
  const auto spec = make_spec(conditions);
  ASSERT_TRUE(spec) << spec.error().message;
  EXPECT_EQ(spec->steps[0].script, path("stage.sh"));
  EXPECT_EQ(spec->steps[1].script, "");
}

TEST_F(ConditionsTest, WithoutAPlaceForThePathTheCandidateIsOnStandardInput) {
  EXPECT_TRUE(hold(Conditions{.command = {"grep", "bug"}, .exits = {0}}, text("a bug")));
  EXPECT_FALSE(hold(Conditions{.command = {"grep", "bug"}, .exits = {0}}, text("a")));
}

TEST_F(ConditionsTest, ThePathCanBePartOfAnArgumentAndHaveASuffix) {
  Conditions conditions{.command = {"sh", "-c", "[ \"$1\" = --in=a.txt ]", "sh", "--in=@@"},
                        .exits = {0}};
  EXPECT_TRUE(hold(conditions, text("x")));
  conditions.command = {"sh", "-c", "[ \"$1\" = a.txt.c ] && grep -q x $1", "sh", "@@.c"};
  EXPECT_TRUE(hold(conditions, text("x")));
  conditions.command = {"sh", "-c", "[ \"$1\" = a.txt ] && grep -q x $1", "sh", "@@.txt"};
  EXPECT_TRUE(hold(conditions, text("x")));
}

TEST_F(ConditionsTest, OddNamesAreNoPartOfAShellCommand) {
  Conditions conditions{.command = {"cat", "@@"}, .exits = {0}, .goods = {"grep -q x @@"}};
  for (const std::string name : {"a b.c", "$(touch /tmp/owned)", "-e", "quote'.c"})
    EXPECT_TRUE(hold(conditions, Document::single(name, "x"))) << name;
}

TEST_F(ConditionsTest, TheGoldenRunFindsTheLineThatSaysMost) {
  const auto golden = [&](const std::string& output, const std::string& end) {
    const TestSpec test = made(shell("cat $1 >&2; " + end));
    auto found = golden_run(test, text(output), {});
    EXPECT_TRUE(found) << found.error().message;
    return found ? (*found)->sentence() : "";
  };
  EXPECT_EQ(golden("warning: x\na.c:3:1: internal compiler error: boom\nerror: late\n", "exit 4"),
            "exits with 4 and prints: internal compiler error: boom");
  EXPECT_EQ(
      golden("==9==ERROR: AddressSanitizer: heap\nSUMMARY: AddressSanitizer: heap /x/y.c:3 in f\n",
             "exit 1"),
      "exits with 1 and prints: AddressSanitizer: heap");
  EXPECT_EQ(golden("thread 'main' panicked at src/main.rs:2:5:\n", "exit 101"),
            "exits with 101 and prints: panicked at src/main.rs:N:N:")
      << "the input has this path, so it is a name";
  EXPECT_EQ(golden("error: x\nthread 'main' panicked at src/main.rs:2:5:\nno entry found for key "
                   "7\nnote: y\n",
                   "exit 101"),
            "exits with 101 and prints: no entry found for key N");
  EXPECT_EQ(golden("Traceback (most recent call last):\n  File\nValueError: bad 7\n", "exit 1"),
            "exits with 1 and prints: ValueError: bad N");
  EXPECT_EQ(golden("error[E0621]: explicit lifetime\nerror: aborting due to 1 previous error\n",
                   "exit 1"),
            "exits with 1 and prints: error[E0621]: explicit lifetime");
  EXPECT_EQ(golden("a.ts(3,1): error TS2304: Cannot find name 'x'.\n", "exit 2"),
            "exits with 2 and prints: error TS2304: Cannot find name 'x'.");
  EXPECT_EQ(golden("", "kill -SEGV $$"), "killed by SIGSEGV");
  EXPECT_EQ(golden("", "exit 9"), "exits with 9");
  EXPECT_EQ(golden("a.c:1: error: no such type\n", "kill -SEGV $$"), "killed by SIGSEGV");
}

TEST_F(ConditionsTest, ALineTellsTheOriginalFromAnEmptyFileIfTheExitStatusDoesNot) {
  const auto kept = [&](const std::string& shell_text) {
    const auto found = golden_run(made(shell(shell_text)), text("a\nb\nc\nd\n"), {});
    return found ? (*found)->sentence() : found.error().message;
  };
  // The empty file exits with 1 too.
  EXPECT_EQ(kept("echo checking; grep -q c $1 && echo 'services.web must be a list'; exit 1"),
            "exits with 1 and prints: services.web must be a list");
  EXPECT_EQ(kept("echo 'warning: old'; grep -q c $1 && echo \"plain $$ word\"; exit 1"),
            "exits with 1 and prints: plain N word");
  // So does the first half, for another reason.
  EXPECT_EQ(kept("[ -s $1 ] || exit 0; if grep -q d $1; then echo 'too many rows'; else echo "
                 "'no end'; fi; exit 1"),
            "exits with 1 and prints: too many rows");
  // The exit status tells them apart.
  EXPECT_EQ(kept("echo hello; grep -q d $1 && exit 1; exit 0"), "exits with 1");
  // It does, and a line says why.
  EXPECT_EQ(kept("grep -q d $1 || exit 0; echo 'two rules about rows'; exit 1"),
            "exits with 1 and prints: two rules about rows");
  // An error message that an empty file causes too says nothing.
  EXPECT_EQ(kept("echo 'error: no licence'; grep -q c $1 && echo 'row c is bad'; exit 1"),
            "exits with 1 and prints: row c is bad");
  // Nothing tells them apart.
  EXPECT_EQ(kept("echo same; exit 1"), "exits with 1");
  // A name of the file is no part of the line.
  EXPECT_EQ(kept("[ -s $1 ] && echo \"$1 has a bad row\"; exit 1"),
            "exits with 1 and prints: <...>.txt has a bad row");
}

TEST_F(ConditionsTest, AWarningIsKeptIfTheCommandSucceeds) {
  const auto found =
      golden_run(made(shell("grep -n bad $1 | sed 's/:.*/: option is deprecated/' >&2")),
                 text("a\nbad\n"), {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ((*found)->sentence(), "exits with 0 and prints: N: option is deprecated");
}

TEST_F(ConditionsTest, AnAnswerOfACommandThatSucceedsIsNamedAsALineToKeep) {
  const auto values = [&](const std::string& shell_text) {
    const auto found = golden_run(made(shell(shell_text)), text("a\nb\n"), {});
    EXPECT_FALSE(found);
    return found ? std::vector<std::string>() : found.error().cause.values;
  };
  EXPECT_EQ(values("echo run $$; [ -s $1 ] && echo 'sum 17'; true").front(),
            "to keep a line that it prints: test.conditions.output_has = 'sum 17'\n");
  EXPECT_EQ(values("echo run $$; echo done").front(), "") << "an empty file gives the same";
}

TEST_F(ConditionsTest, ACommandThatFindsTheFileByItselfIsNotAskedAboutAnotherName) {
  Conditions conditions{.command = {"sh", "-c",
                                    "grep -q c bug.txt || exit 0; [ -e bug.txt ] && "
                                    "echo 'row c is bad'; exit 1"}};
  const auto found = golden_run(made(conditions), Document::single("bug.txt", "a\nb\nc\n"), {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ((*found)->sentence(), "exits with 1 and prints: row c is bad");
}

TEST_F(ConditionsTest, FilesThatAreNotReducedKeepTheirContentInTheEmptyDocument) {
  Conditions conditions{.command = {"sh", "-c", "cat p/make; cat p/a; exit 2"}};
  const Document project(
      {{"p/a", 0644, share("a is broken\n")}, {"p/make", 0644, share("cannot\n")}});
  const auto kept = [&](const std::vector<std::string>& fixed) {
    const auto found = golden_run(made(conditions), project, {}, 1, true, fixed);
    return found ? (*found)->sentence() : found.error().message;
  };
  EXPECT_EQ(kept({"p/make"}), "exits with 2 and prints: a is broken");
  EXPECT_EQ(kept({}), "exits with 2 and prints: cannot");
}

TEST_F(ConditionsTest, ACommandThatDoesNotFailHasNothingToKeep) {
  const auto found = golden_run(made(shell("cat $1")), text("fine"), {});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::not_interesting);
}

/// `test` with the failure that its command shows on `original`.
TestSpec keeping(TestSpec test, const Document& original, SameBug level = SameBug::frames) {
  const auto found = golden_run(test, original, {});
  EXPECT_TRUE(found) << found.error().message;
  test.steps[test.main_step].expect.bug.emplace(wanted_bug(**found, level));
  return test;
}

TEST_F(ConditionsTest, AFailureHoldsWhereverItMovesAndNowhereElse) {
  const TestSpec any = made(shell("cat $1 >&2; exit 1"));
  const std::string failure = "/a/b.c:10:2: internal compiler error: in 'f' at 0x12 (x|y*)\n";
  const TestSpec test = keeping(any, text("pre\n" + failure));
  EXPECT_TRUE(hold(test, text(failure)));
  EXPECT_TRUE(hold(test, text("/c/d.c:7:99: internal compiler error: in 'f' at 0xbeef (x|y*)")));
  EXPECT_FALSE(hold(test, text("/c/d.c:7:99: internal compiler error: in 'g' at 0xbeef (x|y*)")));
  EXPECT_FALSE(hold(test, text("")));
}

TEST_F(ConditionsTest, APanicHasItsMessageOnTheNextLineOrNone) {
  const TestSpec any = made(shell("cat $1 >&2; exit 101"));
  const std::string panic = "thread 'main' panicked at src/main.rs:2:5:\n";
  const TestSpec with_message = keeping(any, text(panic + "no entry\n"));
  EXPECT_TRUE(hold(with_message, text("thread 'x' panicked at a.rs:9:9:\nno entry\n")));
  EXPECT_FALSE(hold(with_message, text(panic + "another\n")));
  EXPECT_FALSE(hold(with_message, text("no entry\n")));
  EXPECT_TRUE(hold(keeping(any, text(panic)), text(panic)));
}

TEST_F(ConditionsTest, TheFirstFramesMustBeTheSame) {
  const auto report = [](const std::string& top, const std::string& caller) {
    return text(
        "==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x12 at pc 0x34\n"
        "    #0 0x11 in __interceptor_memcpy x.inc:8\n    #1 0x12 in " +
        top + "(char*, int) /tmp/X_a.cc:4\n    #2 0x13 in " + caller +
        " /tmp/X_a.cc:5\n    #3 0x14 in __libc_start_main x.c:1\n");
  };
  // The command shows other functions than the candidate's, as a tool does.
  const TestSpec any = made(shell("sed s/X_/tool_/g $1 >&2; exit 1"));
  const TestSpec frames = keeping(any, report("X_f", "X_g"));
  EXPECT_EQ(frames.steps[0].expect.bug->wanted().sentence,
            "exits with 1 and prints: AddressSanitizer: heap-use-after-free, in tool_f (called by "
            "tool_g)");
  EXPECT_TRUE(hold(frames, report("X_f", "X_g")));
  EXPECT_FALSE(hold(frames, report("X_f", "X_h")));
  EXPECT_FALSE(hold(frames, report("X_g", "X_f")));
  const TestSpec message = keeping(any, report("X_f", "X_g"), SameBug::message);
  EXPECT_TRUE(hold(message, report("X_h", "X_f")));
  EXPECT_FALSE(hold(message, text("==7==ERROR: AddressSanitizer: SEGV on address 0x1\n")));
  const TestSpec kind = keeping(any, report("X_f", "X_g"), SameBug::kind);
  EXPECT_TRUE(hold(kind, text("==7==ERROR: AddressSanitizer: SEGV on address 0x1\n")));
  EXPECT_FALSE(hold(kind, text("error: no such file\n")));
  EXPECT_TRUE(hold(keeping(any, report("X_f", "X_g"), SameBug::any), text("anything\n")));
}

TEST_F(ConditionsTest, AFunctionOfALibraryIsNotTheCandidatesThoughTheCandidateNamesIt) {
  const TestSpec test = made(shell(R"(name=${1##*/}; printf "thread 'main' panicked at a.rs:1:2:
none
stack backtrace:
   0: lib::unwrap
             at /nowhere/lib/option.rs:3:4
   1: ${name%%.*}::price
             at ./${1##*/}:1:2
" >&2; exit 101)"));
  const auto found = golden_run(test, text("fn price() { get().unwrap() }"), {});
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ((*found)->frames.size(), 2u) << "the second one is in a crate named after the file";
  EXPECT_TRUE((*found)->frames.back().name.ends_with("::price"));
}

TEST_F(ConditionsTest, TheLastFramesOfATracebackMustBeTheSame) {
  const auto traceback = [](const std::string& inner) {
    return text(
        "Traceback (most recent call last):\n  File \"X_a.py\", line 4, in <module>\n"
        "  File \"X_a.py\", line 3, in X_outer\n  File \"X_a.py\", line 2, in " +
        inner + "\nValueError: bad 7\n");
  };
  const TestSpec test = keeping(made(shell("sed s/X_/tool_/g $1 >&2; exit 1")), traceback("X_f"));
  EXPECT_TRUE(hold(test, traceback("X_f")));
  EXPECT_FALSE(hold(test, traceback("X_g")));
}

TEST_F(ConditionsTest, TheNameOfTheFileIsNoPartOfAFailure) {
  const TestSpec test = made(shell("echo \"error: cannot read $1 at all\" >&2; exit 1"));
  const auto found = golden_run(test, text("x"), {});
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ((*found)->message, "error: cannot read <...>.txt at all");
}

TEST_F(ConditionsTest, TheGoldenRunIsRepeatedUntilTheCommandFails) {
  const std::string runs = path("runs");
  const TestSpec test =
      made(shell("echo x >>" + runs + "; [ $(wc -l <" + runs + ") -lt 3 ] || exit 7"));
  const auto found = golden_run(test, text("x"), {}, 3);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ((*found)->exit_status, 7);
}

TEST_F(ConditionsTest, OfAFailureThatComesAndGoesFiveAreCompared) {
  const std::string runs = path("runs");
  // Every third run fails; from the third failure on, another worker dies.
  const TestSpec test =
      made(shell("echo x >>" + runs + "; n=$(wc -l <" + runs +
                 "); [ $((n % 3)) = 0 ] || exit 0; [ $n -lt 9 ] && who=reader || who=writer; "
                 "echo \"error: the $who died\" >&2; exit 7"));
  const auto found = golden_run(test, text("x"), {}, 50);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ((*found)->message, "error: the <...> died");
}

TEST_F(ConditionsTest, PatternsMatchCharactersOfUtf8) {
  Conditions conditions{.command = {"cat", "@@"}};
  conditions.output_has = {"^caf.$", "[\xc3\xa9]"};
  EXPECT_TRUE(hold(conditions, text("caf\xc3\xa9\n")));
  EXPECT_FALSE(hold(conditions, text("caf\xc3\xa8\n")));
}

TEST_F(ConditionsTest, AMadeScriptSetsTheEnvironmentItWasLearnedUnder) {
  ::setenv("ASAN_OPTIONS", "symbolize=0 a", 1);
  const TestSpec any = made(shell("cat $1 >&2; exit 1"));
  EXPECT_TRUE(learned_environment(any).empty());
  const TestSpec test = keeping(any, text("panic: one\n"));
  const std::string script = make_test_script(test, learned_environment(test));
  EXPECT_NE(script.find("export ASAN_OPTIONS='symbolize=0 a'\n"), std::string::npos) << script;
  ::unsetenv("ASAN_OPTIONS");
}

TEST_F(ConditionsTest, ACandidateThatFailsInAnotherWayIsNamed) {
  TestSpec test = keeping(made(shell("cat $1 >&2; exit 1")), text("panic: one\n"));
  test.watch_other_failures = true;
  EXPECT_EQ(ask(test, text("panic: one\n")).other_failure, "");
  EXPECT_EQ(ask(test, text("panic: two\n")).other_failure, "exits with 1 and prints: panic: two");
  EXPECT_EQ(ask(test, text("a.c:1: error: no such type\n")).other_failure, "");
  EXPECT_EQ(ask(test, text("")).other_failure, "");
}

TEST_F(ConditionsTest, ProgramsThatCannotBeRunAreToldApart) {
  const auto why = [](const std::string& name) {
    const auto found = find_test(name);
    EXPECT_FALSE(found) << name;
    EXPECT_EQ(found.error().kind, ErrorKind::test);
    return found.error().message;
  };
  EXPECT_EQ(why(path("none.sh")), path("none.sh") + " does not exist");
  const std::string plain = write("plain.sh", "#!/bin/sh\n");
  EXPECT_EQ(why(plain), fmt::format("{0} is not executable; try: chmod +x {0}", plain));
  const std::string odd = write("odd.sh", "#! /no/such/shell -e\n", true);
  EXPECT_EQ(why(odd), odd + " cannot be run: its interpreter /no/such/shell does not exist");
  const std::string windows = write("windows.sh", "#!/bin/sh\r\nexit 0\r\n", true);
  EXPECT_NE(why(windows).find("Windows line ends"), std::string::npos);
  EXPECT_NE(why("/tmp").find("is a folder"), std::string::npos);
  EXPECT_EQ(*find_test("sh"), *find_program("sh"));

  // Only running it shows that it is no program at all.
  auto tester = oracle(script_test(write("text", "exit 0\n", true)));
  const auto started = tester->start(1, text(""));
  ASSERT_FALSE(started);
  EXPECT_NE(started.error().message.find("neither a program nor a script"), std::string::npos);
}

}  // namespace
}  // namespace whittle
