// Small functions about documents: how they were parsed, what is left of their functions, and the
// result in colours.
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/functions_left.h"
#include "run/highlighted.h"
#include "run/parse_summary.h"
#include "run/searching.h"
#include "run/show_graph.h"
#include "store/temporary_folder.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string summary(const std::string& name, const std::string& text) {
  Trees trees;
  return parse_summary(Document::single(name, text), trees);
}

TEST(ParseSummary, ALanguageWithAGrammar) {
  EXPECT_EQ(summary("a.c", "int x;\n"), "c by tree-sitter");
  EXPECT_THAT(summary("a.c", "int x;\nint int ( ;\n"), HasSubstr("c by tree-sitter, 1 error ("));
}

TEST(ParseSummary, ALanguageWithoutOne) {
  EXPECT_EQ(summary("a.unheard", "x { y }\n"), "no grammar for .unheard: brackets and indentation");
  EXPECT_EQ(summary("README", "text\n"), "no grammar for README: brackets and indentation");
}

TEST(ParseSummary, SeveralFilesAreCounted) {
  const Document document({File{"a.c", 0644, share("int x;\n"), File::Kind::regular},
                           File{"b.c", 0644, share("int y;\n"), File::Kind::regular},
                           File{"c.json", 0644, share("{}\n"), File::Kind::regular}});
  Trees trees;
  EXPECT_EQ(parse_summary(document, trees), "2 files as c, 1 file as json");
}

TEST(ParseSummary, NothingToParse) {
  Trees trees;
  EXPECT_EQ(parse_summary(Document(), trees), "no file to parse");
}

TEST(FunctionsLeft, AreKeptEmptiedOrRemoved) {
  const Document before = Document::single("a.c",
                                           "int f(void) { g(); return 1; }\n"
                                           "void g(void) { f(); }\n"
                                           "void h(void) { f(); }\n");
  const Document after = Document::single("a.c",
                                          "int f(void) { return 1; }\n"
                                          "void g(void) { }\n");
  const Result<Prepared> prepared = prepare_search({}, before, std::make_shared<NoTools>());
  ASSERT_TRUE(prepared);
  const FunctionsLeft left = functions_left(before, after, *prepared->stage_maker);
  EXPECT_THAT(left.kept, ElementsAre("f"));
  EXPECT_THAT(left.emptied, ElementsAre("g"));
  EXPECT_THAT(left.removed, ElementsAre("h"));
  EXPECT_EQ(left.statements_before, 4u);
  EXPECT_EQ(left.statements_after, 1u);
}

std::string line_text(const Line& line) {
  std::string text;
  for (const auto& part : line) text += part.text;
  return text;
}

TEST(HighlightedFile, HasTheLinesOfTheFile) {
  const File file{"a.c", 0644, share("int x; // y\n\n\treturn \"s\";\n"), File::Kind::regular};
  const std::vector<Line> lines = highlighted(file);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(line_text(lines[0]), "int x; // y");
  EXPECT_EQ(line_text(lines[1]), "");
  EXPECT_GT(lines[0].size(), 1u) << "there are colours";
}

TEST(HighlightedFile, AnUnknownLanguageIsPlain) {
  const File file{"a.unheard", 0644, share("one\ntwo\n"), File::Kind::regular};
  const std::vector<Line> lines = highlighted(file);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(line_text(lines[1]), "two");
}

struct ShowGraph : testing::Test {
  Request on(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    Request request;
    request.files = {folder / name};
    return request;
  }
  TemporaryFolder folder;
};

TEST_F(ShowGraph, NamesItsProviderFirst) {
  const Result<std::string> graph = show_graph(
      on("a.lua",
         "local function f() return 1 end\nlocal function g() return f() end\nprint(g())\n"),
      GraphFormat::text);
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_THAT(*graph, HasSubstr("\n"));
}

TEST_F(ShowGraph, CanBeDrawn) {
  const Result<std::string> graph = show_graph(
      on("a.lua",
         "local function f() return 1 end\nlocal function g() return f() end\nprint(g())\n"),
      GraphFormat::dot);
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_THAT(*graph, HasSubstr("digraph"));
}

TEST_F(ShowGraph, AMissingFileIsAnError) {
  Request request;
  request.files = {folder / "none.c"};
  EXPECT_EQ(show_graph(request, GraphFormat::text).error().kind, ErrorKind::input);
}

}  // namespace
}  // namespace whittle
