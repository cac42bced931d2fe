#include "syntax/errors.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "document/lexer.h"
#include "syntax/trees.h"

namespace whittle {
namespace {

std::uint32_t errors_of(const Language& language, const Bytes& text) {
  return parse(language, share(text)).value()->errors();
}

TEST(ErrorCounter, CountsTheErrorsOfATextAndOfItsVersions) {
  const Language& c = *find_language("c");
  const ErrorCounter counter(c, share("int f() { g(1); return x; }\n"));
  EXPECT_EQ(counter.errors(), 0u);
  EXPECT_EQ(counter.errors_in(share("int f() { return x; }\n")), 0u);
  EXPECT_GT(counter.errors_in(share("int f() { g(1; return x; }\n")), 0u);
  EXPECT_GT(counter.errors_in(share("int f() { g(1); return x; \n")), 0u);
  EXPECT_EQ(counter.errors_in(share("")), 0u);
  EXPECT_EQ(counter.errors_in(share("int f() { g(1); return x; }\n")), 0u);
}

TEST(ErrorCounter, ATextWithErrorsMayHaveFewerOrMore) {
  const ErrorCounter counter(*find_language("c"), share("int f( { }\nint x;\n"));
  EXPECT_GT(counter.errors(), 0u);
  EXPECT_EQ(counter.errors_in(share("int x;\n")), 0u);
  EXPECT_GT(counter.errors_in(share("int f( { }\nint x = ;;) }\n")), counter.errors());
}

TEST(ErrorCounter, WhatIsHiddenFromTheParserIsNoError) {
  const Bytes text = "namespace std __attribute__((x)) { int a; }\nint b;\n";
  const ErrorCounter counter(*find_language("cpp"), share(text));
  EXPECT_EQ(counter.errors(), 0u);
  EXPECT_EQ(counter.errors_in(share("namespace std __attribute__((x)) { }\nint b;\n")), 0u);
  EXPECT_GT(counter.errors_in(share("namespace std __attribute__((x) { int a; }\nint b;\n")), 0u);
  const Bytes merged =
      "extern int(__attribute__((leaf)) f)(char const *__restrict text, int base);\n";
  EXPECT_EQ(ErrorCounter(*find_language("c"), share(merged)).errors(), 0u);
}

// A parser that starts from an older tree may repair broken text in another way than one that
// starts from nothing, so that the numbers can differ; hardly ever does one find no error.
TEST(ErrorCounter, AgreesWithAParseOfTheWholeText) {
  std::size_t all = 0, same = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SAMPLES)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const Bytes text{std::istreambuf_iterator<char>(file), {}};
    const Language& language = language_of(entry.path().string(), text);
    const ErrorCounter counter(language, share(text));
    EXPECT_EQ(counter.errors(), errors_of(language, text)) << entry.path();
    const std::vector<Lexeme> tokens = lex(text);
    for (std::size_t i = 0; i + 8 < tokens.size(); i += 23) {
      Bytes version = text;
      version.erase(tokens[i].begin, tokens[i + i % 8].end - tokens[i].begin);
      const bool adds = counter.errors_in(share(version)) > counter.errors();
      ++all;
      same += adds == (errors_of(language, version) > counter.errors());
    }
  }
  EXPECT_GT(all, 300u);
  EXPECT_GE(same * 100, all * 99) << same << " of " << all;
}

}  // namespace
}  // namespace whittle
