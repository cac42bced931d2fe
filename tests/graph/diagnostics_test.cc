// What the programs really print: gcc and gccgo 12, clang 14, rustc 1.9x, javac 17, CPython,
// xmllint; tsc and go vet as documented by their projects.
#include "graph/diagnostics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace whittle {
namespace {

/// One line for each diagnostic: "a.cc:3:31 error [push] notes 2:8".
std::string seen(std::string_view text) {
  std::string all;
  for (const Diagnostic& one : parse_diagnostics(text)) {
    all += fmt::format("{}:{}:{} {}", one.place.file, one.place.line, one.place.column,
                       one.severity == Diagnostic::Severity::error ? "error" : "warning");
    for (const std::string& name : one.quoted) all += fmt::format(" [{}]", name);
    if (!one.within.empty()) all += " in " + one.within;
    for (const auto& note : one.notes)
      all += fmt::format(" note {}:{}", note.place.line, note.place.column);
    all += '\n';
  }
  return all;
}

TEST(Diagnostics, OfGccHavePlacesQuotedNamesAndNotes) {
  EXPECT_EQ(seen(R"(a.cc: In function 'int main()':
a.cc:3:31: error: 'struct n::box<int>' has no member named 'push'
    3 | int main() { n::box<int> b; b.push(1); n::missing(2); f("x"); n::incomplete i; }
      |                               ^~~~
a.cc:3:57: error: invalid conversion from 'const char*' to 'int' [-fpermissive]
    3 | int main() { n::box<int> b; b.push(1); n::missing(2); f("x"); n::incomplete i; }
      |                                                         ^~~
      |                                                         |
      |                                                         const char*
a.cc:2:8: note:   initializing argument 1 of 'void f(int)'
    2 | void f(int);
      |        ^~~
a.cc: At global scope:
a.cc:4:13: warning: inline function 'void g()' used but never defined
    4 | inline void g();
      |             ^
)"),
            "a.cc:3:31 error [struct n::box<int>] [push]\n"
            "a.cc:3:57 error [const char*] [int] note 2:8\n"
            "a.cc:4:13 warning [void g()]\n");
}

TEST(Diagnostics, OfGccInALanguageWithTypographicQuotesAreTheSame) {
  EXPECT_EQ(seen("a.cc:3:43: error: ‘missing’ is not a member of ‘n’\n"),
            "a.cc:3:43 error [missing] [n]\n");
  EXPECT_EQ(seen("a.go:2:20: error: reference to undefined name ‘missing’\n"
                 "(null):0: confused by earlier errors, bailing out\n"),
            "a.go:2:20 error [missing]\n");
}

TEST(Diagnostics, OfClangHavePlacesQuotedNamesAndNotes) {
  EXPECT_EQ(seen(R"(a.cc:3:77: error: variable has incomplete type 'n::incomplete'
int main() { n::box<int> b; b.push(1); n::missing(2); f("x"); n::incomplete i; }
                                                                            ^
a.cc:1:22: note: forward declaration of 'n::incomplete'
namespace n { struct incomplete; template <class T> struct box { }; }
                     ^
a.cc:1:1: fatal error: 'gone.h' file not found
4 errors generated.
)"),
            "a.cc:3:77 error [n::incomplete] note 1:22\n"
            "a.cc:1:1 error [gone.h]\n");
}

TEST(Diagnostics, OfRustHaveTheirPlacesBehindArrows) {
  EXPECT_EQ(seen(R"(error[E0599]: no method named `go` found for struct `P` in the current scope
 --> a.rs:2:35
  |
1 | struct P { x: i32 }
  | -------- method `go` not found for this struct
2 | fn main() { let p = P { x: 1 }; p.go(); missing(2); let q: Gone = 3; }
  |                                   ^^ method not found in `P`

note: the trait `T` must be implemented
 --> a.rs:1:8
  |

warning: unused variable: `q`
 --> a.rs:2:57

error: aborting due to 3 previous errors

Some errors have detailed explanations: E0425, E0599.
For more information about an error, try `rustc --explain E0425`.
)"),
            "a.rs:2:35 error [go] [P] note 1:8\n"
            "a.rs:2:57 warning [q]\n");
}

TEST(Diagnostics, OfGoNeedNoSeverity) {
  EXPECT_EQ(seen("# command-line-arguments\nvet: ./a.go:2:20: undefined: missing\n"
                 "./a.go:3:4: undefined: Gone\n"),
            "./a.go:2:20 error [missing]\n./a.go:3:4 error [Gone]\n");
}

TEST(Diagnostics, OfJavaHaveTheSymbolBelow) {
  EXPECT_EQ(seen(R"(A.java:1: error: cannot find symbol
class A { int f() { return g(1) + x; } Gone y; }
                                       ^
  symbol:   class Gone
  location: class A
A.java:1: error: cannot find symbol
class A { int f() { return g(1) + x; } Gone y; }
                           ^
  symbol:   method g(int)
  location: class A
2 errors
)"),
            "A.java:1:40 error [Gone]\nA.java:1:28 error [g(int)]\n");
}

TEST(Diagnostics, OfTypeScriptAreUnderstoodInBothForms) {
  EXPECT_EQ(seen("src/x.ts(3,5): error TS2304: Cannot find name 'foo'.\n"
                 "src/x.ts:4:7 - error TS2339: Property 'b' does not exist on type 'A'.\n"),
            "src/x.ts:3:5 error [foo]\nsrc/x.ts:4:7 error [b] [A]\n");
}

TEST(Diagnostics, OfPythonHaveALineAndNoColumn) {
  EXPECT_EQ(seen("  File \"b.py\", line 2\n    return (1,\n           ^\n"
                 "SyntaxError: '(' was never closed\n"),
            "b.py:2:0 error [(]\n");
  EXPECT_EQ(seen("Traceback (most recent call last):\n  File \"/t/b.py\", line 9, in <module>\n"
                 "    gone()\nNameError: name 'gone' is not defined\n"),
            "/t/b.py:9:0 error [gone]\n");
}

TEST(Diagnostics, OfXmllintHaveALine) {
  EXPECT_EQ(seen("a.xml:2: parser error : Opening and ending tag mismatch: b line 2 and c\n"
                 "<b></c>\n       ^\n"),
            "a.xml:2:8 error\n");
  EXPECT_EQ(seen("a.rng:5: element ref: Relax-NG parser error : Reference p has no matching "
                 "definition\n"),
            "a.rng:5:0 error\n");
}

TEST(Diagnostics, OfALinkerNameTheFunctionTheyAreAbout) {
  EXPECT_EQ(seen(R"(/usr/bin/ld: /tmp/ccxVnWnl.o: in function `main':
l.cc:(.text+0xf): undefined reference to `f(int)'
/usr/bin/ld: l.cc:(.text+0x16): undefined reference to `g()'
collect2: error: ld returned 1 exit status
)"),
            "l.cc:0:0 error [f(int)] in main\nl.cc:0:0 error [g()] in main\n");
}

TEST(Diagnostics, OfNmNameWhatIsUndefined) {
  EXPECT_EQ(seen("                 U std::sort(int*, int*)\n0000000000000000 T main\n"),
            ":0:0 error [std::sort(int*, int*)]\n");
}

TEST(Diagnostics, AnApostropheInAWordIsNoQuote) {
  EXPECT_EQ(quoted_in("can't convert 'a' to 'b'"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(quoted_in("don't"), std::vector<std::string>{});
}

TEST(Diagnostics, GarbageGivesNone) {
  std::string garbage;
  for (int c = 0; c < 256; ++c) garbage += static_cast<char>(c);
  for (const std::string& text :
       {garbage, std::string(100'000, ':'), std::string(100'000, '\''), std::string(1000, '\0'),
        std::string("error:"), std::string("1:2:3:"), std::string(":1: error: x"),
        std::string("a:99999999999999: error: x")})
    EXPECT_TRUE(parse_diagnostics(text).empty()) << text.substr(0, 20);
}

}  // namespace
}  // namespace whittle
