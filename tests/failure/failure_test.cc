#include "failure/failure.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

#include "failure/mask.h"
#include "failure/same_bug.h"
#include "failure/shown.h"
#include "failure/signals.h"
#include "failure/telling_line.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// A sample: the output of a tool, and above it how it was made and the failure that it shows.
struct FailureSample {
  std::string expected, output;
  int status = 0;

  CommandRun run() const { return run_that_printed(output, status); }
  Failure failure() const { return failure_in(run()); }
};

FailureSample read_sample(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  FailureSample sample;
  for (std::string line; std::getline(file, line) && line != "----";) {
    if (line.starts_with("status: "))
      sample.status = std::stoi(line.substr(8));
    else if (!line.starts_with("made by: "))
      sample.expected += line + "\n";
  }
  std::stringstream rest;
  rest << file.rdbuf();
  sample.output = rest.str();
  return sample;
}

FailureSample sample_named(const std::string& name) {
  return read_sample(fs::path(FAILURE_SAMPLES) / (name + ".txt"));
}

bool shows(const FailureSample& sample, const Failure& wanted, SameBug level) {
  return BugMatcher(wanted_bug(wanted, level)).shown_by(sample.run());
}

/// A copy in which `from` is `to` everywhere.
FailureSample with(FailureSample sample, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = sample.output.find(from, at)) != std::string::npos;
       at += to.size())
    sample.output.replace(at, from.size(), to);
  return sample;
}

TEST(Failure, IsReadFromTheOutputOfEachTool) {
  std::size_t samples = 0;
  for (const fs::path& path : fs::directory_iterator(FAILURE_SAMPLES)) {
    const FailureSample sample = read_sample(path);
    EXPECT_EQ(shown_failure(sample.failure()), sample.expected) << path;
    ++samples;
  }
  EXPECT_GE(samples, 40u);
}

TEST(Failure, OfEachSampleIsShownByThatSampleAtEachLevel) {
  for (const fs::path& path : fs::directory_iterator(FAILURE_SAMPLES)) {
    const FailureSample sample = read_sample(path);
    for (const SameBug level : {SameBug::any, SameBug::kind, SameBug::message, SameBug::frames})
      EXPECT_TRUE(shows(sample, sample.failure(), level)) << path << ' ' << name_of(level);
  }
}

TEST(Failure, WithSymbolizeZeroTheModuleAndItsOffsetAreThePlace) {
  const FailureSample sample = sample_named("asan_symbolize_0");
  EXPECT_TRUE(
      shows(with(sample, "/tmp/hf/asan+", "/else/asan+"), sample.failure(), SameBug::frames));
  EXPECT_FALSE(
      shows(with(sample, "asan+0x1370", "asan+0x1371"), sample.failure(), SameBug::frames));
}

TEST(Failure, InLlvmWithoutNamesBeginsBelowTheHandlerOfTheCrash) {
  FailureSample sample = sample_named("clang_crash");
  sample.output = std::regex_replace(sample.output, std::regex(" 0x0000[^\n]*? (?=\\(/)"), " 0x1 ");
  const Failure failure = sample.failure();
  EXPECT_EQ(failure.frames.front().name, "libclang-cpp.so.14+0xa20692");
  EXPECT_EQ(failure.frames.size(), 5u);
  EXPECT_TRUE(shows(sample, failure, SameBug::frames));
  EXPECT_FALSE(shows(with(sample, "0xa2dde4", "0xa2dde8"), failure, SameBug::frames))
      << "the fifth";
}

TEST(Failure, InTheModuleThatACandidateBecomesHasNoPlace) {
  const FailureSample sample = sample_named("asan_symbolize_0");
  const Failure elsewhere = with(sample, "/tmp/hf/asan+", "/tmp/whittle-2/asan+").failure();
  EXPECT_TRUE(observed_again(sample.failure(), elsewhere).frames.empty());
}

TEST(Failure, SkipsFramesOfInterceptors) {
  const FailureSample sample = sample_named("asan_memcpy");
  EXPECT_EQ(sample.failure().frames.front().name, "copy");
  EXPECT_TRUE(shows(with(sample, "__interceptor_memcpy", "__asan_memcpy"), sample.failure(),
                    SameBug::frames));
}

TEST(Failure, OfUbsanIsItsMessageAndNotItsEmptySummary) {
  const FailureSample sample = sample_named("ubsan_clang");
  EXPECT_TRUE(
      shows(with(sample, "exponent 42", "exponent -7"), sample.failure(), SameBug::message));
  EXPECT_FALSE(shows(with(sample, "shift exponent 42 is too large", "division by zero"),
                     sample.failure(), SameBug::message));
}

TEST(Failure, OfUbsanWithoutAStackHappensAtAPlaceInTheProgram) {
  const FailureSample sample = sample_named("ubsan_gcc");
  const Failure failure = sample.failure();
  EXPECT_TRUE(shows(with(sample, "heap.c:19", "/home/me/heap.c:19"), failure, SameBug::frames));
  EXPECT_FALSE(shows(with(sample, "heap.c:19", "heap.c:18"), failure, SameBug::frames));
  EXPECT_TRUE(shows(with(sample, "heap.c:19", "heap.c:18"), failure, SameBug::message));
}

TEST(Failure, OfAPanicWithoutABacktraceHappensAtAPlaceInTheProgram) {
  const FailureSample sample{.expected = "",
                             .output =
                                 "thread 'main' panicked at src/parse.rs:7:13:\n"
                                 "called `Option::unwrap()` on a `None` value\n",
                             .status = 101};
  EXPECT_EQ(sample.failure().place, "parse.rs:7:13");
  EXPECT_FALSE(shows(with(sample, "parse.rs:7", "lex.rs:7"), sample.failure(), SameBug::frames));
}

/// A candidate with these words, and with what is known of places.
CandidateParts candidate(std::set<std::string> words, std::map<std::string, bool> places = {}) {
  return {[words](const std::string& word) { return words.contains(word); },
          [places](const std::string& place) -> std::optional<bool> {
            const auto found = places.find(place);
            return found == places.end() ? std::nullopt : std::optional(found->second);
          }};
}

TEST(Failure, HasNoPlaceIfThePlaceVariesOrIsInTheCandidate) {
  const FailureSample sample = sample_named("ubsan_gcc");
  const Failure elsewhere = with(sample, "heap.c", "another_name.c").failure();
  EXPECT_EQ(observed_again(sample.failure(), elsewhere).place, "");
  EXPECT_EQ(without_callers_in(sample.failure(), candidate({}, {{"heap.c", true}})).place, "");
  EXPECT_EQ(without_callers_in(sample.failure(), candidate({}, {{"t.c", true}})).place,
            "heap.c:19:53");
}

TEST(Failure, WithACauseIsAnotherOneWithAnotherCause) {
  for (const auto& [name, from, to] : {std::tuple{"java_cause", "low 7", "high 7"},
                                       {"node_cause", "low went", "it went"},
                                       {"python_cause", "KeyError: 'k'", "KeyError: 'l'"},
                                       {"cxx_what", "std::out_of_range", "std::domain_error"}}) {
    const FailureSample sample = sample_named(name);
    EXPECT_FALSE(shows(with(sample, from, to), sample.failure(), SameBug::message)) << name;
    EXPECT_TRUE(shows(with(sample, from, to), sample.failure(), SameBug::kind)) << name;
  }
}

TEST(Failure, WithACauseThatVariesHasNone) {
  const FailureSample sample = sample_named("java_cause");
  const Failure again = with(sample, "low 7", "else").failure();
  EXPECT_EQ(observed_again(sample.failure(), again).detail,
            "java.lang.IllegalStateException: <...>");
  EXPECT_EQ(observed_again(sample.failure(), with(sample, "Caused by", "By").failure()).detail, "");
}

TEST(Failure, OfGoIsInTheGoroutineThatPanicked) {
  const FailureSample sample{.expected = "",
                             .output =
                                 "fatal error: all goroutines are asleep - deadlock!\n\n"
                                 "goroutine 1 [chan receive]:\n"
                                 "example.com/my-tool/pipe.Run[...](0xc0, {0x1, 0x2})\n"
                                 "\t/home/me/pipe.go:7 +0x1\n"
                                 "goroutine 6 [select]:\n"
                                 "main.other()\n\t/home/me/main.go:7 +0x1\n",
                             .status = 2};
  const Failure failure = sample.failure();
  ASSERT_EQ(failure.frames.size(), 1u);
  EXPECT_EQ(failure.frames.front().name, "example.com/my-tool/pipe.Run[...]");
  EXPECT_TRUE(shows(with(sample, "main.other", "main.third"), failure, SameBug::frames));
}

TEST(Failure, OfInstructionSelectionDoesNotDependOnTheNumberOfTheNode) {
  const FailureSample sample{
      .expected = "",
      .output = "LLVM ERROR: Cannot select: t12: i32,ch = load<(load 4)> t0\n",
      .status = -6};
  EXPECT_TRUE(shows(with(sample, "t12", "t3"), sample.failure(), SameBug::message));
  EXPECT_TRUE(shows(with(sample, "t12", "0x55d1"), sample.failure(), SameBug::message));
  EXPECT_FALSE(shows(with(sample, "= load", "= store"), sample.failure(), SameBug::message));
}

TEST(Failure, OfGlobalIselIsTheOperation) {
  const FailureSample sample{
      .expected = "",
      .output =
          "LLVM ERROR: unable to legalize instruction: %1:_(s32) = G_FSIN %0:_ (in function: "
          "f)\n",
      .status = -6};
  EXPECT_TRUE(
      shows(with(sample, "function: f", "function: g"), sample.failure(), SameBug::message));
  EXPECT_FALSE(shows(with(sample, "G_FSIN", "G_FCOS"), sample.failure(), SameBug::message));
}

TEST(Failure, OfAVerifierIsWhatItFound) {
  const FailureSample ir{.expected = "",
                         .output =
                             "Instruction does not dominate all uses!\n  %a = add i32 1, 2\n"
                             "in function f\n"
                             "LLVM ERROR: Broken function found, compilation aborted!\n",
                         .status = -6};
  EXPECT_FALSE(shows(with(ir, "Instruction does not dominate all uses", "Invalid bitcast"),
                     ir.failure(), SameBug::message));
  const FailureSample gimple{.expected = "",
                             .output =
                                 "t.c:3:1: error: type mismatch in binary expression\n"
                                 "during GIMPLE pass: vect\n"
                                 "t.c:3:1: internal compiler error: verify_gimple failed\n",
                             .status = 1};
  EXPECT_FALSE(shows(with(gimple, "type mismatch in binary", "non-trivial conversion in unary"),
                     gimple.failure(), SameBug::message));
  const FailureSample code{.expected = "",
                           .output =
                               "*** Bad machine code: Using an undefined register ***\n"
                               "- function:    f\n"
                               "LLVM ERROR: Found 2 machine code errors.\n",
                           .status = -6};
  EXPECT_FALSE(shows(with(code, "Using an undefined register", "Illegal operand"), code.failure(),
                     SameBug::message));
}

TEST(Failure, ByStackOverflowHasAClassAndNoFrames) {
  const FailureSample sample = sample_named("asan_stack_overflow");
  EXPECT_EQ(strictest(sample.failure()), SameBug::message);
  EXPECT_TRUE(shows(with(sample, " in deep ", " in other "), sample.failure(), SameBug::frames));
}

TEST(Failure, WithoutOutputSupportsOnlyTheWayTheCommandEnds) {
  EXPECT_EQ(strictest(sample_named("signal_only").failure()), SameBug::any);
}

TEST(Failure, IgnoresOrdinaryErrorsBesideACrash) {
  const FailureSample crash = sample_named("clang_crash");
  const Failure failure = crash.failure();
  EXPECT_TRUE(shows(with(crash, "error: use of undeclared identifier 'y'", "note: fine"), failure,
                    SameBug::frames));
  EXPECT_THAT(failure.sentence(), testing::Not(testing::HasSubstr("undeclared")));
  EXPECT_FALSE(
      shows(with(crash, "HandlePragmaDirective", "HandleOther"), failure, SameBug::frames));
  EXPECT_TRUE(
      shows(with(crash, "HandlePragmaDirective", "HandleOther"), failure, SameBug::message));
}

TEST(Failure, OfALinkerIsTheNameThatIsMissingAndNotTheDriversLine) {
  const FailureSample sample = sample_named("link_bfd");
  EXPECT_FALSE(shows(with(sample, "reference to `f'", "reference to `h'"), sample.failure(),
                     SameBug::message));
}

TEST(Failure, InFunctionsOfTheCandidateNeedsOnlyTheInnermostOne) {
  const Failure failure = sample_named("asan_overflow").failure();
  ASSERT_EQ(failure.frames.size(), 2u);
  EXPECT_EQ(without_callers_in(failure, candidate({"inner", "main"})).frames.size(), 1u);
  EXPECT_EQ(without_callers_in(failure, candidate({})).frames.size(), 2u);
}

TEST(Failure, InFunctionsOfTheToolThatTheInputNamesKeepsTheirCallers) {
  const Failure failure = sample_named("asan_overflow").failure();
  const std::string& file = failure.frames.front().place;
  EXPECT_EQ(without_callers_in(failure, candidate({"inner"})).frames.size(), 2u) << "not main";
  EXPECT_EQ(
      without_callers_in(failure, candidate({"inner", "main"}, {{file, false}})).frames.size(), 2u);
  EXPECT_EQ(without_callers_in(failure, candidate({}, {{file, true}})).frames.size(), 1u);
  const Failure offsets = sample_named("asan_symbolize_0").failure();
  const std::string& module = offsets.frames.front().place;
  EXPECT_TRUE(without_callers_in(offsets, candidate({}, {{module, true}})).frames.empty());
  EXPECT_FALSE(without_callers_in(offsets, candidate({}, {{module, false}})).frames.empty());
}

TEST(Failure, OfAnAssertionInTheCandidateDoesNotKeepTheSignatureOfItsFunction) {
  const FailureSample sample = sample_named("cxx_assert");
  const std::string file = sample.failure().place.substr(0, sample.failure().place.find(':'));
  EXPECT_THAT(without_callers_in(sample.failure(), candidate({}, {{file, true}})).message,
              testing::StartsWith("<...>: Assertion `"));
  EXPECT_EQ(without_callers_in(sample.failure(), candidate({}, {{file, false}})).message,
            sample.failure().message);
}

TEST(Failure, HasTheFileOrTheModuleOfEachFrame) {
  for (const auto& [name, place] : std::map<std::string, std::string>{
           {"asan_overflow", "/tmp/hf/heap.c"},
           {"clang_backend", "/lib/x86_64-linux-gnu/libLLVM-14.so.1"},
           {"coredumpctl", "libpipewire-0.3.so.0"},
           {"dotnet", "/home/me/app/Program.cs"},
           {"gcc_backtrace", "/home/me/gcc/gcc/bbb-opts.c"},
           {"gdb", "t.cc"},
           {"go_panic", "/home/me/tool/cmd/launch.go"},
           {"java", "Main.java"},
           {"node", "/tmp/hf/n.js"},
           {"python", "/tmp/hf/p.py"},
           {"rust_panic", "./r.rs"},
           {"tsan", "simple_race.cc"},
           {"valgrind", "msan.c"}})
    EXPECT_EQ(sample_named(name).failure().frames.front().place, place) << name;
}

TEST(Failure, OutsideOfAnyFunctionHappensAtAPlace) {
  for (const auto& [name, from, to] :
       {std::tuple{"python_top_level", "line 7, in <module>", "line 6, in <module>"},
        {"node_top_level", "top.js:4:", "top.js:3:"},
        {"node_callback", "each.mjs:3:", "each.mjs:2:"},
        {"gcc_pass", "stor-layout.cc:581", "stor-layout.cc:580"}}) {
    const FailureSample sample = sample_named(name);
    EXPECT_FALSE(shows(with(sample, from, to), sample.failure(), SameBug::frames)) << name;
    EXPECT_TRUE(shows(with(sample, from, to), sample.failure(), SameBug::message)) << name;
  }
}

TEST(Failure, LosesTheWordsInWhichTwoRunsDiffer) {
  const FailureSample one{"", "error: bad file bug.c here\n", 1},
      two{"", "error: bad file other.c here\n", 1};
  const Failure seen = observed_again(one.failure(), two.failure());
  EXPECT_EQ(seen.message, "error: bad file <...>.c here");
  EXPECT_TRUE(shows({"", "error: bad file x.c here\n", 1}, seen, SameBug::message));
  EXPECT_FALSE(shows({"", "error: bad thing x.c here\n", 1}, seen, SameBug::message));
}

TEST(OtherFailure, IsNoFileWithTooManyErrors) {
  const FailureSample clang{
      .expected = "",
      .output =
          "a.c:1:1: error: unknown type name 'x'\n"
          "fatal error: too many errors emitted, stopping now [-ferror-limit=]\n",
      .status = 1};
  EXPECT_EQ(other_failure(clang.run(), std::nullopt), "");
}

TEST(OtherFailure, IsEachCrashThatIsNotWantedAndThatNotEveryInputCauses) {
  std::size_t crashes = 0;
  for (const fs::path& path : fs::directory_iterator(FAILURE_SAMPLES)) {
    const FailureSample sample = read_sample(path);
    const Failure failure = sample.failure();
    const std::string name = path.stem();
    const bool is_dead = name == "python_faulthandler" || name == "node_memory";
    const bool is_refusal = !is_dead && (name.starts_with("python") || name.starts_with("node"));
    const std::string other = other_failure(sample.run(), std::nullopt);
    EXPECT_EQ(other.empty(), !failure.is_crash() || is_refusal) << path;
    crashes += other.empty() ? 0 : 1;
    if (!failure.is_failure()) continue;
    EXPECT_EQ(other_failure(sample.run(), BugMatcher(wanted_bug(failure, SameBug::frames))), "")
        << path;
  }
  EXPECT_GE(crashes, 45u);
}

TEST(OtherFailure, IsNoSignalThatSomebodyElseSent) {
  EXPECT_EQ(other_failure(run_that_printed("", -9), std::nullopt), "");
  EXPECT_EQ(other_failure(run_that_printed("", 160), std::nullopt), "") << "a status, no signal 32";
  EXPECT_EQ(other_failure(run_that_printed("", -6), std::nullopt), "killed by SIGABRT");
}

TEST(Failure, IsToldInWords) {
  EXPECT_EQ(
      sample_named("asan_memcpy").failure().sentence(),
      "exits with 1 and prints: AddressSanitizer: heap-buffer-overflow, in copy (called by main)");
  EXPECT_EQ(sample_named("signal_only").failure().sentence(), "killed by SIGSEGV");
}

CommandRun printed(const std::string& output) {
  return run_that_printed(output, 1);
}

TEST(TellingLine, IsPrintedByEachRunOnTheOriginalAndByNoOther) {
  const std::vector<CommandRun> shown{printed("start\nbad row 7\nend\n"),
                                      printed("start\nbad row 9\nend\n")};
  EXPECT_EQ(telling_lines(shown, printed("start\nend\n"), printed("start\n")).line, "bad row N");
  EXPECT_EQ(telling_lines(shown, printed("start\nend\nbad row 3\n"), printed("")).line, "");
}

TEST(TellingLine, SaysThatSomethingIsWrongIfThereIsSuchALine) {
  EXPECT_EQ(telling_lines({printed("reading it\nthis is invalid\nValueError: x\n")}, printed(""),
                          printed(""))
                .line,
            "ValueError: x");
  EXPECT_EQ(
      telling_lines({printed("reading it\nthis is invalid\n")}, printed(""), printed("")).line,
      "this is invalid");
  EXPECT_EQ(telling_lines({printed("{}\n-----\nreading\n")}, printed(""), printed("")).line,
            "reading");
}

TEST(TellingLine, IsRatherNotALineOfHalfTheOriginal) {
  EXPECT_EQ(
      telling_lines({printed("no end\nmust be a list\n")}, printed(""), printed("no end\n")).line,
      "must be a list");
  EXPECT_EQ(
      telling_lines({printed("must be a list\n")}, printed(""), printed("must be a list\n")).line,
      "must be a list");
}

TEST(TellingLine, OfACrashIsNoErrorMessage) {
  EXPECT_EQ(
      telling_lines({run_that_printed("a.c:1: error: no type\n", 139)}, printed(""), printed(""))
          .line,
      "");
}

TEST(TellingLine, AboutAMissingFileIsFoundOnlyIfItIsThere) {
  EXPECT_EQ(line_about_missing_file(printed("x\n/bin/python: No module named pytest\n")),
            "/bin/python: No module named pytest");
  EXPECT_EQ(line_about_missing_file(printed("error: wrong\n")), "");
}

TEST(MaskedText, NamesNoAddressPathOrNumber) {
  EXPECT_EQ(masked("/tmp/x1/a.c:12:5: internal compiler error: in foo_2, at cp/parser.cc:123"),
            "PATH:N:N: internal compiler error: in foo_2, at PATH:N");
  EXPECT_EQ(masked("==123==ERROR: AddressSanitizer: SEGV on 0x7ffe12ab (pc 0x0)"),
            "==N==ERROR: AddressSanitizer: SEGV on 0xADDR (pc 0xADDR)");
  EXPECT_EQ(masked("cc1: lib/x.cpp:7: int f(): Assertion `a / b and/or i32 == 4' failed."),
            "cc1: PATH:N: int f(): Assertion `a / b and/or i32 == N' failed.");
  EXPECT_EQ(masked("2 + -3 - 4 a-5"), "N + N - N a-N");
}

TEST(MaskedText, KeepsAPathThatIsANameInTheInput) {
  const auto is_name = [](BytesView path) { return path == "src/a.txt" || path == "/rows/17/x"; };
  EXPECT_EQ(masked("patch failed: src/a.txt:31 of /tmp/k3/src/a.txt", Numbers::are_masked, is_name),
            "patch failed: src/a.txt:N of PATH");
  EXPECT_EQ(masked("at /rows/17/x", Numbers::are_masked, is_name), "at /rows/N/x");
}

TEST(MaskedText, MatchesNumbersThatArePaddedWithBlanks) {
  const std::string pattern = "^" + pattern_of_mask(masked("[line 12]: twice")) + "$";
  EXPECT_TRUE(Pattern::compile(pattern)->found_in("[line  3]: twice")) << pattern;
  EXPECT_FALSE(Pattern::compile(pattern)->found_in("[line3]: twice")) << pattern;
}

TEST(Failure, ASentenceHasNoLineEndOfWindows) {
  const Failure failure{.exit_status = 255, .message = "line N: bad value.\r"};
  EXPECT_EQ(failure.sentence(), "exits with 255 and prints: line N: bad value.");
}

// Found by fuzzing: an original whose text looked like a mask did not show its own failure.
TEST(MaskedText, MatchesTheTextThatItWasMadeFrom) {
  for (const std::string text : {"clang 0xADDR__debug f", "at 0xADDR.", "0x", "0xg 0x1g", "N PATH",
                                 "0x7f in /a/b", "x0x1 -0x2"})
    EXPECT_TRUE(Pattern::compile("^" + pattern_of_mask(masked(text)) + "$")->found_in(text))
        << text << ": " << pattern_of_mask(masked(text));
}

}  // namespace
}  // namespace whittle
