#include "passes/text/text_passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>
#include <tuple>

#include "base/random.h"
#include "support/cpu_time.h"
#include "support/pass_results.h"
#include "syntax/trees.h"

namespace whittle {
namespace {

using namespace std::literals;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::UnorderedElementsAre;

EditList list(std::string_view pass, BytesView text) {
  return edits_of(pass, Document::single("f", Bytes(text)));
}

/// What comes out for each edit alone.
std::vector<std::string> each(std::string_view pass, BytesView text) {
  return results_of_each(pass, "f", text);
}

/// Whether this is part of one of them.
bool some(const std::vector<std::string>& texts, BytesView part) {
  return std::ranges::any_of(texts,
                             [&](const auto& text) { return text.find(part) != Bytes::npos; });
}

/// What comes out if all edits are applied.
std::string all(std::string_view pass, BytesView text) {
  return result_of_all(pass, "f", text);
}

constexpr BytesView commented_c = R"(/* GCC bug 1234: wrong code
   at -O3. */
#include <stdio.h>
#define LIMIT 0x40   // power of two

struct point { int x, y; };   
static struct point table[16] = { { 1, 2 }, { 3, 4 } };


int distance(struct point *a, struct point *b) {
  int d = a->x - b->x;
  if (d < 0) {
    d = -d;
  } else {
    d += 1000000UL;
  }
  return d > LIMIT ? f(a, g(b)[2]) : 'x';
}

int main(void) {
  printf("it's %d\n", distance(&table[0], &table[1]));
  return 0;
}
)";

constexpr BytesView commented_python = R"(# A parser's worst case
import os, sys
import os, sys

class Reader(object):
    """Reads."""

    def read(self, path='in.txt', limit=1_000):
        with open(path) as f:  # closed at the end
            for line in f:
                if len(line) > limit:
                    raise ValueError("line too long: %r" % line[:20])
                yield line.strip().split(',')

    def close(self):
        pass

print(list(Reader().read(*sys.argv[1:])))
)";

constexpr BytesView commented_rust = R"(//! Crate docs
use std::collections::HashMap;

#[derive(Debug, Clone)]
pub struct Cache<'a, T: Clone> {
    map: HashMap<&'a str, Vec<T>>, // by name
}

impl<'a, T: Clone> Cache<'a, T> {
    pub fn get(&self, key: &'a str) -> Option<&Vec<T>> {
        match self.map.get(key) { Some(v) if v.len() >= 0b11 => Some(v), _ => None }
    }
}
)";

constexpr BytesView json_code = R"({
  "name": "whittle",
  "list": [1, 22, -3.5e10, [], {"a": null}],
  "nested": {"deep": {"deeper": ["x", "y\"z", "\u00e9"]}}
}
)";

constexpr BytesView sql_code =
    "-- slow query\r\nSELECT a, count(*) FROM t\r\nWHERE b IN (1, 2, 3) AND c = 'it''s'\r\n"
    "GROUP BY a; -- end\r\n";

constexpr BytesView smt_code = R"(; benchmark
(set-logic QF_BV)
(declare-fun x () (_ BitVec 32))
(assert (= (bvadd x #x0000000f) (bvmul x (_ bv3 32)))) ; main
(check-sat)
)";

constexpr BytesView xml_code = R"(<?xml version="1.0"?>
<!-- a feed -->
<feed>
  <item id="12">
    <title>One &amp; two</title>
  </item>
  <item id="13"/>
</feed>
)";

const std::vector<BytesView> real_code = {commented_c, commented_python, commented_rust, json_code,
                                          sql_code,    smt_code,         xml_code};

TEST(TextPasses, CommentsGoWithTheirLinesAndTheBlanksBeforeThem) {
  EXPECT_THAT(all("comments", commented_c),
              testing::StartsWith("#include <stdio.h>\n#define LIMIT 0x40\n\nstruct point"));
  const std::string python = all("comments", commented_python);
  EXPECT_THAT(python, testing::StartsWith("import os, sys\n"));
  EXPECT_THAT(python, testing::HasSubstr("open(path) as f:\n"));
  EXPECT_EQ(list("comments", commented_rust).size(), 2u);
  EXPECT_EQ(all("comments", "SELECT 1; -- one\r\n-- two\r\nFROM t"), "SELECT 1;\r\nFROM t");
  EXPECT_THAT(all("comments", smt_code), testing::HasSubstr("32))))\n(check-sat)\n"));
  EXPECT_THAT(all("comments", xml_code), testing::StartsWith("<?xml version=\"1.0\"?>\n<feed>"));
  EXPECT_EQ(all("comments", "int/* a */x;"), "int x;");
  EXPECT_EQ(list("comments", commented_c).weights()[0], 14u);
}

TEST(TextPasses, BlankLinesGoAsARunOrDownToOne) {
  EXPECT_THAT(each("blank", "a\n\n \n\nb"), ElementsAre("a\nb", "a\n\nb"));
  EXPECT_THAT(
      each("blank", "a  \r\nb\t\n\r\nc "),
      ElementsAre("a\r\nb\t\n\r\nc ", "a  \r\nb\n\r\nc ", "a  \r\nb\t\nc ", "a  \r\nb\t\n\r\nc"));
  EXPECT_EQ(all("blank", "\n\n"), "");
  EXPECT_THAT(all("blank", commented_c),
              testing::HasSubstr("y; };\nstatic struct point table[16] = "
                                 "{ { 1, 2 }, { 3, 4 } };\nint distance"));
}

TEST(TextPasses, IndentationGoesLineByLine) {
  EXPECT_THAT(each("indentation", "a\n  b\n\n\tc"), ElementsAre("a\nb\n\n\tc", "a\n  b\n\nc"));
  EXPECT_THAT(list("indentation", "  \n   \r\n").edits(), IsEmpty());
}

/// What comes out if all needless blanks go from a file of this name.
std::string spaced(std::string path, std::string code) {
  const Document document = Document::single(std::move(path), std::move(code));
  Trees trees;
  NoTools tools;
  const Found found = find_pass("spaces")->find({document, trees, tools});
  const EditList edits(document, found.edits, found.joining);
  return edits.render(Subset::none(edits.size())).bytes(0);
}

TEST(TextPasses, BlanksGoWhereCodeIsWrittenWithoutThem) {
  EXPECT_EQ(spaced("a.c",
                   "int  * f ( int a [ 3 ] ) {\n  if ( ! a [ 0 ] ) return - 1 ;\n  a -> b . c = g "
                   "( & a , 2 * 3 ) ;\n}"),
            "int *f(int a[3]) {\n  if (!a[0]) return -1;\n  a->b.c = g(&a, 2 * 3);\n}");
  EXPECT_EQ(spaced("a.c", "int (*f) ( void ) = & g , x = - - y, z = a - - 1;"),
            "int (*f)(void) = &g, x = - -y, z = a - -1;");
  EXPECT_EQ(spaced("a.cc", "std :: vector < int > f ( ) { return { } ; }"),
            "std::vector<int> f() { return {}; }");
  EXPECT_EQ(spaced("a.py", "def f ( a , * b ) :\n    x = [ a [ 1 ] , ( - b . c ) ]\n"),
            "def f(a, *b) :\n    x = [a[1], (-b.c)]\n");
  EXPECT_EQ(spaced("a.rs", "fn f < T > ( x : & T ) -> Vec < T > { g ( x . y ( ) ) ; }"),
            "fn f<T>(x : &T) -> Vec<T> { g(x.y()); }");
  EXPECT_EQ(spaced("a.smt2", "( assert  ( = x 1 ) )"), "(assert (= x 1))");
  EXPECT_EQ(spaced("notes", "see  also ( there )\n    a * b"), "see also (there)\n    a * b");
}

TEST(TextPasses, LineBlocksAreParagraphsAndIndentedBlocks) {
  const auto c = each("line-blocks", commented_c);
  EXPECT_TRUE(some(c,
                   "{ 3, 4 } };\n\n\nint main(void) {\n  printf(\"it's "
                   "%d\\n\", distance(&table[0], &table[1]));\n"
                   "  return 0;\n}\n"));
  const auto python = each("line-blocks", commented_python);
  EXPECT_TRUE(some(python, "as f:  # closed at the end\n\n    def close")) << "the for loop went";
  EXPECT_THAT(
      each("line-blocks", xml_code),
      Contains("<?xml version=\"1.0\"?>\n<!-- a feed -->\n<feed>\n  <item id=\"13\"/>\n</feed>\n"));
  EXPECT_THAT(each("line-blocks", "a\nb\n\nc\n"), ElementsAre("c\n", "a\nb\n\n"));
}

TEST(TextPasses, KeywordsLoseNoLetters) {
  const std::vector<std::string> texts = results_of_each("chars", "a.c", "struct pair { int x; };");
  for (const std::string_view cut : {"struc ", "stuct ", "strct "})
    EXPECT_FALSE(some(texts, cut)) << testing::PrintToString(texts);
  EXPECT_TRUE(some(texts, "struct pai ") && some(texts, "struct air "));
}

TEST(TextPasses, WordsOfDataStayWhole) {
  EXPECT_THAT(results_of_each("chars", "a.yaml", "limit: number\n"), IsEmpty());
  EXPECT_THAT(results_of_each("chars", "a.js", "limit = 5\n"), Not(IsEmpty()));
  EXPECT_THAT(results_of_each("chars", "a.json", "{\"run\": \"gcc -g  a.c\"}\n"),
              UnorderedElementsAre("{\"run\": \"-g  a.c\"}\n", "{\"run\": \"gcc a.c\"}\n",
                                   "{\"run\": \"gcc -g  \"}\n"))
      << "a word of several can go as a whole";
  EXPECT_THAT(results_of_each("stand-in-string", "a.yaml", "type: integer\n"), IsEmpty());
  EXPECT_THAT(results_of_each("stand-in-string", "a.js", "type = integer\n"), Not(IsEmpty()));
  EXPECT_THAT(results_of_each("numbers-to-0", "a.yaml", "version: 1.4.0\n"), IsEmpty());
  EXPECT_THAT(results_of_each("numbers-to-0", "a.yaml", "day: 2024-01-05\n"), IsEmpty());
  EXPECT_THAT(results_of_each("numbers-to-0", "a.yaml", "count: 14\n"), IsEmpty());
  EXPECT_THAT(results_of_each("numbers-to-0", "a.xml", "<price>9,99</price>\n"), IsEmpty());
}

TEST(TextPasses, LinesAreTheUnit) {
  EXPECT_THAT(each("lines", "a\r\nb\nc"), ElementsAre("b\nc", "a\r\nc", "a\r\nb\n"));
  EXPECT_EQ(list("lines", "\0\n\1"sv).size(), 2u) << "of binary input too";
}

TEST(TextPasses, WhatANumberCountsGoesWithALowerNumber) {
  // Lines to the end of the file, one by one or two at a time.
  EXPECT_THAT(each("counted-lines", "c so\np cnf 4 3\n1 2 0\n-3 0\n4 0\n\n"),
              ElementsAre("c so\np cnf 4 2\n-3 0\n4 0\n\n", "c so\np cnf 4 2\n1 2 0\n4 0\n\n",
                          "c so\np cnf 4 2\n1 2 0\n-3 0\n\n"));
  EXPECT_THAT(each("counted-lines", "2\n3\na b c\n2\nd e\n"),
              ElementsAre("1\n2\nd e\n", "1\n3\na b c\n"));
  EXPECT_EQ(all("counted-lines", "2 9\n5 x\n6 x\n"), "0 9\n");
  // As many lines as each says, and how many of those there are.
  EXPECT_THAT(
      each("counted-links", "2\nx 1\na\ny 3\nb\nc\nd\n"),
      ElementsAre("1\ny 3\nb\nc\nd\n", "1\nx 1\na\n", "2\nx 0\ny 3\nb\nc\nd\n",
                  "2\nx 1\na\ny 2\nc\nd\n", "2\nx 1\na\ny 2\nb\nd\n", "2\nx 1\na\ny 2\nb\nc\n"));
  // Words of the next line, and on its own.
  EXPECT_THAT(each("counted-words", "3\na b c\n2 10 20\n"),
              ElementsAre("2\nb c\n2 10 20\n", "2\na c\n2 10 20\n", "2\na b \n2 10 20\n",
                          "3\na b c\n1 20\n", "3\na b c\n1 10 \n"));
}

TEST(TextPasses, ANumberThatDoesNotMatchCountsNothing) {
  for (const char* pass : {"counted-lines", "counted-links", "counted-words"}) {
    EXPECT_THAT(each(pass, "5\na\nb\nc d\n"), IsEmpty()) << pass;
    EXPECT_THAT(each(pass, "3x\na\nb\nc\n"), IsEmpty()) << pass;
    EXPECT_THAT(each(pass, "-2\na b\nc\n"), IsEmpty()) << pass;
    const Document program = Document::single("a.c", "// 2\nint a;\nint b;\n");
    Trees trees;
    NoTools tools;
    EXPECT_THAT(find_pass(pass)->find({program, trees, tools}).edits, IsEmpty()) << pass;
  }
}

TEST(TextPasses, GroupsAreEmptiedStrippedAndReplaced) {
  const BytesView c = "int f(int a) { return g[1](a); }";
  EXPECT_THAT(each("empty-groups", c),
              ElementsAre("int f() { return g[1](a); }", "int f(int a) {}",
                          "int f(int a) { return g[](a); }", "int f(int a) { return g[1](); }"));
  EXPECT_THAT(each("strip-groups", c),
              ElementsAre("int f int a { return g[1](a); }", "int f(int a)  return g[1](a); ",
                          "int f(int a) { return g 1(a); }", "int f(int a) { return g[1]a; }"));
  EXPECT_THAT(each("zero-groups", c),
              ElementsAre("int f 0 { return g[1](a); }", "int f(int a) 0",
                          "int f(int a) { return g 0(a); }", "int f(int a) { return g[1]0; }"));
  EXPECT_EQ(all("empty-groups", c), "int f() {}") << "the outer one wins";
  EXPECT_TRUE(some(each("empty-groups", json_code), "\"list\": [],"));
}

TEST(TextPasses, AnglesAreGroupsWhereTheyAreNoComparisons) {
  EXPECT_THAT(each("empty-groups", "Map<K, V<T>> m;"), ElementsAre("Map< > m;", "Map<K, V< >> m;"));
  EXPECT_THAT(each("empty-groups", "a < b; c > d"), IsEmpty());
  EXPECT_THAT(each("empty-groups", "Option<fn() -> T>"), ElementsAre("Option< >"));
  EXPECT_THAT(each("empty-groups", "<b>x</b>"), ElementsAre("< >x</b>", "<b>x< >"));
}

TEST(TextPasses, TokenWindowsStandAtEveryOffsetAndCombine) {
  EXPECT_THAT(each("token-windows-1", "x = y;"), ElementsAre("= y;", "x y;", "x = ;", "x = y"));
  EXPECT_THAT(each("token-windows-2", "a b c d"), ElementsAre("c d", "a d", "a b "));
  EXPECT_EQ(all("token-windows-2", "a b c d"), "");
  const EditList edits = list("token-windows-3", "a b c d e f");
  Subset kept = Subset::all(edits.size());
  kept.erase(0);
  kept.erase(1);
  EXPECT_EQ(edits.render(kept).bytes(0), "e f");
  EXPECT_THAT(each("token-windows-4", "SELECT a FROM t"), ElementsAre(""));
  EXPECT_THAT(each("token-windows-4", "too short"), IsEmpty());
}

TEST(TextPasses, TokenWindowsLeaveNoBracketAlone) {
  EXPECT_THAT(each("token-windows-3", "f(x)+1"), ElementsAre("f+1"));
  EXPECT_EQ(each("token-windows-3", "f(x+1").size(), 3u) << "here one is alone already";
  EXPECT_TRUE(some(each("token-windows-3", commented_c), "main {"));
  EXPECT_TRUE(some(each("token-windows-2", commented_python), "raise ValueError(line[:20])"));
  EXPECT_TRUE(some(each("token-windows-2", json_code), "[1, -3.5e10"));
}

TEST(TextPasses, RegionsEndWhereTheirFirstTokenComesAgain) {
  EXPECT_THAT(each("between-repeats", "a; b; c; d"), ElementsAre("a; c; d", "a; b; d"));
  EXPECT_TRUE(some(each("between-repeats", json_code), "[1, -3.5e10"));
  EXPECT_TRUE(some(each("between-repeats", commented_c), "= { { 3, 4 } };"));
  EXPECT_TRUE(some(each("between-repeats", sql_code), "IN (1, 3)"));
  // Of far ones those stay that do not cross.
  std::string far = "first ";
  for (int i = 0; i < 100; ++i) far += "x" + std::to_string(i) + " ";
  EXPECT_THAT(each("between-repeats", far + "first last"), ElementsAre("first last"));
}

TEST(TextPasses, NumbersGoTowardZero) {
  EXPECT_THAT(each("numbers-to-0", "a[12] = 0 + x1 * 3;"),
              ElementsAre("a[0] = 0 + x1 * 3;", "a[12] = 0 + x1 * 0;"));
  EXPECT_THAT(each("numbers-to-1", "12 + 0 - 1"), ElementsAre("1 + 0 - 1"));
  EXPECT_EQ(all("plain-numbers", "0x1F 0b11 10UL 1.50 1e9 007 1_000 12"), "31 3 10 1 1 7 1000 12");
  EXPECT_EQ(all("halve-numbers", "100 7 1 0 0xff 0x80u 12px 1.5"), "50 4 0 0 0x80 0x40u 6px 0.5");
  EXPECT_EQ(all("lower-numbers-16", "1600 9 2"), "1500 8 1");
  EXPECT_EQ(all("halve-numbers", "123456789012345678901234567890"), "123456789012345");
  EXPECT_EQ(all("halve-numbers", "18446744073709551615"), "9223372036854775808");
  EXPECT_THAT(all("plain-numbers", commented_c), testing::HasSubstr("#define LIMIT 64"));
  EXPECT_THAT(all("numbers-to-0", json_code), testing::HasSubstr("[0, 0, -0, []"));
  EXPECT_THAT(all("halve-numbers", xml_code), testing::HasSubstr("id=\"12\"")) << "a string";
  EXPECT_THAT(all("plain-numbers", commented_python), testing::HasSubstr("limit=1000"));
}

// Told again and again what is left, the passes reach any number from any larger one.
TEST(TextPasses, NumbersReachTheLeastThatWillDoInFewSteps) {
  for (const std::uint64_t least : {0ull, 1ull, 37ull, 129ull, 50'000ull, 3'000'000'000ull}) {
    std::string now = "4294967295";
    int tests = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto pass : {"numbers-to-0", "numbers-to-1", "halve-numbers", "lower-numbers-4",
                              "lower-numbers-16", "lower-numbers-256"}) {
        const std::string next = all(pass, now);
        ++tests;
        if (next == now || std::stoull(next) < least) continue;
        now = next;
        changed = true;
      }
    }
    EXPECT_LE(std::stoull(now), least + least / 256);
    EXPECT_LT(tests, 400) << least;
  }
}

TEST(TextPasses, StringsAreEmptiedAndHalvedBetweenTheirQuotes) {
  EXPECT_THAT(each("empty-strings", "f(\"abc\", '', L'x')"),
              ElementsAre("f(\"\", '', L'x')", "f(\"abc\", '', L'')"));
  EXPECT_THAT(each("front-of-strings", "\"abcde\" 'x'"), ElementsAre("\"abc\" 'x'"));
  EXPECT_THAT(each("back-of-strings", "\"abcde\" 'x'"), ElementsAre("\"de\" 'x'"));
  EXPECT_EQ(all("front-of-strings", R"("\n\x41\u00e9\"")"), R"("\n\x41")");
  EXPECT_EQ(all("back-of-strings", R"("\n\x41\u00e9\"")"), R"("\u00e9\"")");
  EXPECT_EQ(all("front-of-strings", "\"\xc3\xa4\xc3\xb6\xc3\xbc\""), "\"\xc3\xa4\xc3\xb6\"");
  EXPECT_THAT(all("empty-strings", commented_c), testing::HasSubstr("printf(\"\", distance"));
  EXPECT_THAT(all("empty-strings", json_code),
              testing::HasSubstr("\"\": {\"\": {\"\": [\"\", \"\""));
  EXPECT_THAT(all("empty-strings", commented_python), testing::HasSubstr("path='', "));
}

TEST(TextPasses, StandInsReplaceAValueWithAllThatIsSelectedOfIt) {
  EXPECT_THAT(each("stand-in-0", "x = a.f(y, z)[1] + 0;"),
              ElementsAre("0 = a.f(y, z)[1] + 0;", "x = 0 + 0;", "x = a.f(0, z)[1] + 0;",
                          "x = a.f(y, 0)[1] + 0;", "x = a.f(y, z)[0] + 0;"));
  EXPECT_THAT(each("stand-in-string", "g(abc, n)"), ElementsAre("\"\"", "g(\"\", n)"));
  EXPECT_THAT(each("stand-in-list", "h(k(1), {2: 3})"),
              ElementsAre("[]", "h([], {2: 3})", "h(k(1), [])"));
  EXPECT_TRUE(some(each("stand-in-0", commented_c), "? 0 : 'x'"));
  EXPECT_TRUE(some(each("stand-in-list", json_code), "\"nested\": []"));
  EXPECT_TRUE(some(each("stand-in-0", commented_python), "yield 0\n"));
}

TEST(TextPasses, CharactersGoFromInsideTokens) {
  EXPECT_THAT(each("chars", "ab c1"), ElementsAre("b c1", "a c1", "ab c"));
  EXPECT_THAT(each("chars", "'x\\n'"), ElementsAre("'\\n'", "'x'"));
  EXPECT_THAT(each("chars", "\xc3\xa4z"), ElementsAre("z", "\xc3\xa4"));
  EXPECT_THAT(each("chars", "1.x5"), ElementsAre("1x5", "1.5", "1.x"));
}

TEST(TextPasses, CharactersGoFromStringsAndNumbersIfNamesAreKept) {
  const auto each_kept = [](std::string_view path, std::string_view text) {
    const Document document = Document::single(std::string(path), Bytes(text));
    Trees trees;
    NoTools tools;
    return texts_of(results_of_each(edit_list(
        document, find_pass("chars")->finder(/*keep_names=*/true)({document, trees, tools}))));
  };
  EXPECT_THAT(
      each_kept("f.c", "ab(12, \"x\\n\");"),
      ElementsAre("ab(2, \"x\\n\");", "ab(1, \"x\\n\");", "ab(12, \"\\n\");", "ab(12, \"x\");"));
  // To the lexer these are strings, and the names in them are names all the same.
  EXPECT_THAT(each_kept("f.py", "f\"{ab}x\""), ElementsAre("f\"ab}x\"", "f\"{abx\"", "f\"{ab}\""));
  for (const std::string& text : each_kept("f.rs", "fn f<'ab>(xy: &'ab str) {}"))
    EXPECT_THAT(text, testing::AllOf(testing::HasSubstr("'ab"), testing::HasSubstr("xy")));
}

TEST(TextPasses, BinaryInputIsForBytesBlanksAndLinesOnly) {
  const BytesView elf =
      "\x7f"
      "ELF\2\1\1\0\0(int)[12] \"abc\" /* */\1  \n\n\n$\0\0\0"  // a length, and an offset of 36
      "\0\0\0\1a\0\0\0\2bc\0\0\0\3def"sv;                      // records
  for (const Pass& pass : passes()) {
    const bool fits = pass.input.name == "binary input" || pass.name == "lines";
    EXPECT_EQ(!list(pass.name, elf).empty(), fits) << pass.name;
  }
  EXPECT_THAT(each("bytes", "a\0b"sv), ElementsAre("\0b"s, "ab"s, "a\0"s));
  EXPECT_THAT(each("bytes", "text"), IsEmpty());
}

auto size_key(const Bytes& bytes) {
  return std::tuple(count_tokens(bytes), bytes.size(), bytes);
}

/// The passes of this file: others may need a language to find anything.
std::vector<const Pass*> text_passes() {
  std::vector<const Pass*> list;
  for (const Pass& pass : passes())
    if (pass.family == Family::text) list.push_back(&pass);
  return list;
}

TEST(TextPasses, EveryEditOnRealCodeMakesItSmaller) {
  for (const BytesView code : real_code)
    for (const Pass* pass : text_passes())
      for (const std::string& result : each(pass->name, code))
        ASSERT_LT(size_key(result), size_key(Bytes(code))) << pass->name << "\n" << result;
}

TEST(TextPasses, AnyCombinationOfEditsOnRealCodeMakesItSmaller) {
  Random random(1);
  for (const BytesView code : real_code)
    for (const Pass* pass : text_passes()) {
      const EditList edits = list(pass->name, code);
      for (int round = 0; round < 8 && !edits.empty(); ++round) {
        Subset kept = Subset::all(edits.size());
        kept.erase(random.below(edits.size()));
        for (std::size_t i = 0; i < edits.size(); ++i)
          if (random.below(3) == 0) kept.erase(i);
        const Bytes result = edits.render(kept).bytes(0);
        ASSERT_LT(size_key(result), size_key(Bytes(code))) << pass->name << "\n" << result;
      }
    }
}

// A plain reducer: every edit alone, over and over. What all passes agree to end on is small.
TEST(TextPasses, TogetherTheyEndOnLittleMoreThanWhatIsNeeded) {
  const auto reduce = [](BytesView code, std::initializer_list<BytesView> needed) {
    Bytes now(code);
    for (bool changed = true; changed;) {
      changed = false;
      for (const Pass* pass : text_passes())
        for (std::size_t i = 0;; ++i) {
          const EditList edits = list(pass->name, now);
          if (i >= edits.size()) break;
          Subset kept = Subset::all(edits.size());
          kept.erase(edits.size() - 1 - i);
          const Bytes next = edits.render(kept).bytes(0);
          const auto has = [&](BytesView part) { return next.find(part) != Bytes::npos; };
          if (!(size_key(next) < size_key(now)) || !std::ranges::all_of(needed, has)) continue;
          now = next;
          changed = true;
        }
    }
    return now;
  };
  EXPECT_EQ(reduce(commented_c, {"if (", "return", "1000"}), "if (\n1000\nreturn\n");
  EXPECT_EQ(reduce(commented_python, {"raise", "limit=1"}), "limit=1\nraise\n");
  EXPECT_EQ(reduce(json_code, {"[1", "null"}), "[1 null\n");
}

TEST(TextPasses, NoneIsLeftOutForCrossingAnotherButFarRegions) {
  for (const BytesView code : real_code) {
    const Document document = Document::single("f", Bytes(code));
    Trees trees;
    NoTools tools;
    for (const Pass* pass : text_passes()) {
      if (pass->name == "between-repeats") continue;
      const std::size_t listed = pass->find({document, trees, tools}).edits.size();
      EXPECT_EQ(list(pass->name, code).size(), listed) << pass->name;
    }
  }
}

TEST(TextPasses, AnyBytesAreTakenAndRangesStayInside) {
  Random random(9);
  const BytesView alphabet = "(){}[]<>\"'\\\n\r\t  ab01.x#/*-;:,_\xc3\xa4"sv;
  for (int round = 0; round < 300; ++round) {
    Bytes bytes;
    for (std::size_t i = random.below(50); i > 0; --i)
      bytes += round % 10 == 0 ? static_cast<char>(random.below(256))
                               : alphabet[random.below(alphabet.size())];
    for (const Pass* pass : text_passes()) {
      const EditList edits = list(pass->name, bytes);
      for (const Edit& edit : edits.edits()) {
        ASSERT_GE(edit.weight, 1u);
        for (const Change& change : edit.changes) {
          ASSERT_LE(change.begin, change.end) << pass->name;
          ASSERT_LE(change.end, bytes.size()) << pass->name;
        }
      }
      ASSERT_EQ(edits.render(Subset::all(edits.size())).bytes(0), bytes);
      edits.render(Subset::none(edits.size()));
    }
  }
}

TEST(TextPasses, EmptyAndOneByteInputsAreNothingSpecial) {
  for (const Pass* pass : text_passes()) EXPECT_THAT(each(pass->name, ""), IsEmpty()) << pass->name;
  EXPECT_THAT(each("token-windows-1", "a"), ElementsAre(""));
  EXPECT_THAT(each("lines", "\n"), ElementsAre(""));
  for (const BytesView one : {"("sv, "\""sv, "\\"sv, "\n"sv, "\0"sv, "9"sv, "#"sv, "\xff"sv})
    for (const Pass* pass : text_passes())
      EXPECT_LE(each(pass->name, one).size(), 1u) << pass->name;
}

TEST(TextPasses, AMegabyteTakesAPassAFractionOfASecond) {
  Bytes code;
  while (code.size() < 1'000'000) code += commented_c;
  Bytes nested(200'000, '(');
  for (int i = 0; i < 5'000; ++i) nested += std::string(i % 2'000, ' ') + "x\n";
  const Document documents[] = {Document::single("f", code), Document::single("f", nested)};
  Trees trees;
  NoTools tools;
  for (const Document& document : documents)
    for (const Pass* pass : text_passes()) {
      const auto start = cpu_seconds();
      const std::size_t found = pass->find({document, trees, tools}).edits.size();
      const auto took = cpu_seconds() - start;
      // Measured: at most 0.2 s.
      EXPECT_LT(took, 2) << pass->name << " " << found;
    }
}

}  // namespace
}  // namespace whittle
