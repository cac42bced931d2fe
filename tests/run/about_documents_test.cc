// Small functions about documents: how they were parsed, what is left of their functions, and the
// result in colours.
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>

#include "report/pages.h"
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

TEST(ParseSummary, BuiltInParsersSayWhatTheyGoBy) {
  EXPECT_EQ(summary("a.csv", "a,b\n1,2\n"), "csv by its records and columns");
  EXPECT_EQ(summary("a.smt2", "(assert true)\n"), "smtlib by its parentheses");
  EXPECT_THAT(summary("a.s", "f:\n\tret\n"), HasSubstr(" by its labels and lines"));
  EXPECT_THAT(summary("a.log", "one\ntwo\n"), HasSubstr(" by its lines"));
}

TEST(ParseSummary, ALargeFileIsNotParsedForAMessage) {
  EXPECT_EQ(summary("a.c", std::string(1'000'001, '{')), "c by tree-sitter");
}

TEST(ParseSummary, ANameIsOnOneLine) {
  EXPECT_THAT(summary("a.x\ny", "text\n"), testing::Not(HasSubstr("\n")));
}

TEST(FunctionsLeft, AreComparedFileByFile) {
  const Document before(
      {File{"a.c", 0644, share("void f(void) { g(); }\n"), File::Kind::regular},
       File{"b.c", 0644, share("void f(void) { h(); }\nvoid k(void) {}\n"), File::Kind::regular}});
  const Document after(
      {File{"b.c", 0644, share("void f(void) { }\nvoid k(void) {}\n"), File::Kind::regular}});
  const Result<Prepared> prepared = prepare_search({}, before, std::make_shared<NoTools>());
  ASSERT_TRUE(prepared);
  const FunctionsLeft left = functions_left(before, after, *prepared->stage_maker);
  EXPECT_THAT(left.removed, ElementsAre("f")) << "of a.c, which was removed";
  EXPECT_THAT(left.emptied, ElementsAre("f"));
  EXPECT_THAT(left.kept, ElementsAre("k")) << "it was empty before";
  const FunctionsLeft same = functions_left(before, before, *prepared->stage_maker);
  EXPECT_EQ(same.kept.size(), 3u);
  EXPECT_EQ(same.statements_before, same.statements_after);
}

TEST(HighlightedFile, HasTheTextOfThePlainOne) {
  const std::string texts[] = {
      "",           "\n",           "x",          "int x;",    "\n\n\nint x;\n\n", "a\r\n",
      "/* a\n\n*/", "\"a\\\nb\"\n", "\x1b[2J;\n", "\xff\xfe\n"};
  for (const std::string& text : texts) {
    const File file{"a.c", 0644, share(text), File::Kind::regular};
    const std::vector<Line> lines = highlighted(file), plain = plain_lines(file);
    ASSERT_EQ(lines.size(), plain.size()) << testing::PrintToString(text);
    for (std::size_t i = 0; i < lines.size(); ++i)
      EXPECT_EQ(line_text(lines[i]), line_text(plain[i])) << testing::PrintToString(text);
  }
}

TEST(HighlightedFile, EachKindOfTextHasItsPaint) {
  const File file{"a.c", 0644,
                  share("#if 1\nint f(void) { return 42; /* c */ }\nchar *s = \"t\";\n"),
                  File::Kind::regular};
  std::map<std::string, Paint> paints;
  for (const Line& line : highlighted(file))
    for (const Span& part : line) paints[part.text] = part.paint;
  EXPECT_EQ(paints["return"], Paint::keyword);
  EXPECT_EQ(paints["#if"], Paint::keyword);
  EXPECT_EQ(paints["int"], Paint::type);
  EXPECT_EQ(paints["42"], Paint::number);
  EXPECT_EQ(paints["/* c */"], Paint::comment);
  EXPECT_EQ(paints["\"t\""], Paint::string);
}

TEST(HighlightedFile, ALargeFileIsPlain) {
  std::string text;
  while (text.size() <= std::size_t{1} << 20) text += "int x; // y\n";
  const std::vector<Line> lines = highlighted(File{"a.c", 0644, share(text), File::Kind::regular});
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.front().size(), 1u);
  EXPECT_EQ(lines.front().front().paint, Paint::plain);
}

}  // namespace
}  // namespace whittle
