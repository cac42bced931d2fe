#include "probe/never_ran.h"

#include <gtest/gtest.h>

#include "probe/readers.h"
#include "probe/recorders.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle::probe {
namespace {

/// Lines of the text end with `//+` or `#+` if they ran, and with `//-` or `#-` if they did not.
Coverage coverage_of(const Bytes& text) {
  const TextLines lines(text);
  std::vector<CountedRange> ranges;
  for (std::size_t line = 1; line <= lines.count(); ++line) {
    const CountedRange range = lines.line(line, false);
    const char last = range.begin < range.end ? text[range.end - 1] : ' ';
    if (last == '+' || last == '-') ranges.push_back({range.begin, range.end, last == '+'});
  }
  Coverage coverage;
  coverage.paint(0, std::move(ranges));
  return coverage;
}

/// The document with all edits applied.
Bytes without_idle(const std::string& name, const Bytes& text) {
  const Document document = Document::single(name, text);
  Trees trees;
  NoTools tools;
  const EditList edits =
      edit_list(document, never_ran({document, trees, tools, Goal::tokens}, coverage_of(text)));
  return edits.render(Subset::none(edits.size())).bytes(0);
}

TEST(NeverRan, BodiesAreEmptiedAndBlocksOfOthersToo) {
  EXPECT_EQ(without_idle("a.js",
                         "function f(a) {\n"
                         "  g(a); //-\n"
                         "}\n"
                         "function h(a) {\n"
                         "  if (a) { //+\n"
                         "    g(1); //-\n"
                         "    g(2); //-\n"
                         "  } else {\n"
                         "    g(3); //+\n"
                         "  }\n"
                         "}\n"),
            "function f(a) {}\n"
            "function h(a) {\n"
            "  if (a) {} else {\n"
            "    g(3); //+\n"
            "  }\n"
            "}\n");
}

TEST(NeverRan, StatementsBehindTheLastOneThatRanAreRemoved) {
  EXPECT_EQ(without_idle("a.c",
                         "int f(int a) {\n"
                         "  g(1); //+\n"
                         "  g(2);\n"
                         "  exit(a); //+\n"
                         "  g(3); //-\n"
                         "  return g(4); //-\n"
                         "}\n"),
            "int f(int a) {\n"
            "  g(1); //+\n"
            "  g(2);\n"
            "  exit(a); //+\n"
            "   //-\n"
            "   //-\n"
            "}\n");
}

TEST(NeverRan, AFunctionStaysDeclaredWhereItIsMentioned) {
  const Bytes text = "var f = { g: g };\nfunction g() { a(); }\nfunction h() { a(); }\n";
  const Document document = Document::single("a.js", text);
  Coverage coverage;
  coverage.paint(0, {{0, text.size(), true}, {text.find("function g"), text.size() - 1, false}});
  Trees trees;
  NoTools tools;
  const EditList edits =
      edit_list(document, never_ran({document, trees, tools, Goal::tokens}, coverage));
  EXPECT_EQ(edits.render(Subset::none(edits.size())).bytes(0),
            "var f = { g: g };\nfunction g() {}\nfunction h() {}\n");
}

TEST(NeverRan, ABlockOfPythonHoldsSomething) {
  EXPECT_EQ(without_idle("a.py",
                         "def f(a): #+\n"
                         "    g(1) #-\n"
                         "    g(2) #-\n"
                         "def h(a): #+\n"
                         "    if a: #+\n"
                         "        g(3) #-\n"
                         "    g(4) #+\n"),
            "def f(a): #+\n"
            "    pass\n"
            "def h(a): #+\n"
            "    if a: #+\n"
            "        pass\n"
            "    g(4) #+\n");
}

TEST(NeverRan, FunctionsAreCounted) {
  const Bytes text = "function f() {\n  a(); //-\n}\nfunction g() {\n  a(); //+\n}\n";
  const Document document = Document::single("a.js", text);
  Trees trees;
  NoTools tools;
  const FunctionCounts counts =
      count_functions({document, trees, tools, Goal::tokens}, coverage_of(text));
  EXPECT_EQ(counts.all, 2u);
  EXPECT_EQ(counts.idle, 1u);
}

TEST(Recorders, EachSuitsItsLanguages) {
  const Trees trees;
  const auto names = [&](const std::string& file) {
    std::vector<std::string_view> found;
    for (const RecorderRow& row : recorders())
      if (suits(row, Document::single(file, "x\n"), trees)) found.push_back(row.name);
    return found;
  };
  EXPECT_EQ(names("a.js"), std::vector<std::string_view>{"node"});
  EXPECT_EQ(names("a.py"), (std::vector<std::string_view>{"python", "python"}));
  EXPECT_EQ(names("a.i"), std::vector<std::string_view>{"compilers"});
  EXPECT_EQ(names("a.cc"), std::vector<std::string_view>{"compilers"});
  EXPECT_TRUE(names("a.json").empty());
}

TEST(Recorders, CompilersAreWrappedInAllVersions) {
  for (const RecorderRow& row : recorders()) {
    const bool is_compilers = row.name == "compilers";
    for (const char* program : {"gcc", "/usr/bin/gcc-12", "clang++", "clang++-14", "/opt/a/cc"})
      EXPECT_EQ(wraps(row, program), is_compilers) << row.name << " " << program;
    for (const char* program : {"gccgo", "gcc-ar", "clang-format", "ccache", "c", "", "gcc-"})
      EXPECT_FALSE(wraps(row, program)) << row.name << " " << program;
  }
}

TEST(Recorders, ALineBeforeTheFirstMarksOnlyFilesThatCanBeObserved) {
  const Trees trees;
  const auto file = [](std::string path) {
    return File{std::move(path), 0644, share("x\n"), File::Kind::regular};
  };
  const Document document({file("a.py"), file("b.txt")});
  for (const RecorderRow& row : recorders()) {
    const Document result = marked(row, document, trees);
    EXPECT_EQ(result.bytes(1), "x\n");
    if (row.first_line.empty())
      EXPECT_EQ(result, document);
    else
      EXPECT_EQ(result.bytes(0), std::string(row.first_line) + "\nx\n");
  }
}

}  // namespace
}  // namespace whittle::probe
