#include "passes/clang/clang_delta.h"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "document/lexer.h"
#include "passes/tool.h"
#include "support/fake_clang_delta.h"
#include "support/pass_results.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

TEST_F(FakeClangDelta, EachInstanceIsAnEditOfWhatItChanged) {
  const std::string code = "int unused1;\nint b;\nint unused2;\nint d;\n";
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", code),
              ElementsAre("int b;\nint unused2;\nint d;\n", "int unused1;\nint b;\nint d;\n"));
  EXPECT_EQ(result_of_all("clang-remove-unused-var", "f.c", code), "int b;\nint d;\n");
}

TEST_F(FakeClangDelta, TheSameTextIsAskedAboutOnce) {
  const std::string code = "int unused;\nint once;\n";
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", code), SizeIs(1));
  EXPECT_EQ(runs(), 2);  // how many, and the one
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", code), SizeIs(1));
  EXPECT_EQ(runs(), 2);
}

TEST_F(FakeClangDelta, WhatComesNextIsAskedAboutInTheSameGo) {
  const std::string code = "int unused;\nint call(int next);\n";
  set_tools_at_once(64);
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", code), SizeIs(1));
  const std::size_t then = runs();
  EXPECT_GT(then, 2u);
  EXPECT_THAT(results_of_each("clang-param-to-local", "f.c", code), IsEmpty());
  EXPECT_EQ(runs(), then);
  EXPECT_THAT(results_of_each("clang-simple-inliner", "f.c", code), SizeIs(1));
  EXPECT_EQ(runs(), then + 1);
  set_tools_at_once(1);
}

TEST_F(FakeClangDelta, NobodyAsksAboutWhatTheTextCannotHave) {
  for (const char* pass : {"clang-remove-namespace", "clang-remove-enum-member-value"})
    EXPECT_THAT(results_of_each(pass, "f.c", "int unused;\n"), IsEmpty());
  EXPECT_EQ(runs(), 0);
}

TEST_F(FakeClangDelta, OtherLanguagesAndLargeFilesAreLeftAlone) {
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.py", "unused = 1\n"), IsEmpty());
  const std::string large = "int unused;\n" + std::string(clang::largest_file, ' ');
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", large), IsEmpty());
  EXPECT_EQ(runs(), 0);
  const Setting larger("WHITTLE_CLANG_DELTA_BYTES", "1000000");
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", large), SizeIs(1));
}

TEST_F(FakeClangDelta, NoMoreInstancesAreMadeThanTheSizeAllows) {
  std::string code;
  for (int i = 0; i < 300; ++i) code += "int unused" + std::to_string(i) + ";\n";
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", code), SizeIs(256));
  EXPECT_EQ(clang::most_instances(100'000), 40);
  EXPECT_EQ(clang::most_instances(10'000'000), 32);
}

TEST_F(FakeClangDelta, EveryFileOfAProjectIsLookedAtBesideTheOthers) {
  const Document project(
      {File{"src/a.c", 0644, share("#include \"a.h\"\nint unused;\n"), File::Kind::regular},
       File{"src/a.h", 0644, share("int unused_too;\n"), File::Kind::regular},
       File{"notes.txt", 0644, share("unused\n"), File::Kind::regular}});
  const std::vector<Document> results = results_of_each("clang-remove-unused-var", project);
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_EQ(results[0].bytes(0), "#include \"a.h\"\n");
  EXPECT_EQ(results[1].bytes(1), "");
}

TEST_F(FakeClangDelta, ACrashOrNonsenseIsTheSameAsNothing) {
  for (const char* script : {"#!/bin/sh\nkill -SEGV $$\n", "#!/bin/sh\necho instances: many\n",
                             "#!/bin/sh\nexit 255\n", "not a program\n"}) {
    write(script);
    EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", std::string("int x;\n") + script),
                IsEmpty());
  }
}

TEST_F(FakeClangDelta, AnEmptySettingTurnsItOff) {
  const Setting off("WHITTLE_CLANG_DELTA", "");
  EXPECT_EQ(clang::program(), "");
  EXPECT_THAT(results_of_each("clang-remove-unused-var", "f.c", "int unused;\n"), IsEmpty());
  EXPECT_EQ(runs(), 0);
}

TEST(Tool, OutputsComeInTheOrderOfTheCommands) {
  std::vector<Command> commands;
  for (int i = 0; i < 20; ++i)
    commands.push_back({"/bin/sh", "-c",
                        "sleep 0.0" + std::to_string(9 - i % 10) + "; echo " + std::to_string(i)});
  set_tools_at_once(4);
  const auto outputs = run_tools(commands);
  set_tools_at_once(1);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(outputs[i], std::to_string(i) + "\n");
}

TEST(Tool, WhatHangsOrFloodsIsStoppedWithAllItStarted) {
  const auto start = std::chrono::steady_clock::now();
  const auto outputs = run_tools({{"/bin/sh", "-c", "sleep 100 & sleep 100"},
                                  {"/bin/sh", "-c", "yes"},
                                  {"/bin/sh", "-c", "echo fine; sleep 100 &"},
                                  {"/no/such/program"},
                                  {"/bin/false"}},
                                 {.time = std::chrono::seconds(1), .output = 1000});
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_THAT(outputs,
              ElementsAre(std::nullopt, std::nullopt, "fine\n", std::nullopt, std::nullopt));
}

TEST(Tool, NoneRunsWhileTheUserWantsToStop) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  stop_tools_when_readable(ends[0]);
  EXPECT_FALSE(tools_are_stopped());
  EXPECT_THAT(run_tools({{"/bin/echo", "yes"}}), ElementsAre("yes\n"));
  ASSERT_EQ(::write(ends[1], "x", 1), 1);
  EXPECT_TRUE(tools_are_stopped());
  EXPECT_THAT(run_tools({{"/bin/sleep", "100"}}), ElementsAre(std::nullopt));
  stop_tools_when_readable(-1);
  ::close(ends[0]), ::close(ends[1]);
}

#define NEEDS_CLANG_DELTA() \
  if (clang::program().empty()) GTEST_SKIP() << "no clang_delta: apt-get install cvise"

/// White space does not matter here, only tokens do.
std::vector<std::string> tokens_of_each(std::string_view pass, std::string_view path,
                                        std::string_view code) {
  std::vector<std::string> all;
  for (const std::string& text : results_of_each(pass, path, code)) {
    std::string joined;
    for (const Lexeme& token : lex(text)) joined.append(token.in(text)).append(" ");
    all.push_back(joined);
  }
  return all;
}

TEST(ClangDelta, KnowsTypesInC) {
  NEEDS_CLANG_DELTA();
  const std::string code =
      "struct s { int a; char *b; };\n"
      "static int scale(int factor, struct s *p) { return p->a * factor; }\n"
      "int main(void) {\n  struct s v = {3, 0};\n  return scale(2, &v);\n}\n";
  EXPECT_THAT(tokens_of_each("clang-param-to-global", "f.c", code),
              Contains(HasSubstr("int scale_factor ; static int scale ( struct s * p )")));
  EXPECT_THAT(tokens_of_each("clang-callexpr-to-value", "f.c", code),
              Contains(Not(HasSubstr("scale ( 2"))));
  EXPECT_THAT(tokens_of_each("clang-return-void", "f.c", code), Contains(HasSubstr("void scale")));
}

TEST(ClangDelta, KnowsTemplatesAndClassesInCxx) {
  NEEDS_CLANG_DELTA();
  const std::string code =
      "namespace n {\ntemplate <typename T> struct box { T value; };\n"
      "struct base { int x; };\nstruct derived : base {};\n}\n"
      "int main() { n::box<int> b{1}; n::derived d; return b.value + d.x; }\n";
  EXPECT_THAT(tokens_of_each("clang-remove-namespace", "f.cc", code),
              Contains(Not(HasSubstr("namespace"))));
  EXPECT_THAT(tokens_of_each("clang-replace-derived-class", "f.cc", code), Not(IsEmpty()));
  EXPECT_THAT(tokens_of_each("clang-remove-base-class", "f.cc", code),
              Contains(HasSubstr("struct derived { }")));
}

TEST(ClangDelta, ReadsTheConceptsOfCxx20) {
  NEEDS_CLANG_DELTA();
  const std::string code =
      "template <typename T> concept any = true;\ntemplate <any T> T f(T t) { return t; }\n"
      "static int unused(int a) { return a; }\nint main() { return f(0); }\n";
  EXPECT_THAT(tokens_of_each("clang-remove-unused-function", "f.cc", code),
              Contains(Not(HasSubstr("unused"))));
}

TEST(ClangDelta, TellsTheLanguageToAFileWhoseNameDoesNot) {
  NEEDS_CLANG_DELTA();
  const Document document = Document::single("case", "int f(int a) { return 1; }\nint x = f(2);\n");
  Trees trees(*find_language("c"));
  EXPECT_FALSE(find_pass("clang-param-to-local")->find({document, trees}).edits.empty());
}

}  // namespace
}  // namespace whittle
