#include "passes/clang/clang_delta.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "document/lexer.h"
#include "process/local_tools.h"
#include "support/fake_tools.h"
#include "support/pass_results.h"
#include "support/setting.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// What the passes make of the answers of a fake.
class ClangPasses : public testing::Test {
 protected:
  std::vector<std::string> each(std::string_view pass, std::string_view path,
                                std::string_view text) {
    return texts_of(each(pass, Document::single(std::string(path), Bytes(text))));
  }
  std::vector<Document> each(std::string_view pass, const Document& document) {
    return results_of_each(edits_of(pass, document, tools_));
  }
  FakeClangDelta tools_;
};

TEST_F(ClangPasses, EachInstanceIsAnEditOfWhatItChanged) {
  const std::string code = "int unused1;\nint b;\nint unused2;\nint d;\n";
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", code),
              ElementsAre("int b;\nint unused2;\nint d;\n", "int unused1;\nint b;\nint d;\n"));
  const EditList all = edits_of("clang-remove-unused-var", Document::single("f.c", code), tools_);
  EXPECT_EQ(all.render(Subset::none(all.size())).bytes(0), "int b;\nint d;\n");
}

TEST_F(ClangPasses, TheSameTextIsAskedAboutOnce) {
  const std::string code = "int unused;\nint once;\n";
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", code), SizeIs(1));
  EXPECT_EQ(tools_.runs, 2);  // how many, and the one
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", code), SizeIs(1));
  EXPECT_EQ(tools_.runs, 2);
}

TEST_F(ClangPasses, OneRunDoesNotKnowWhatAnotherWasAnswered) {
  const std::string code = "int unused;\nint once;\n";
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", code), SizeIs(1));
  FakeClangDelta other;
  edits_of("clang-remove-unused-var", Document::single("f.c", code), other);
  EXPECT_EQ(other.runs, 2);
}

TEST_F(ClangPasses, WhatComesNextIsAskedAboutInTheSameGo) {
  const std::string code = "int unused;\nint call(int next);\n";
  tools_.most = 64;
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", code), SizeIs(1));
  const std::size_t then = tools_.runs;
  EXPECT_GT(then, 2u);
  EXPECT_THAT(each("clang-param-to-local", "f.c", code), IsEmpty());
  EXPECT_EQ(tools_.runs, then);
  EXPECT_THAT(each("clang-simple-inliner", "f.c", code), SizeIs(1));
  EXPECT_EQ(tools_.runs, then + 1);
}

TEST_F(ClangPasses, NobodyAsksAboutWhatTheTextCannotHave) {
  for (const char* pass : {"clang-remove-namespace", "clang-remove-enum-member-value"})
    EXPECT_THAT(each(pass, "f.c", "int unused;\n"), IsEmpty());
  EXPECT_EQ(tools_.runs, 0);
}

TEST_F(ClangPasses, OtherLanguagesAndLargeFilesAreLeftAlone) {
  EXPECT_THAT(each("clang-remove-unused-var", "f.py", "unused = 1\n"), IsEmpty());
  const std::string large = "int unused;\n" + std::string(clang::largest_file, ' ');
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", large), IsEmpty());
  EXPECT_EQ(tools_.runs, 0);
  const Setting larger("WHITTLE_CLANG_DELTA_BYTES", "1000000");
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", large), SizeIs(1));
}

TEST_F(ClangPasses, NoMoreInstancesAreMadeThanTheSizeAllows) {
  std::string code;
  for (int i = 0; i < 300; ++i) code += "int unused" + std::to_string(i) + ";\n";
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", code), SizeIs(256));
  EXPECT_EQ(clang::most_instances(100'000), 40);
  EXPECT_EQ(clang::most_instances(10'000'000), 32);
}

TEST_F(ClangPasses, EveryFileOfAProjectIsLookedAtBesideTheOthers) {
  const Document project(
      {File{"src/a.c", 0644, share("#include \"a.h\"\nint unused;\n"), File::Kind::regular},
       File{"src/a.h", 0644, share("int unused_too;\n"), File::Kind::regular},
       File{"notes.txt", 0644, share("unused\n"), File::Kind::regular}});
  const std::vector<Document> results = each("clang-remove-unused-var", project);
  ASSERT_THAT(results, SizeIs(2));
  EXPECT_EQ(results[0].bytes(0), "#include \"a.h\"\n");
  EXPECT_EQ(results[1].bytes(1), "");
  EXPECT_THAT(tools_.files, IsEmpty()) << "the folders were not removed";
}

TEST_F(ClangPasses, NoAnswerOrNonsenseIsTheSameAsNothing) {
  for (const std::optional<std::string>& answer :
       {std::optional<std::string>(), std::optional<std::string>("instances: many\n")}) {
    tools_.programs["clang_delta"] = [&](const Command&) { return answer; };
    EXPECT_THAT(each("clang-remove-unused-var", "f.c", "int x;\n" + answer.value_or("")),
                IsEmpty());
  }
}

TEST_F(ClangPasses, WhatIsFoundWhileTheUserStopsIsNotRemembered) {
  tools_.is_stopped = true;
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", "int unused;\n"), IsEmpty());
  tools_.is_stopped = false;
  EXPECT_THAT(each("clang-remove-unused-var", "f.c", "int unused;\n"), SizeIs(1));
}

class ClangDelta : public testing::Test {
 protected:
  void SetUp() override {
    if (clang::program(tools_).empty()) GTEST_SKIP() << "no clang_delta: apt-get install cvise";
  }
  LocalTools tools_{{}};

  /// White space does not matter here, only tokens do.
  std::vector<std::string> tokens_of_each(std::string_view pass, std::string_view path,
                                          std::string_view code) {
    std::vector<std::string> all;
    const Document document = Document::single(std::string(path), Bytes(code));
    for (const std::string& text : texts_of(results_of_each(edits_of(pass, document, tools_)))) {
      std::string joined;
      for (const Lexeme& token : lex(text)) joined.append(token.in(text)).append(" ");
      all.push_back(joined);
    }
    return all;
  }
};

TEST_F(ClangDelta, KnowsTypesInC) {
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

TEST_F(ClangDelta, KnowsTemplatesAndClassesInCxx) {
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

TEST_F(ClangDelta, ReadsTheConceptsOfCxx20) {
  const std::string code =
      "template <typename T> concept any = true;\ntemplate <any T> T f(T t) { return t; }\n"
      "static int unused(int a) { return a; }\nint main() { return f(0); }\n";
  EXPECT_THAT(tokens_of_each("clang-remove-unused-function", "f.cc", code),
              Contains(Not(HasSubstr("unused"))));
}

TEST_F(ClangDelta, TellsTheLanguageToAFileWhoseNameDoesNot) {
  const Document document = Document::single("case", "int f(int a) { return 1; }\nint x = f(2);\n");
  Trees trees(*find_language("c"));
  EXPECT_FALSE(find_pass("clang-param-to-local")->find({document, trees, tools_}).edits.empty());
}

}  // namespace
}  // namespace whittle
