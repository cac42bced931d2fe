#include "plan/formatter.h"

#include <gtest/gtest.h>

#include "process/local_tools.h"
#include "support/fake_tools.h"
#include "support/reduce_with_plan.h"
#include "support/setting.h"

namespace whittle {
namespace {

std::string layout_of(
    std::string path, std::string text, Goal goal = Goal::tokens,
    std::vector<std::string> keep = {},
    std::shared_ptr<Tools> tools = std::make_shared<LocalTools>(LocalTools::Options{})) {
  StageMaker stage_maker = *stage_maker_with("ddmin");
  stage_maker.tools = std::move(tools);
  stage_maker.goal = goal;
  stage_maker.keep = Keep::make(keep).value();
  const Document document = Document::single(std::move(path), text);
  return formatted(stage_maker, document, document).value_or(document).bytes(0);
}

class Formatter : public testing::Test {
  void SetUp() override {
    if (LocalTools({}).find("clang-format").empty())
      GTEST_SKIP() << "no clang-format: apt-get install clang-format";
  }
};

const std::string c_line = "int a ;struct s{int x;}; int main ( ) {if(a) return 1;f() ;}\n";

TEST_F(Formatter, GivesEachStatementALine) {
  EXPECT_EQ(layout_of("f.c", c_line),
            "int a;\n"
            "struct s {\n  int x;\n};\n"
            "int main() {\n  if (a)\n    return 1;\n  f();\n}\n");
  EXPECT_EQ(layout_of("f.cc", "namespace n{template<class T>class c{} ;}\n"),
            "namespace n {\ntemplate <class T> class c {};\n}\n");
}

TEST_F(Formatter, NeverSortsJoinsOrAddsTokens) {
  EXPECT_EQ(layout_of("f.c", "#include <b.h>\n#include <a.h>\n#include <a.h>\n"),
            "#include <b.h>\n#include <a.h>\n#include <a.h>\n");
  EXPECT_EQ(layout_of("f.c", "int f() {\n  return 1;\n}\n"), "int f() {\n  return 1;\n}\n");
}

TEST_F(Formatter, LeavesOtherLanguagesAloneAndWhatWouldGrowByTheGoal) {
  EXPECT_EQ(layout_of("f.lua", "a  =  1\n"), "a  =  1\n");
  EXPECT_EQ(layout_of("f.c", c_line, Goal::bytes), c_line);
  EXPECT_EQ(layout_of("f.c", "int  a ;\n", Goal::bytes), "int a;\n");
  EXPECT_EQ(layout_of("f.c", c_line, Goal::lines), c_line);
  EXPECT_EQ(layout_of("f.c", "int\na ;\n", Goal::lines), "int a;\n");
}

TEST(LastLine, OfDataEndsAgain) {
  StageMaker stage_maker = *stage_maker_with("gallop");
  stage_maker.tools = std::make_shared<LocalTools>(LocalTools::Options{});
  const Document original = Document::single("a.log", "one\ntwo\n");
  EXPECT_EQ(formatted(stage_maker, Document::single("a.log", "two"), original)->bytes(0), "two\n");
  EXPECT_FALSE(formatted(stage_maker, Document::single("a.log", "two"),
                         Document::single("a.log", "one\ntwo")));
  EXPECT_FALSE(
      formatted(stage_maker, Document::single("a.c", "int a"), Document::single("a.c", "int a;\n")))
      << "a program has formatters of its own";
}

TEST(FormatterOfData, IsTheTreeIfNoProgramIsInstalled) {
  const auto none = std::make_shared<FakeTools>();
  const std::string text = "{\n\n        \"a\":  1\n   }\n";
  EXPECT_EQ(layout_of("f.json", text, Goal::tokens, {}, none), "{\n  \"a\": 1\n}\n");
  EXPECT_EQ(layout_of("f.json", text, Goal::tokens, {"\"a\":  1"}, none), text);
}

TEST_F(Formatter, LeavesKeptTextAlone) {
  EXPECT_EQ(layout_of("f.c", "int  a;\nint  b;\n", Goal::tokens, {"int  b"}), "int  a;\nint  b;\n");
}

TEST_F(Formatter, CanBeTurnedOff) {
  const Setting off("WHITTLE_CLANG_FORMAT", "");
  EXPECT_EQ(layout_of("f.c", c_line), c_line);
}

/// A clang-format that prints this.
std::shared_ptr<Tools> prints(std::optional<std::string> output) {
  auto tools = std::make_shared<FakeTools>();
  tools->programs["clang-format"] = [output](const Command&) { return output; };
  return tools;
}

TEST(FormatterTool, IsBelievedOnlyIfItLeavesTheTokensAlone) {
  EXPECT_EQ(layout_of("f.c", "int a ;\n", Goal::tokens, {}, prints("int a;\n")), "int a;\n");
  EXPECT_EQ(layout_of("f.c", "int a ;\n", Goal::tokens, {}, prints("int b;\n")), "int a ;\n");
  EXPECT_EQ(layout_of("f.c", "int a ;\n", Goal::tokens, {}, prints(std::nullopt)), "int a ;\n");
}

/// A tool of that name, run on the file itself or through a shell, that prints this.
std::shared_ptr<Tools> with_tool(const std::string& name, const std::string& output) {
  auto tools = std::make_shared<FakeTools>();
  tools->programs[name] = [output](const Command&) { return output; };
  tools->programs["/bin/sh"] = [output, name](const Command& command) {
    return std::ranges::count(command, name) > 0 ? std::optional(output) : std::nullopt;
  };
  return tools;
}

TEST(FormatterTool, IsThatOfTheLanguage) {
  const auto layout = [](const char* file, const char* before, const char* tool,
                         const char* after) {
    return layout_of(file, before, Goal::tokens, {}, with_tool(tool, after));
  };
  EXPECT_EQ(layout("f.rs", "fn f ( ) { }\n", "rustfmt", "fn f() {}\n"), "fn f() {}\n");
  EXPECT_EQ(layout("f.go", "var x  int\n", "gofmt", "var x int\n"), "var x int\n");
  EXPECT_EQ(layout("f.py", "a  =  1\n", "black", "a = 1\n"), "a = 1\n");
  EXPECT_EQ(layout("f.js", "a  =  1\n", "prettier", "a = 1\n"), "a = 1\n");
  EXPECT_EQ(layout("f.json", "[1 , 2]\n", "jq", "[\n  1,\n  2\n]\n"), "[\n  1,\n  2\n]\n");
  EXPECT_EQ(layout("f.py", "a  =  1\n", "gofmt", "a = 1\n"), "a  =  1\n") << "of another language";
}

TEST(FormatterTool, TakesNoConfigurationFromTheFolderOfTheFile) {
  // prettier runs a configuration that is a program.
  auto tools = std::make_shared<FakeTools>();
  Command seen;
  tools->programs["prettier"] = [](const Command&) { return std::optional<std::string>(); };
  tools->programs["/bin/sh"] = [&](const Command& command) {
    seen = command;
    return std::optional<std::string>();
  };
  layout_of("f.js", "a  =  1\n", Goal::tokens, {}, tools);
  EXPECT_EQ(std::ranges::count(seen, "--no-config"), 1);
  EXPECT_EQ(std::ranges::count(seen, "--no-editorconfig"), 1);
}

TEST(FormatterTool, AddsNoToken) {
  EXPECT_EQ(layout_of("f.js", "a  =  1\n", Goal::tokens, {}, with_tool("prettier", "a = 1;\n")),
            "a  =  1\n");
  EXPECT_EQ(layout_of("f.xml", "<a><b/></a>\n", Goal::tokens, {},
                      with_tool("xmllint", "<?xml version=\"1.0\"?>\n<a>\n  <b/>\n</a>\n")),
            "<a>\n  <b/>\n</a>\n");
  EXPECT_EQ(layout_of("f.json", "[1,2]\n", Goal::bytes, {}, with_tool("jq", "[\n  1,\n  2\n]\n")),
            "[1,2]\n");
}

}  // namespace
}  // namespace whittle
