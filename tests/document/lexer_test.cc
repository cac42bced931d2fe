#include "document/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "support/cpu_time.h"

namespace whittle {
namespace {

using namespace std::literals;
using testing::ElementsAre;

std::vector<std::string> texts(BytesView bytes) {
  std::vector<std::string> list;
  for (const Lexeme& token : lex(bytes)) list.emplace_back(token.in(bytes));
  return list;
}

std::vector<std::string> comments(BytesView bytes) {
  std::vector<std::string> list;
  for (const Range& range : find_comments(bytes)) list.emplace_back(range.in(bytes));
  return list;
}

// The counts are those of the script that measures every reducer's results (tokens.py); the second
// half of the table are random texts over the characters that matter.
TEST(Lexer, CountsTokensAsTheMeasuringScriptDoes) {
  const std::pair<BytesView, std::size_t> cases[] = {
      {""sv, 0},
      {" "sv, 0},
      {"\n"sv, 0},
      {"a"sv, 1},
      {"ab1_$ c"sv, 2},
      {"1.5e+3"sv, 3},
      {".5"sv, 1},
      {"..5"sv, 2},
      {"a.5"sv, 2},
      {"x.y"sv, 3},
      {"0x1F.p3"sv, 1},
      {"1$a"sv, 2},
      {"1\303\251"sv, 2},
      {"\"a b\""sv, 1},
      {"\"a\\\"b\""sv, 1},
      {"\"a\nb\""sv, 4},
      {"\"a\\\nb\""sv, 5},
      {"'"sv, 1},
      {"''"sv, 1},
      {"'a' 'b"sv, 3},
      {"\"\\"sv, 2},
      {"\"\\\""sv, 3},
      {"\"\\\"\\\"\\\""sv, 7},
      {"\"\\\\\"x"sv, 2},
      {"don't can't"sv, 3},
      {"don't"sv, 3},
      {"\377\200a"sv, 1},
      {"\000\001"sv, 2},
      {"\034\035\013\014\205"sv, 3},
      {"a\015b"sv, 2},
      {"'\\'\"'\""sv, 2},
      {"L\"a\""sv, 2},
      {"\"a\"\"b\""sv, 2},
      {"\\\"a\""sv, 2},
      {"\"\015\""sv, 1},
      {"\"a\\\015b\""sv, 1},
      {"/* it's \"x\" */"sv, 8},
      {"-->"sv, 3},
      {"\"\000\""sv, 1},
      {"'\"'\"'"sv, 3},
      {"\\1/\"'$'a\351\"$\n\"'1"sv, 8},
      {"'\n'$1\"\351'\n//\351\"\351\3511\"\n"sv, 6},
      {"$\\ 1\\$"sv, 5},
      {"\351 $/\\'\351\351"sv, 6},
      {"a'$'\351\"\351\n./$"sv, 8},
      {"a.\351.a \n\\\n'\351 $.a. \351"sv, 13},
      {"'$1\\a\\."sv, 6},
      {"\"/'$\351aaa\351.\351.'' ./'"sv, 4},
      {" /\351/. "sv, 4},
      {"/a\".a\\\351'.\"\n \\\n11."sv, 5},
      {"\\.1$ \\1"sv, 5},
      {" 1a/1\n\\'\\\\\n/\n\".\351\\  \"\\1"sv, 11},
      {"a\351\351a\\$\351//\"./$1111'./1\""sv, 6},
      {"'\n.\\'a\351\"'\"\351"sv, 6},
      {"$'a\351\"'\n\3511"sv, 3},
      {"/ a\351a.''."sv, 5},
      {".. '\\'a .\\$\"\n$a\\$\"$"sv, 15},
      {"/' $a\\a\n$$$a/\n"sv, 7},
      {"\n\n1\n\n$.a\"\" . \n\351a.aa'\n'\n."sv, 12},
      {"a\n.\351\351\"./a/'"sv, 9},
      {"1\n.\\1/a'"sv, 7},
      {".1'\\\\\\\"\\\351./\\\351\351./a"sv, 15},
      {"$$\\\"\"/'$\\"sv, 7},
      {"\n\n\" \n $\n\351a $1\\\"a./"sv, 9},
      {"$1$\\$\\$$\".\\\351\"\\\\\\.\351'$\"a/"sv, 16},
      {"$$.'$\"\n\n \"'$.$\"'.a\351$\351"sv, 9},
      {"\n .$$.$\n$ $\n.\\1'1.a'/"sv, 11},
      {"1'\n/ '\\//a\\ "sv, 9},
      {".\n'1.\\/\n\\"sv, 6},
      {"$1a1\naa'a\"a$..\"1a$"sv, 7},
      {" $''\n''  \"\\ \\1/ 1\\$$\351.a'"sv, 14},
      {"\"\\1' \"/' '\351\n'"sv, 5},
      {"'.\"a$1 \351\\\"$\n'"sv, 9},
      {" \"\\\n / $\n "sv, 4},
      {"$/\\ a\" \"\"\"$$\n$.\n.'/"sv, 12},
      {"/.$1$ \n\na\n/\\1a\"\\\"'"sv, 11},
  };
  for (const auto& [bytes, count] : cases) {
    EXPECT_EQ(count_tokens(bytes), count) << testing::PrintToString(bytes);
    EXPECT_EQ(lex(bytes).size(), count) << testing::PrintToString(bytes);
  }
}

TEST(Lexer, CutsRealCodeIntoWordsNumbersStringsAndBrackets) {
  EXPECT_THAT(
      texts("if (x1 >= 0x1F.p3) puts(\"a\\\"b\");"),
      ElementsAre("if", "(", "x1", ">", "=", "0x1F.p3", ")", "puts", "(", "\"a\\\"b\"", ")", ";"));
  EXPECT_THAT(texts("d['k'] = .5 # don't"),
              ElementsAre("d", "[", "'k'", "]", "=", ".5", "#", "don", "'", "t"));
  const std::vector<Lexeme> tokens = lex("f(\"s\", 1)");
  EXPECT_EQ(tokens[0].kind, TokenKind::word);
  EXPECT_EQ(tokens[1].kind, TokenKind::open);
  EXPECT_EQ(tokens[2].kind, TokenKind::string);
  EXPECT_EQ(tokens[3].kind, TokenKind::other);
  EXPECT_EQ(tokens[4].kind, TokenKind::number);
  EXPECT_EQ(tokens[5].kind, TokenKind::close);
}

TEST(Lexer, AQuoteWithoutItsPartnerEndsWithItself) {
  EXPECT_THAT(texts("a 'b c\nd' e"), ElementsAre("a", "'", "b", "c", "d", "'", "e"));
  EXPECT_THAT(texts("\"\\"), ElementsAre("\"", "\\"));
}

TEST(Lexer, EveryByteIsInATokenOrIsWhiteSpace) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    Bytes bytes;
    for (std::size_t i = random.below(60); i > 0; --i)
      bytes += static_cast<char>(random.below(256));
    std::uint64_t at = 0;
    const auto expect_space_until = [&](std::uint64_t end) {
      for (; at < end; ++at) ASSERT_TRUE(is_space(bytes[at]));
    };
    for (const Lexeme& token : lex(bytes)) {
      ASSERT_LT(token.begin, token.end);
      expect_space_until(token.begin);
      at = token.end;
    }
    expect_space_until(bytes.size());
  }
}

TEST(Lexer, IsLinearOnAMegabyteOfAnything) {
  Bytes escaped, quotes, words;
  while (escaped.size() < 1'500'000) escaped += "\\\"";
  while (quotes.size() < 1'500'000) quotes += "\"'\\'";
  while (words.size() < 1'500'000) words += "static int value = f(x, 10); ";
  const auto start = cpu_seconds();
  EXPECT_EQ(count_tokens(escaped), escaped.size());
  EXPECT_GT(count_tokens(quotes), 0u);
  EXPECT_GT(count_tokens(words), 500'000u);
  EXPECT_TRUE(find_comments(escaped).empty());
  // Measured: 8 ms together. The quadratic way takes minutes.
  EXPECT_LT(cpu_seconds() - start, 1);
}

TEST(Lexer, AnIndexCountsTheTokensOfARangeAsALookAtItWould) {
  const BytesView bytes = "f(\"a b\", 12);  // x\n";
  const TokenIndex index(bytes);
  for (std::uint64_t begin = 0; begin <= bytes.size(); ++begin)
    for (std::uint64_t end = begin; end <= bytes.size(); ++end) {
      std::size_t starting = 0, touched = 0;
      for (const Lexeme& token : lex(bytes)) {
        starting += token.begin >= begin && token.begin < end;
        touched += std::max(token.begin, begin) < std::min(token.end, end);
      }
      EXPECT_EQ(index.starting_in({begin, end}), starting) << begin << "-" << end;
      EXPECT_EQ(index.touched_by({begin, end}), touched) << begin << "-" << end;
    }
}

TEST(Lexer, FindsCommentsOfManyLanguages) {
  EXPECT_THAT(comments("int a; // one\nint /* two\n three */ b;"),
              ElementsAre("// one", "/* two\n three */"));
  EXPECT_THAT(comments("x = 1  # one\n#!two\n## three"), ElementsAre("# one", "#!two", "## three"));
  EXPECT_THAT(comments("select 1 -- one\r\nfrom t"), ElementsAre("-- one"));
  EXPECT_THAT(comments("; SMT-LIB\n(check-sat) ; now"), ElementsAre("; SMT-LIB", "; now"));
  EXPECT_THAT(comments("<a><!-- one\n--></a>"), ElementsAre("<!-- one\n-->"));
  EXPECT_THAT(comments("let x = (* one *) 2 {- two -}"), ElementsAre("(* one *)", "{- two -}"));
  EXPECT_THAT(comments("% one\nfoo(X) :- X = 1."), ElementsAre("% one"));
  EXPECT_THAT(comments("# 12 \"a.h\" 2\nint x;"), ElementsAre("# 12 \"a.h\" 2"));
}

TEST(Lexer, LeavesAloneWhatOnlyLooksLikeAComment) {
  for (const BytesView code :
       {"#include <a.h>\n# define X 1"sv, "#[derive(Clone)]\n#main { }"sv, "u = \"http://a/b\";"sv,
        "see http://a.b/c"sv, "s = '/* no */ # no';"sv, "for (; ; i--) x --;"sv,
        "int (*f)(int*);"sv, "a % b"sv, "/* not closed"sv, "$# and ${#x}"sv})
    EXPECT_THAT(comments(code), ElementsAre()) << code;
}

TEST(Lexer, LinesKeepTheirEnds) {
  EXPECT_THAT(find_lines("a\r\n\nb"), ElementsAre(Range{0, 3}, Range{3, 4}, Range{4, 5}));
  EXPECT_TRUE(find_lines("").empty());
}

TEST(Lexer, TellsTextFromBinary) {
  EXPECT_TRUE(is_text("int main() {}\f\n"));
  EXPECT_TRUE(is_text("na\xc3\xafve"));
  EXPECT_TRUE(is_text(""));
  EXPECT_FALSE(
      is_text("\x7f"
              "ELF\x02\x01\x01\0"sv));
  EXPECT_FALSE(is_text("\x01\x02\x03\x04 abc"));
}

}  // namespace
}  // namespace whittle
