#include "base/pattern.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sys/wait.h>
#include <vector>

#include "base/random.h"

namespace whittle {
namespace {

bool finds(const std::string& pattern, BytesView text) {
  const Result<Pattern> compiled = Pattern::compile(pattern);
  EXPECT_TRUE(compiled) << pattern << ": " << compiled.error().message;
  return compiled && compiled->found_in(text);
}

TEST(Pattern, LooksAtEachLineAlone) {
  EXPECT_TRUE(finds("^b$", "a\nb\nc"));
  EXPECT_TRUE(finds("\\Ab\\z", "a\nb\nc"));
  EXPECT_FALSE(finds("a.b", "a\nb"));
  EXPECT_FALSE(finds("a[^x]b|a\\sb|a\nb|(?s)a.b", "a\nb"));
  EXPECT_TRUE(finds("a[^x]b", std::string_view("a\0b", 3)));
  EXPECT_TRUE(finds("^$", "a\n\nb\n"));
  EXPECT_FALSE(finds("^$", "a\nb\n"));
  EXPECT_FALSE(finds("", ""));
}

TEST(Pattern, TakesBytesForCharacters) {
  EXPECT_TRUE(finds("^.\xc3\xa9.$", "x\xc3\xa9\xff"));
  EXPECT_TRUE(finds("^....$", "x\xc3\xa9\xff"));
}

TEST(Pattern, TakesCharactersOfUtf8IfAskedTo) {
  const auto finds_characters = [](const std::string& pattern, BytesView text) {
    return Pattern::compile_characters(pattern)->found_in(text);
  };
  EXPECT_TRUE(finds_characters("^.$", "\xc3\xa9"));
  EXPECT_TRUE(finds_characters("^[\xc3\xa9x]t\\pL$", "\xc3\xa9t\xc3\xa9"));
  EXPECT_FALSE(finds_characters("[\xc3\xa9]", "\xc3\xa8"));
  EXPECT_FALSE(finds_characters(".", "\xff"));
  EXPECT_TRUE(finds_characters("\xff", "\xff")) << "a pattern that is not UTF-8 is one for bytes";
}

TEST(Pattern, FindsMatchesFromLeftToRightAndNoEmptyOnes) {
  using Matches = std::vector<Pattern::Match>;
  EXPECT_EQ(Pattern::compile("a*")->matches("xaaxa"), (Matches{{1, 3}, {4, 5}}));
  EXPECT_EQ(Pattern::compile("^b")->matches("b\nab\nb"), (Matches{{0, 1}, {5, 6}}));
  EXPECT_EQ(Pattern::compile("a.b")->matches("a\nb"), (Matches{}));
  EXPECT_EQ(Pattern::compile("(?s)a.b")->matches("a\nb"), (Matches{{0, 3}}));
  EXPECT_EQ(Pattern::compile("a\\s+b")->matches("a\n\nb"), (Matches{{0, 4}}));
  EXPECT_EQ(Pattern::compile("a.*?b")->matches("aabab"), (Matches{{0, 3}, {3, 5}}));
}

TEST(Pattern, SaysWhatIsWrongAndWhere) {
  const auto message = [](const std::string& text) {
    const auto pattern = Pattern::compile(text);
    EXPECT_FALSE(pattern);
    EXPECT_EQ(pattern.error().kind, ErrorKind::usage);
    EXPECT_NE(pattern.error().way_out.find("RE2"), std::string::npos);
    return pattern.error().message;
  };
  EXPECT_EQ(message("a(b"), "bad regular expression 'a(b': missing )");
  EXPECT_EQ(message("x*y**"),
            "bad regular expression 'x*y**': bad repetition operator: '**' at character 4");
  EXPECT_EQ(message("a(?=b)"),
            "bad regular expression 'a(?=b)': invalid perl operator: '(?=' at character 2");
  EXPECT_EQ(message("(a)\\1"),
            "bad regular expression '(a)\\1': invalid escape sequence: '\\1' at character 4");
  EXPECT_EQ(message("[b-a]"),
            "bad regular expression '[b-a]': invalid character class range: 'b-a' at character 2");
}

TEST(Pattern, IsDoneInTimeOnALineOfAMegabyte) {
  const std::string line(1 << 20, 'a');
  // A backtracking engine needs exponential time for the first two, and a stack frame a byte.
  for (const std::string pattern : {"(a*)*b", "(a|aa)+$b", "(.|\\n)*b"}) {
    EXPECT_FALSE(finds(pattern, line)) << pattern;
    EXPECT_TRUE(Pattern::compile(pattern)->matches(line).empty()) << pattern;
  }
  EXPECT_TRUE(finds("(a*)*b", line + "b"));
  EXPECT_EQ(Pattern::compile("(.|\\n)*b")->matches(line + "b"),
            (std::vector<Pattern::Match>{{0, line.size() + 1}}));
  EXPECT_TRUE(finds("^" + line + "$", line)) << "the line of a golden run can be this long";
}

/// Which of `lines` the pattern finds, by this class and by grep; the file is what grep reads.
std::string by_us(const Pattern& pattern, const std::vector<std::string>& lines) {
  std::string result;
  for (const std::string& line : lines) result += pattern.found_in(line + "\n") ? '1' : '0';
  return result;
}
std::string by_grep(const Pattern& pattern, const std::string& file, std::size_t count) {
  std::string quoted;
  for (const char c : pattern.for_grep()) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  const std::string command = "LC_ALL=C grep -a -n -E -e '" + quoted + "' " + file + " 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string printed;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) printed += static_cast<char>(c);
  const int status = ::pclose(pipe);
  EXPECT_LE(WEXITSTATUS(status), 1) << command << "\n" << printed;
  std::string result(count, '0');
  for (std::size_t at = 0; at < printed.size(); at = printed.find('\n', at) + 1) {
    const std::size_t line = std::strtoul(printed.c_str() + at, nullptr, 10);
    EXPECT_TRUE(line > 0 && line <= count) << command << "\n" << printed;
    if (line > 0 && line <= count) result[line - 1] = '1';
  }
  return result;
}

class PatternForGrep : public testing::Test {
 protected:
  PatternForGrep() : file_(testing::TempDir() + "whittle-pattern-" + std::to_string(::getpid())) {
    Random random(5);
    lines_ = {"",          "a",
              "error: 12", "ERROR: 7x",
              "\t\v\f\r ", "a.b*c",
              "[]^-",      "^",
              "-",         "{2}",
              "a\\b",      "it's",
              "x y",       "\xc3\xa9t\xc3\xa9",
              "\xff",      std::string("a\0b", 3)};
    constexpr char characters[] = "ab12_ .-]^[\\{}\t\v'\"K\xc3\xa9\0";
    const std::string_view bytes(characters, sizeof(characters) - 1);
    for (int i = 0; i < 60; ++i) {
      std::string line;
      for (std::size_t length = random.below(6); length-- > 0;)
        line += bytes[random.below(bytes.size())];
      lines_.push_back(line);
    }
    std::ofstream out(file_, std::ios::binary);
    for (const std::string& line : lines_) out << line << '\n';
  }
  ~PatternForGrep() override { std::remove(file_.c_str()); }

  void check(const std::string& text) {
    for (const auto& pattern : {Pattern::compile(text), Pattern::compile_characters(text)}) {
      ASSERT_TRUE(pattern) << pattern.error().message;
      EXPECT_EQ(by_grep(*pattern, file_, lines_.size()), by_us(*pattern, lines_))
          << text << " became " << pattern->for_grep();
    }
  }

  std::string file_;
  std::vector<std::string> lines_;
};

TEST_F(PatternForGrep, MeansTheSameForAllOfTheSyntax) {
  for (const std::string text : {"",
                                 "error: \\d+$",
                                 "(?i)error: \\d",
                                 "(?i:e)rror|(?i)b(?-i)B|(?i)k",
                                 "a.*?b",
                                 "a+?|b??",
                                 "\\s",
                                 "\\S\\S",
                                 "\\w\\W",
                                 "\\D$",
                                 "\\v",
                                 "\\t",
                                 "\\x61",
                                 "\\x{e9}",
                                 "\\141",
                                 "\\0",
                                 "\\x00",
                                 "\\bb",
                                 "a\\b",
                                 "\\B",
                                 "^\\B$",
                                 "(?:ab|1)_?",
                                 "(?P<name>a)b",
                                 "\\Qa.b*\\E",
                                 "\\Q[]^-",
                                 "\\Aa\\z",
                                 "[]a]",
                                 "[^]a]",
                                 "[]^-]",
                                 "[-^]",
                                 "[\\^\\-]",
                                 "[a\\]]",
                                 "[[:alpha:]]$",
                                 "[[:^alpha:]]",
                                 "[^[:space:]\"'`(),;:=<>]+",
                                 "[\\d.]",
                                 "[^\\d\\s]$",
                                 "[\\pL]",
                                 "\\pL",
                                 "\\PL$",
                                 "\\p{Lu}",
                                 "\\C",
                                 "a{2}",
                                 "^.{2,3}$",
                                 "^.{4,}?$",
                                 "{",
                                 "{2",
                                 "{,2}",
                                 "a{x}",
                                 "[{]2[}]",
                                 "\\{2\\}",
                                 "]",
                                 "}",
                                 "^*a",
                                 "\\b?a",
                                 "(^|x)a",
                                 "a|",
                                 "()",
                                 "(|a)b",
                                 "a\\nb",
                                 "a\nb|a",
                                 "[\\n]",
                                 "[^\\x00-\\xff]",
                                 "(?s)a.b",
                                 "(?m)^a$",
                                 "(?U)a+b",
                                 "'",
                                 "it's",
                                 "\xc3\xa9",
                                 "(?i)\xc3\x89",
                                 "[\xc3\xa9]+t",
                                 "^[^\xc3\xa8]t",
                                 "^.t.$",
                                 "\\pL\\PL",
                                 "\\Q\xc3\xa9\\E",
                                 "\\x{e9}|\\351",
                                 "[^a]",
                                 "[^\\x00]",
                                 "[!-~]",
                                 "\\\\",
                                 "x*",
                                 "((a)(b))*$",
                                 "[[]",
                                 "[[a]",
                                 "[a[:digit:]b]"})
    check(text);
}

TEST_F(PatternForGrep, MeansTheSameForRandomPatterns) {
  const std::vector<std::string> parts = {
      "a",    "b",      "1",    "_", ".", "\\.",   " ", "\\d",      "\\W",   "\\s",
      "[ab]", "[^a-b]", "[]-]", "^", "$", "\\b",   "(", ")",        "(?:",   "(?i)",
      "(?i:", "|",      "*",    "+", "?", "{1,2}", "{", "\\Qa.\\E", "\\x5e", "K"};
  Random random(23);
  int checked = 0;
  while (checked < 150) {
    std::string text;
    for (std::size_t length = 1 + random.below(7); length-- > 0;)
      text += parts[random.below(parts.size())];
    if (!Pattern::compile(text)) continue;
    check(text);
    ++checked;
  }
}

}  // namespace
}  // namespace whittle
