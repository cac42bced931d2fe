#include "document/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/cpu_time.h"

namespace whittle {
namespace {

using namespace std::literals;
using testing::Each;
using testing::ElementsAre;

/// What each edit takes away, as text.
std::vector<std::string> pieces(BytesView bytes, Unit unit) {
  const Document document = Document::single("f", Bytes(bytes));
  std::vector<std::string> list;
  for (const Edit& edit : cut(document, unit).edits)
    list.emplace_back(
        bytes.substr(edit.changes[0].begin, edit.changes[0].end - edit.changes[0].begin));
  return list;
}

/// The text with the edits of these numbers applied.
std::string without(BytesView bytes, Unit unit, std::initializer_list<std::size_t> gone) {
  Units units = cut(Document::single("f", Bytes(bytes)), unit);
  const std::size_t count = units.edits.size();
  const EditList list(Document::single("f", Bytes(bytes)), std::move(units.edits), units.joining);
  EXPECT_EQ(list.size(), count) << "no two cross";
  Subset kept = Subset::all(count);
  for (std::size_t edit : gone) kept.erase(edit);
  return list.render(kept).bytes(0);
}

TEST(Units, BytesAndCharactersCoverEverything) {
  EXPECT_THAT(pieces("a\0\xff"sv, Unit::bytes), ElementsAre("a", "\0"s, "\xff"));
  EXPECT_THAT(pieces("n\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80!", Unit::chars),
              ElementsAre("n", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "!"));
}

TEST(Units, CharactersThatAreNotUtf8AreBytes) {
  // A lone continuation, an overlong slash, a surrogate, one past the last, and one cut short.
  for (const BytesView bytes : {"\x80"sv, "\xc0\xaf"sv, "\xe0\x80\xaf"sv, "\xed\xa0\x80"sv,
                                "\xf4\x90\x80\x80"sv, "\xe2\x82"sv})
    EXPECT_EQ(pieces(bytes, Unit::chars).size(), bytes.size());
}

TEST(Units, LinesKeepTheirEndsAndAMissingOne) {
  EXPECT_THAT(pieces("a b\r\n\r\nc", Unit::lines), ElementsAre("a b\r\n", "\r\n", "c"));
  EXPECT_EQ(without("a\nb\nc", Unit::lines, {1}), "a\nc");
  EXPECT_EQ(without("a\nb\nc", Unit::lines, {2}), "a\nb\n");
  EXPECT_TRUE(pieces("", Unit::lines).empty());
  const Units units = cut(Document::single("f", "int x = 1;\n\n"), Unit::lines);
  EXPECT_EQ(units.edits[0].weight, 5u);
  EXPECT_EQ(units.edits[1].weight, 1u);
}

TEST(Units, ATokenTakesTheBlanksAfterItAlong) {
  EXPECT_EQ(without("int x = 1;", Unit::tokens, {1}), "int = 1;");
  EXPECT_EQ(without("int x = 1;\nint y;\n", Unit::tokens, {0, 1, 2, 3}), ";\nint y;\n");
  EXPECT_EQ(without("return(a)", Unit::tokens, {1, 3}), "return a");
}

TEST(Units, ATokenAloneOnItsLineTakesTheLineAlong) {
  EXPECT_EQ(without("f {\n  x;\n  }\ng", Unit::tokens, {4}), "f {\n  x;\ng");
  EXPECT_EQ(without("a\r\nb\r\nc", Unit::tokens, {1}), "a\r\nc");
  EXPECT_EQ(without("a", Unit::tokens, {0}), "");
}

TEST(Units, TokensThatBecomeNeighboursDoNotRunTogether) {
  EXPECT_EQ(without("a+b+c", Unit::tokens, {2}), "a+ +c");
  EXPECT_EQ(without("a/b/c", Unit::tokens, {2}), "a/ /c");
  EXPECT_EQ(without("a-b>c", Unit::tokens, {2}), "a- >c");
  EXPECT_EQ(without("a[1].b", Unit::tokens, {3}), "a[1 .b");
  EXPECT_EQ(without("x[1].b", Unit::tokens, {1, 2, 3}), "x.b");
  EXPECT_EQ(without("x.y[1]", Unit::tokens, {2, 3}), "x. 1]");
  EXPECT_EQ(without("u+\"a\"", Unit::tokens, {1}), "u \"a\"");
  EXPECT_EQ(without("'a'+'b'", Unit::tokens, {1}), "'a' 'b'");
  EXPECT_EQ(without("f(a,b);g()", Unit::tokens, {2, 3, 4}), "f();g()");
}

// Whatever tokens go, those that stay are read as they were.
TEST(Units, TheTokensThatStayAreTheTokensThatComeOut) {
  const BytesView code =
      "#define F(x) x.y+1.5e3//c\nfor(i=0;i<n;++i){s[i]-=*p--/ *q;\n  t=L\"a\\\"\"'b' ;}\n "
      "a::b->c<d>>e $x "
      "\xc3\xa4 f()1.2[3]\"\\\" 'x\n";
  const std::vector<Lexeme> tokens = lex(code);
  Random random(11);
  for (int round = 0; round < 500; ++round) {
    Units units = cut(Document::single("f", Bytes(code)), Unit::tokens);
    const EditList list(Document::single("f", Bytes(code)), std::move(units.edits), units.joining);
    ASSERT_EQ(list.size(), tokens.size());
    Subset kept = Subset::all(tokens.size());
    std::vector<std::string> expected, found;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      // The two unclosed quotes of the last line would meet others if what is between them went.
      if (tokens[i].begin + 8 < code.size() && random.below(2) == 0)
        kept.erase(i);
      else
        expected.emplace_back(tokens[i].in(code));
    }
    const Bytes candidate = list.render(kept).bytes(0);
    for (const Lexeme& token : lex(candidate)) found.emplace_back(token.in(candidate));
    ASSERT_EQ(found, expected) << candidate;
  }
}

TEST(Units, BracketsNestFromTheLinesOfAFunctionDownToItsParts) {
  const BytesView code = "int f(int a) {\n  g(a, [1]);\n}\nint x;\n";
  EXPECT_THAT(pieces(code, Unit::brackets),
              ElementsAre("int f(int a) {\n  g(a, [1]);\n}\n", "int f(int a) ", "(int a)",
                          "{\n  g(a, [1]);\n}", "  g(a, [1]);\n", "(a, [1])", "[1]", "int x;\n"));
  const Units units = cut(Document::single("f", Bytes(code)), Unit::brackets);
  constexpr std::uint32_t none = Units::no_parent;
  EXPECT_THAT(units.parents, ElementsAre(none, 0, 1, 0, 3, 4, 5, none));
  EXPECT_EQ(units.edits[0].weight, 17u);
  EXPECT_EQ(units.edits[6].weight, 3u);
}

TEST(Units, BracketsOfAnElseAreNotCutAcross) {
  const BytesView code = "if (a) {\n  b;\n} else {\n  c;\n}\n";
  EXPECT_THAT(pieces(code, Unit::brackets),
              testing::IsSupersetOf({"{\n  b;\n}", "else ", "{\n  c;\n}", "if (a) ", "  b;\n"}));
  EXPECT_EQ(without(code, Unit::brackets, {0}), "")
      << "the first edit takes the lines of both groups";
}

TEST(Units, IndentedBlocksOfPythonAreGroups) {
  const BytesView code = "def f(x):\n    if x:\n        y()\n\n    return 1\n\nz()\n";
  EXPECT_THAT(pieces(code, Unit::brackets),
              ElementsAre("def f(x):\n    if x:\n        y()\n\n    return 1\n", "def f(x):\n",
                          "(x)", "    if x:\n        y()\n", "    if x:\n", "        y()\n", "()",
                          "\n", "    return 1\n", "\n", "z()\n", "()"));
}

TEST(Units, MarkupBlocksEndWithTheirClosingLine) {
  const BytesView code = "<a>\n  <b>\n    <c/>\n  </b>\n</a>\n<d/>\n";
  EXPECT_THAT(
      pieces(code, Unit::brackets),
      testing::IsSupersetOf({"<a>\n  <b>\n    <c/>\n  </b>\n</a>\n", "  <b>\n    <c/>\n  </b>\n"}));
}

TEST(Units, BracketsWithoutPartnersAreNotGroups) {
  EXPECT_THAT(pieces("f(a]b)c}\n", Unit::brackets), ElementsAre("f(a]b)c}\n", "(a]b)"));
  EXPECT_THAT(pieces("((a}\n", Unit::brackets), ElementsAre("((a}\n"));
  EXPECT_THAT(pieces("{(a}\n", Unit::brackets), ElementsAre("{(a}\n", "{(a}"));
}

TEST(Units, AnyBytesCanBeCutAnyWay) {
  Random random(2);
  for (int round = 0; round < 300; ++round) {
    Bytes bytes;
    const BytesView alphabet = "(){}[]\"'\\\n\r\t  ab1.\0\xff\xc3;"sv;
    for (std::size_t i = random.below(80); i > 0; --i)
      bytes += alphabet[random.below(alphabet.size())];
    for (const Unit unit :
         {Unit::bytes, Unit::chars, Unit::tokens, Unit::lines, Unit::brackets, Unit::automatic}) {
      Units units = cut(Document::single("f", bytes), unit);
      const std::size_t count = units.edits.size();
      ASSERT_TRUE(units.parents.empty() || units.parents.size() == count);
      const EditList list(Document::single("f", bytes), std::move(units.edits), units.joining);
      ASSERT_EQ(list.size(), count);
      ASSERT_THAT(list.weights(), Each(testing::Ge(1u)));
      ASSERT_EQ(list.render(Subset::all(count)).bytes(0), bytes);
      // What stays are brackets of no group and white space, if anything.
      const Bytes rest = list.render(Subset::none(count)).bytes(0);
      for (const char c : rest) ASSERT_TRUE(is_space(c)) << rest;
    }
  }
}

TEST(Units, AllFilesAreCutButNoSymlinks) {
  const Document document({{"a", 0644, share("x\ny\n"), File::Kind::regular},
                           {"l", 0777, share("a"), File::Kind::symlink},
                           {"e", 0755, share(""), File::Kind::folder},
                           {"b", 0644, share("z"), File::Kind::regular}});
  const Units units = cut(document, Unit::lines);
  ASSERT_EQ(units.edits.size(), 3u);
  EXPECT_EQ(units.edits[2].changes[0].file, 3u);
  EXPECT_EQ(count_tokens(document), 3u);
}

TEST(Units, AutomaticTakesBytesForBinaryAndLinesForTextThatHasThem) {
  EXPECT_EQ(choose_unit(Document::single("f", "a\0b"s)), Unit::bytes);
  EXPECT_EQ(choose_unit(Document::single("f", "{\"a\": 1}")), Unit::tokens);
  EXPECT_EQ(choose_unit(Document::single("f", "1\n2\n3\n4\n5\n6\n7\n8\n")), Unit::lines);
  EXPECT_EQ(choose_unit(Document()), Unit::tokens);
}

TEST(Units, HaveTheNamesTheCommandLineTakes) {
  EXPECT_EQ(name_of(Unit::bytes), "bytes");
  EXPECT_EQ(name_of(Unit::chars), "chars");
  EXPECT_EQ(name_of(Unit::tokens), "tokens");
  EXPECT_EQ(name_of(Unit::lines), "lines");
  EXPECT_EQ(name_of(Unit::brackets), "brackets");
  EXPECT_EQ(name_of(Unit::automatic), "auto");
}

TEST(Units, AMillionElementsTakeWellBelowASecond) {
  Bytes lines, nested;
  for (int i = 0; i < 500'000; ++i) lines += "a\n";
  for (int i = 0; i < 300'000; ++i) nested += i % 3 ? "(" : "f(\n";
  for (int i = 0; i < 300'000; ++i) nested += i % 3 ? ")" : ")\n";
  for (const Unit unit : {Unit::bytes, Unit::chars, Unit::tokens, Unit::lines, Unit::brackets}) {
    for (const Bytes* bytes : {&lines, &nested}) {
      const Document document = Document::single("f", *bytes);
      const auto start = cpu_seconds();
      EXPECT_GT(cut(document, unit).edits.size(), 200'000u);
      // Measured: at most 0.2 s, for a million bytes.
      EXPECT_LT(cpu_seconds() - start, 2) << name_of(unit);
    }
  }
}

}  // namespace
}  // namespace whittle
