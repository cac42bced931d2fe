// Every pass on code of at least three languages: what one of its edits alone makes of it. The code
// is in code/, one small program written in many languages, or in the row. A pass without enough
// rows fails a test.
#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "support/pass_results.h"
#include "syntax/languages.h"

namespace whittle {
namespace {

using namespace std::string_literals;
using testing::Contains;

std::string contents(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Some edit of the pass alone replaces these parts of the program, in their order, and no others.
struct Row {
  std::string pass, file;
  std::vector<std::pair<std::string, std::string>> parts;
};

// clang-format off
const Row rows[] = {
  {"tree-children", "shop.py", {{"os, sys", "sys"}}},
  {"tree-children", "shop.go", {{"\n\tstr \"strings\"", ""}}},
  {"tree-children", "shop.rb", {{"get(scale, unused)", "get(unused)"}}},
  {"hoist", "shop.c", {{"for (int i = 0; i < LIMIT; i++) ", ""}}},
  {"hoist", "shop.js", {{"const half = (n) => n / 2", "const half = n / 2"}}},
  {"hoist", "Shop.java", {{"from[i] + seen[i]", "from[i]"}}},
  {"hoist-2", "shop.c", {{"from[i] + seen[i]", "seen[i]"}}},
  {"hoist-2", "shop.py", {{"self.whole * scale", "scale"}}},
  {"hoist-2", "shop.rs", {{"Pair<u16>", "u16"}}},
  {"hoist-3", "shop.py", {{"total([1, 2], 2, unit=\"m\")", "2"}}},
  {"hoist-3", "shop.js", {{"sum([1, 2], 2, \"cm\")", "2"}}},
  {"hoist-3", "shop.rs", {{"println!(\"{}\", text)", "text"}}},
  {"flatten", "shop.c", {{"for (int i = 0; i < LIMIT; i++) {\n    ", ""}, {"steps++;\n  }", "steps++;"}}},
  {"flatten", "shop.js", {{"if (twice(p.whole) > RATE) {\n  ", ""}, {"(\"over\");\n}", "(\"over\");"}}},
  {"flatten", "shop.rs", {{"mod util {\n    ", ""}, {"n + n\n    }\n}", "n + n\n    }"}}},
  {"stand-in", "shop.c", {{"sum(a, 2, GREEN)", "sum()"}}},
  {"stand-in", "shop.py", {{"class Price(Base)", "class Price()"}}},
  {"stand-in", "Shop.java", {{"new int[2]", "0"}}},
  {"same-kind", "shop.js", {{"total += value;", "steps++;"}}},
  {"same-kind", "shop.rs", {{"std::collections::HashMap", "std::fmt"}}},
  {"same-kind", "shop.c", {{"int total = 0, steps = 0;", "int i = 0;"}}},

  {"statements", "shop.c", {{"    steps++;\n", ""}}},
  {"statements", "shop.py", {{"    print(text)\n", ""}}},
  {"statements", "shop.kt", {{"        total += value\n", ""}}},
  {"imports", "shop.cc", {{"using std::vector;\n", ""}}},
  {"imports", "shop.ts", {{"readFile, writeFile", "writeFile"}}},
  {"imports", "shop.kt", {{"import kotlin.math.sqrt\n", ""}}},
  {"imports", "shop.d", {{"import std.math : sqrt;\n", ""}}},
  {"imports", "shop.go", {{"\t\"fmt\"\n", ""}}},
  {"unused", "shop.c", {{"RED, ", ""}}},
  {"unused", "shop.cs", {{"        static int Half(int n) => n / 2;\n", ""}}},
  {"unused", "shop.lua", {{"local json = require(\"json\")\n", ""}}},
  {"unused", "shop.swift", {{"let box: Box<String>\n", ""}}},
  {"unused", "shop.php", {{"use Shop\\Util\\Tools;\n", ""}}},
  {"unused", "shop.py", {{"os, sys", "sys"}}},
  {"with-orphans", "shop.c", {{" int part; ", "  "}, {"static void report(const char *text) {\n  puts(text);\n  flush();\n}\n", ""}, {"  if (q->part > 1) {\n    report(\"over\");\n  }\n", ""}}},
  {"with-orphans", "shop.py", {{"def log(text):\n    print(text)\n    flush()\n", ""}, {"log(\"over\")", "pass"}}},
  {"with-orphans", "shop.go", {{"type Price struct {\n\tWhole int\n\tPart  int\n}\n", ""}, {"const rate = 19\n", ""}, {"func twice(n int) int { return n + n }\n", ""}, {"func log(text string) {\n\tfmt.Println(text)\n\tflush()\n}\n", ""}, {"\tp := Price{3, 50}\n\tq := &p\n", ""}, {"\tif twice(q.Whole) > rate {\n\t\tlog(\"over\")\n\t}\n", ""}}},
  {"body-to-declaration", "shop.c", {{"twice(int n) { return n + n; }", "twice(int n);"}}},
  {"body-to-declaration", "shop.kt", {{"log(text: String) {\n    println(text)\n    flush()\n}", "log(text: String) = TODO()"}}},
  {"body-to-declaration", "shop.rs", {{"{\n    println!(\"{}\", text);\n    flush();\n}", "{ loop {} }"}}},
  {"body-to-declaration", "shop.scala", {{"Int = n + n", "Int = ???"}}},
  {"body-to-declaration", "shop.cs", {{"{ return n + n; }", "{ throw null; }"}}},
  {"empty-body", "shop.js", {{"{\n  console.log(text);\n  flush();\n}", "{}"}}},
  {"empty-body", "shop.d", {{"{\n  writeln(text);\n  flush();\n}", "{}"}}},
  {"empty-body", "shop.rb", {{"    n + n\n", "    \n"}}},
  {"empty-body", "shop.py", {{"print(text)\n    flush()", "pass"}}},
  {"inline-call", "shop.go", {{"func twice(n int) int { return n + n }\n", ""}, {"twice(q.Whole)", "(q.Whole + q.Whole)"}}},
  {"inline-call", "shop.swift", {{"func twice(n: Int) -> Int { return n + n }\n", ""}, {"twice(n: p.whole)", "(p.whole + p.whole)"}}},
  {"inline-call", "shop.cs", {{"        static int Twice(int n) { return n + n; }\n", ""}, {"Twice(p.Whole)", "(p.Whole + p.Whole)"}}},
  {"inline-call", "shop.py", {{"    def get(self, scale, unused):\n        return self.whole * scale\n", ""}, {"price.get(1, 2)", "(price.whole * 1)"}}},
  {"unwrap", "shop.cc", {{"namespace shop {", ""}, {"n + n; }\n}", "n + n; }\n"}, {"shop::Price", "Price"}, {"shop::Box", "Box"}, {"shop::Cents", "Cents"}, {"shop::twice", "twice"}, {"shop::rate", "rate"}, {"shop::green", "green"}}},
  {"unwrap", "shop.rs", {{"mod util {", ""}, {"    }\n}", "    }\n"}, {"util::twice", "twice"}}},
  {"unwrap", "shop.ts", {{"namespace Util {", ""}, {"  }\n}\nfunction sum", "  }\n\nfunction sum"}, {"Util.twice", "twice"}}},
  {"unwrap", "shop.rb", {{"module Util\n  ", ""}, {"  end\nend", "  end\n"}, {"Util.twice", "twice"}}},
  {"parameters", "shop.cs", {{"int count, string unused", "int count"}, {"2, \"cm\"", "2"}}},
  {"parameters", "shop.kt", {{"count: Int, unused: String", "count: Int"}, {"2, \"cm\"", "2"}}},
  {"parameters", "shop.swift", {{", unused: String", ""}, {", unused: \"cm\"", ""}}},
  {"parameters", "shop.php", {{", string $unused", ""}, {", \"cm\"", ""}}},
  {"parameters", "shop.zig", {{", unused: u8", ""}, {", 7)", ")"}}},
  {"parameters", "shop.sol", {{", string memory unused", ""}, {", \"cm\"", ""}}},
  {"parameters", "Shop.java", {{"log(String text)", "log()"}, {"println(text)", "println(\"over\")"}, {"log(\"over\")", "log()"}}},
  {"type-parameters", "shop.cs", {{"Box<T>", "Box"}, {"Box<string>", "Box"}}},
  {"type-parameters", "shop.kt", {{"Box<T>(private val content: T)", "Box(private val content: String)"}, {"Int): T", "Int): String"}, {"Box<String>", "Box"}}},
  {"type-parameters", "shop.scala", {{"Box[T](private val content: T)", "Box(private val content: String)"}, {"Int): T", "Int): String"}, {"Box[String]", "Box"}}},
  {"type-parameters", "shop.rs", {{"Pair<T>", "Pair"}, {"left: T", "left: u16"}, {"Pair<u16>", "Pair"}}},
  {"keys", "shop.py", {{"\"a\": 1, ", ""}, {"\"a\": 3, ", ""}}},
  {"keys", "shop.js", {{"whole: 3, ", ""}, {"whole: 4, ", ""}}},
  {"keys", "shop.php", {{"\"whole\" => 3, ", ""}, {"\"whole\" => 4, ", ""}}},
  {"keys", "shop.lua", {{"whole = 3, ", ""}, {"whole = 4, ", ""}}},
  {"modifiers", "Shop.java", {{"public final class", "final class"}}},
  {"modifiers", "shop.d", {{"final class", "class"}}},
  {"modifiers", "shop.sol", {{"internal pure", "internal"}}},
  {"modifiers", "shop.kt", {{"internal open", "open"}}},
  {"class-to-struct", "shop.cc", {{"class Box", "struct Box"}, {" public:\n", " \n"}, {" private:\n", " \n"}}},
  {"class-to-struct", "shop.cu", {{"class Grid", "struct Grid"}, {" public:\n", " \n"}, {" private:\n", " \n"}}},
  {"alias", "shop.c", {{"typedef unsigned long cents;\n", ""}, {"cents c", "unsigned long c"}}},
  {"alias", "shop.cc", {{"using Cents = long;\n", ""}, {"shop::Cents", "long"}}},
  {"alias", "shop.swift", {{"typealias Cents = Int\n", ""}, {": Cents", ": Int"}}},
  {"alias", "shop.cs", {{"using Map = System.Collections.Generic.Dictionary<string, int>;\n", ""}, {"Map map", "System.Collections.Generic.Dictionary<string, int> map"}}},
  {"alias", "shop.d", {{"alias Cents = long;\n", ""}, {"Cents c", "long c"}}},
  {"define-at-use", "shop.m", {{"struct price { int whole; int part; };\n", ""}, {"struct price p", "struct { int whole; int part; } p"}}},
  {"define-at-use", "shop.cc", {{"struct Price { int whole; int part; };\n", ""}, {"shop::Price p", "struct { int whole; int part; } p"}}},
  {"define-at-use", "shop.ts", {{"interface Price { whole: number; part: number }\n", ""}, {"p: Price", "p: { whole: number; part: number }"}}},
  {"type-to-shortest", "shop.go", {{"unused string", "unused int"}}},
  {"type-to-shortest", "shop.kt", {{"List<Int>", "Int"}}},
  {"type-to-shortest", "shop.zig", {{"[]const u32", "u8"}}},
  {"type-to-shortest", "shop.ts", {{"n: number", "n: any"}}},
  {"type-to-shortest-all", "shop.c", {{"struct price { int whole; int part; };\n", ""}, {"struct price p", "int p"}}},
  {"type-to-shortest-all", "shop.cc", {{"struct Price { int whole; int part; };\n", ""}, {"shop::Price p", "int p"}}},
  {"type-to-shortest-all", "shop.rs", {{"type Cents = u64;\n", ""}, {"c: Cents", "c: u8"}}},
  {"type-to-shortest-all", "Shop.java", {{"  record Price(int whole, int part) {}\n", ""}, {"Price p", "int p"}}},
  {"inline-constant", "shop.c", {{"#define LIMIT 16\n", ""}, {"i < LIMIT", "i < 16"}}},
  {"inline-constant", "shop.cs", {{"        private const int Rate = 19;\n", ""}, {"> Rate", "> 19"}}},
  {"inline-constant", "shop.php", {{"const RATE = 19;\n", ""}, {"> RATE", "> 19"}}},
  {"inline-constant", "shop.zig", {{"const rate: u32 = 19;\n", ""}, {"> rate", "> 19"}}},
  {"inline-constant", "shop.kt", {{"const val RATE = 19\n", ""}, {"> RATE", "> 19"}}},
  {"rename-short", "shop.c", {{"cents", "e"}, {"cents", "e"}}},
  {"rename-short", "shop.rs", {{"twice", "d"}, {"twice", "d"}}},
  {"rename-short", "shop.py", {{"values", "b"}, {"values", "b"}}},
};
// clang-format on

/// The same for a whole file that is given here.
struct Snippet {
  std::string pass, file, before, after;
};

const Snippet snippets[] = {
    {"rename-values", "a.json", "{\"parts\": {\"widget\": 1}, \"use\": \"#/parts/widget\"}\n",
     "{\"parts\": {\"a\": 1}, \"use\": \"#/parts/a\"}\n"},
    {"rename-values", "a.yaml", "front.end: 1\ndepends: [front.end]\n", "a: 1\ndepends: [a]\n"},
    {"rename-values", "a.xml", "<a><b id=\"long\"/><c to=\"long\"/></a>\n",
     "<a><b id=\"a\"/><c to=\"a\"/></a>\n"},
    {"concepts", "a.cc",
     "template <class T> concept A = true;\nnamespace n {template <A T, class U> struct S {};}\n",
     "namespace n {template <class T, class U> struct S {};}\n"},
    {"concepts", "a.cu", "template <class T> concept A = true;\ntemplate <A T> void f(T x);\n",
     "template <class T> void f(T x);\n"},
    {"inline-definition", "a.rng",
     "<g><start><ref name=\"x\"/></start><define name=\"x\"><text/></define></g>\n",
     "<g><start><text/></start></g>\n"},
    {"inline-definition", "a.svg",
     "<svg><defs><g id=\"x\"><path d=\"M1\"/></g></defs><use href=\"x\"/></svg>\n",
     "<svg><defs></defs><path d=\"M1\"/></svg>\n"},
    {"inline-definition", "a.json",
     "{\"definitions\": {\"x\": {\"type\": \"string\"}}, \"p\": {\"$ref\": \"#/definitions/x\"}}\n",
     "{\"definitions\": {}, \"p\": {\"type\": \"string\"}}\n"},
    {"hunk-lines", "a.patch", "--- a\n+++ b\n@@ -3,3 +3,3 @@ f\n x\n-y\n+z\n w\n",
     "--- a\n+++ b\n@@ -3,2 +3,2 @@ f\n-y\n+z\n w\n"},
    {"columns", "a.csv", "name,age,city\nAnn,31,Rome\n", "name,city\nAnn,Rome\n"},
    {"columns", "a.tsv", "name\tage\nAnn\t31\n", "name\nAnn\n"},
    {"columns", "a.psv", "a|b|c\n1||\"x|y\"\n", "a|b\n1|\n"},
    {"line-markers", "a.c", "# 1 \"b.h\" 1 3\nint a;\n# 2 \"a.c\" 2\n", "int a;\n# 2 \"a.c\" 2\n"},
    {"line-markers", "a.cc", "int a;\n#line 7 \"b.h\"\nint b;\n", "int a;\nint b;\n"},
    {"line-markers", "a.i", "int a;\n # 4\nint b;\n", "int a;\nint b;\n"},
    {"pragmas", "a.c", "#pragma omp \\\n  simd\nint a;\n", "int a;\n"},
    {"pragmas", "a.cc", "int a;\n#ident \"x\"\n#define P\n", "int a;\n#define P\n"},
    {"pragmas", "a.i", "#pragma GCC diagnostic push\nint a;\n", "int a;\n"},
    {"comments", "a.c", "int a; // one\n/* two */ int b;\n", "int a;\n/* two */ int b;\n"},
    {"comments", "a.py", "x = 1  # one\n", "x = 1\n"},
    {"comments", "a.sql", "SELECT 1 -- one\nFROM t;\n", "SELECT 1\nFROM t;\n"},
    {"comments", "a.html", "<p>\n<!-- note -->\n</p>\n", "<p>\n</p>\n"},
    {"line-blocks", "a.c", "int a;\n\nint f() {\n  g();\n}\n", "int a;\n\n"},
    {"line-blocks", "a.py", "if x:\n    f()\ng()\n", "g()\n"},
    {"line-blocks", "a.yaml", "jobs:\n  build:\n    runs: x\n  test:\n    runs: y\n",
     "jobs:\n  test:\n    runs: y\n"},
    {"lines", "a.go", "package p\n\nvar a int\nvar b int\n", "package p\n\nvar b int\n"},
    {"lines", "a.toml", "[a]\nx = 1\ny = 2\n", "[a]\ny = 2\n"},
    {"lines", "a.css", "p {\n  color: red;\n  margin: 0;\n}\n", "p {\n  margin: 0;\n}\n"},
    {"counted-lines", "a.cnf", "p cnf 4 2\n1 -2 0\n3 4 0\n", "p cnf 4 1\n3 4 0\n"},
    {"counted-lines", "a.mtx", "%%MatrixMarket\n9 9 3\n1 1 .5\n2 2 .5\n9 1 .5\n",
     "%%MatrixMarket\n9 9 2\n1 1 .5\n9 1 .5\n"},
    {"counted-links", "cases.in", "2\n1\nx y\n2\nz\nw\n", "1\n2\nz\nw\n"},
    {"counted-words", "list.in", "3\n10 20 30\n", "2\n10 30\n"},
    {"empty-groups", "a.java", "int f(int a) { return g(a); }", "int f(int a) {}"},
    {"empty-groups", "a.lisp", "(defun f (x) (g x))", "(defun f () (g x))"},
    {"empty-groups", "a.py", "x = [f(y) for y in z]", "x = []"},
    {"strip-groups", "a.c", "int x = (a + b);", "int x = a + b;"},
    {"strip-groups", "a.js", "x = [f(a)];", "x = f(a);"},
    {"strip-groups", "a.smt2", "(assert (not (= x 1)))", "(assert (not = x 1))"},
    {"zero-groups", "a.c", "int x = (a + b);", "int x = 0;"},
    {"zero-groups", "a.py", "x = [1, 2]", "x = 0"},
    {"zero-groups", "a.rs", "let x = {a; b};", "let x = 0;"},
    {"between-repeats", "a.c", "f(a, b, c);", "f(a, c);"},
    {"between-repeats", "a.json", "[1, 2, 3]", "[1, 3]"},
    {"between-repeats", "a.sql", "SELECT a AND b AND c", "SELECT a AND c"},
    {"stand-in-0", "a.c", "int x = f(a)->b;", "int x = 0;"},
    {"stand-in-0", "a.go", "x := str.ToUpper(y)", "x := 0"},
    {"stand-in-0", "a.ts", "let x = y?.z;", "let x = 0;"},
    {"stand-in-string", "a.py", "x = f(a).b", "x = \"\""},
    {"stand-in-string", "a.rb", "puts(name.upcase)", "puts(\"\")"},
    {"stand-in-string", "a.js", "x = a.b.c;", "x = \"\";"},
    {"stand-in-list", "a.js", "x = f(a, b);", "x = [];"},
    {"stand-in-list", "a.py", "for a in f(b):\n    c()\n", "for a in []:\n    c()\n"},
    {"stand-in-list", "a.lua", "x = {1, 2}", "x = []"},
    {"numbers-to-0", "a.c", "int x = 0x1f;", "int x = 0;"},
    {"numbers-to-0", "a.py", "x = 1.5e3", "x = 0"},
    {"numbers-to-0", "a.css", "p { margin: 12px }", "p { margin: 0 }"},
    {"numbers-to-1", "a.c", "int x[16];", "int x[1];"},
    {"numbers-to-1", "a.js", "[25]", "[1]"},
    {"numbers-to-1", "a.smt2", "(assert (> x 37))", "(assert (> x 1))"},
    {"plain-numbers", "a.c", "long x = 0x20UL;", "long x = 32;"},
    {"plain-numbers", "a.rs", "let x = 1_000;", "let x = 1000;"},
    {"plain-numbers", "a.js", "x = 2.50;", "x = 2;"},
    {"halve-numbers", "a.c", "int x[100];", "int x[50];"},
    {"halve-numbers", "a.go", "const x = 0xff", "const x = 0x80"},
    {"halve-numbers", "a.css", "p { width: 12px }", "p { width: 6px }"},
    {"lower-numbers-4", "a.c", "int x[100];", "int x[75];"},
    {"lower-numbers-4", "a.py", "x = 40", "x = 30"},
    {"lower-numbers-4", "a.js", "[400]", "[300]"},
    {"lower-numbers-16", "a.c", "int x[160];", "int x[150];"},
    {"lower-numbers-16", "a.rs", "let x = 32;", "let x = 30;"},
    {"lower-numbers-16", "a.lua", "x = 1600", "x = 1500"},
    {"lower-numbers-256", "a.c", "int x[512];", "int x[510];"},
    {"lower-numbers-256", "a.kt", "val x = 256", "val x = 255"},
    {"lower-numbers-256", "a.lua", "x = 2560", "x = 2550"},
    {"empty-strings", "a.c", R"(puts("abc");)", R"(puts("");)"},
    {"empty-strings", "a.py", "x = 'abc'", "x = ''"},
    {"empty-strings", "a.json", R"({"key": "abc"})", R"({"key": ""})"},
    {"front-of-strings", "a.c", R"(puts("a\nbc");)", R"(puts("a\n");)"},
    {"front-of-strings", "a.js", "x = 'abcd';", "x = 'ab';"},
    {"front-of-strings", "a.go", "x := \"\xc3\xa4\xc3\xb6\"", "x := \"\xc3\xa4\""},
    {"back-of-strings", "a.c", R"(puts("a\nbc");)", R"(puts("bc");)"},
    {"back-of-strings", "a.rb", "x = 'abcd'", "x = 'cd'"},
    {"back-of-strings", "a.rs", R"(let x = "ab\u{e9}c";)", R"(let x = "\u{e9}c";)"},
    {"bytes", "a.bin", std::string("\0\1\2", 3), std::string("\0\2", 2)},
    {"byte-blocks", "a.bin", std::string(16, '\0') + std::string(16, '\1'), std::string(16, '\1')},
    {"blank-blocks", "a.bin", std::string(16, '\0') + std::string(16, '\1'),
     std::string(16, '\0') + std::string(16, ' ')},
    {"blank-tokens", "a.bin", std::string("\0name\1", 6), std::string("\0    \1", 6)},
    {"records", "a.bin", "ab\4\0\0\0wordcd\2\0\0\0\1\2ef\1\0\0\0z"s, "ab\4\0\0\0wordef\1\0\0\0z"s},
    {"record-bytes", "a.bin", "ab\4\0\0\0wordcd\2\0\0\0\1\2ef\1\0\0\0z"s,
     "ab\3\0\0\0worcd\2\0\0\0\1\2ef\1\0\0\0z"s},
    {"counted-bytes", "a.bin", std::string("\x9\2\0  \x9", 6), std::string("\x9\1\0 \x9", 5)},
    {"counted-offsets", "a.bin", std::string("\xa\0\0\0\2\0\0\0  \1\1", 12),
     std::string("\x9\0\0\0\2\0\0\0 \1\1", 11)},
    {"chars", "a.c", "int abc;", "int ac;"},
    {"chars", "a.py", "x = 'a.b'", "x = 'ab'"},
    {"chars", "a.md", "a word", "a wrd"},
    {"blank", "a.c", "int a;\n\n\nint b;\n", "int a;\nint b;\n"},
    {"blank", "a.py", "a = 1  \nb = 2\n", "a = 1\nb = 2\n"},
    {"blank", "a.md", "a\n\nb\n", "a\nb\n"},
    {"spaces", "a.c", "int f (int a);", "int f(int a);"},
    {"spaces", "a.rs", "let x = f( y);", "let x = f(y);"},
    {"spaces", "a.py", "x = a [1]", "x = a[1]"},
    {"spaces", "a.html", "<p> </b></p>", "<p></b></p>"},
    {"indentation", "a.c", "if (x)\n  f();\n", "if (x)\nf();\n"},
    {"indentation", "a.rb", "if x\n  f\nend\n", "if x\nf\nend\n"},
    {"indentation", "a.json", "{\n  \"a\": 1\n}\n", "{\n\"a\": 1\n}\n"},
    {"inline-constant", "a.js", "let f = () => 1;\ng(f);\n", "g((() => 1));\n"},
    {"inline-constant", "a.py", "x = [1, 2]\nf(x)\n", "f([1, 2])\n"},
    {"inline-constant", "a.rs", "fn f() {\n    let x = g(1);\n    h(x)\n}\n",
     "fn f() {\n    h(g(1))\n}\n"},
    {"default-values", "a.c", "int f() { int *p; g(h, p); }\n", "int f() {  g(h, 0); }\n"},
    {"default-values", "a.cc", "string f(int);\nint x = g(f(1), 2);\n", "int x = g(\"\", 2);\n"},
    {"default-values", "a.cc",
     "int f(T a, int b) { return g(a, b); }\nint x = f(y, 1) + f(z, 1);\n",
     "int f(int b) { return g(T(), b); }\nint x = f(1) + f(1);\n"},
    {"default-values", "A.java", "class A { String s; void f() { s = g(); h(s); } }\n",
     "class A {  void f() {  h(\"\"); } }\n"},
    {"default-values", "a.go", "var s T\nfunc f() { g(s) }\n", "func f() { g(T{}) }\n"},
    {"default-values", "a.py", "def f(x):\n    return [x]\nprint(f(1), 2)\n", "print(None, 2)\n"},
    {"default-values", "a.js", "let s = 'abc' + d;\nf(s, s);\n", "f(\"\", \"\");\n"},
    {"smt-commands", "a.smt2", "(set-logic QF_LIA)\n(check-sat)\n", "(check-sat)\n"},
    {"smt-commands", "a.lisp", "(defun f (x) x)\n(print (f 1))\n", "(print (f 1))\n"},
    {"smt-eliminate", "a.smt2", "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n",
     "(check-sat)\n"},
    {"smt-by-equality", "a.smt2", "(declare-const x Int)\n(assert (= x (f y)))\n(assert (> x 0))\n",
     "(assert (> (f y) 0))\n"},
    {"smt-declare-const", "a.smt2", "(define-fun x () Int 7)\n", "(define-const x Int 7)\n"},
    {"llvm-names", "a.ll", "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2\n}\n",
     "define i32 @f(i32 %a) {\n%b = add i32 %a, 1\nret i32 %b\n}\n"},
    {"llvm-declare", "a.ll", "define internal i32 @f() {\n  ret i32 0\n}\n", "declare i32 @f()\n"},
    {"llvm-definitions", "a.ll",
     "@g = global i32 0\ndefine i32 @f() {\n  %x = load i32, i32* @g\n  ret i32 %x\n}\n",
     "define i32 @f() {\n  %x = load i32, i32* undef\n  ret i32 %x\n}\n"},
    {"llvm-instructions", "a.ll",
     "define i32 @f(i32 %a) {\n  %x = add i32 %a, 1\n  ret i32 %x\n}\n",
     "define i32 @f(i32 %a) {\n  ret i32 undef\n}\n"},
    {"llvm-blocks", "a.ll",
     "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  ret void\nb:\n  ret void\n}\n",
     "define void @f(i1 %c) {\n  br label %b\nb:\n  ret void\n}\n"},
    {"llvm-branch-first", "a.ll",
     "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  ret void\nb:\n  ret void\n}\n",
     "define void @f(i1 %c) {\n  br label %a\na:\n  ret void\nb:\n  ret void\n}\n"},
    {"llvm-branch-second", "a.ll",
     "define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\na:\n  ret void\nb:\n  ret void\n}\n",
     "define void @f(i1 %c) {\n  br label %b\na:\n  ret void\nb:\n  ret void\n}\n"},
    {"llvm-join", "a.ll", "define void @f() {\n  br label %a\na:\n  ret void\n}\n",
     "define void @f() {\n  ret void\n}\n"},
    {"llvm-operands", "a.ll", "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n",
     "define i32 @f(i32 %x) {\n  ret i32 undef\n}\n"},
    {"llvm-arguments", "a.ll", "define void @f(i32 %x) {\n  call void @f(i32 1)\n  ret void\n}\n",
     "define void @f() {\n  call void @f()\n  ret void\n}\n"},
};

/// And for several files.
using Files = std::vector<std::pair<std::string, std::string>>;
struct Project {
  std::string pass, language;
  Files before, after;
};

const Project projects[] = {
    {"drop-file", "c", {{"a.c", "int a;\n"}, {"b.c", "int b;\n"}}, {{"a.c", "int a;\n"}}},
    {"drop-file", "python", {{"a.py", "x = 1\n"}, {"b.py", "y = 2\n"}}, {{"b.py", "y = 2\n"}}},
    {"drop-file",
     "go",
     {{"a.go", "package a\n"}, {"go.mod", "module a\n"}},
     {{"a.go", "package a\n"}}},
    {"drop-file-mentions",
     "c",
     {{"a.c", "#include \"b.h\"\nint a;\n"}, {"b.h", "int b;\n"}},
     {{"a.c", "int a;\n"}}},
    {"drop-file-mentions",
     "python",
     {{"a.py", "from lib.b import f\nx = 1\n"}, {"lib/b.py", "y = 2\n"}},
     {{"a.py", "x = 1\n"}}},
    {"drop-file-mentions",
     "rust",
     {{"src/main.rs", "mod b;\nfn main() {}\n"}, {"src/b.rs", "fn f() {}\n"}},
     {{"src/main.rs", "fn main() {}\n"}}},
    {"drop-file-mentions",
     "javascript",
     {{"a.js", "import f from './b.js';\ng();\n"}, {"b.js", "export default 1;\n"}},
     {{"a.js", "g();\n"}}},
    {"drop-file-words",
     "make",
     {{"Makefile", "app: a.o lib/b.o\n\tcc -o $@ $^\n"}, {"lib/b.c", "int b;\n"}},
     {{"Makefile", "app: a.o\n\tcc -o $@ $^\n"}}},
    {"drop-file-words",
     "cmake",
     {{"CMakeLists.txt", "add_executable(app a.cc b.cc)\n"}, {"b.cc", "int b;\n"}},
     {{"CMakeLists.txt", "add_executable(app a.cc)\n"}}},
    {"drop-file-words",
     "json",
     {{"compile_commands.json", "[{\"command\": \"cc a.c b.c -o app\"}]\n"}, {"b.c", "int b;\n"}},
     {{"compile_commands.json", "[{\"command\": \"cc a.c -o app\"}]\n"}}},
    {"inline-include",
     "c",
     {{"a.c", "#include \"b.h\"\nint a = b;\n"}, {"b.h", "int b;\n"}},
     {{"a.c", "int b;\nint a = b;\n"}}},
    {"inline-include",
     "cpp",
     {{"a.cc", "#include \"lib/b.h\"\nint a = b;\n"}, {"lib/b.h", "#pragma once\nint b;\n"}},
     {{"a.cc", "int b;\nint a = b;\n"}}},
};

/// Lines without brackets: any tokens of them can go.
const std::pair<std::string, std::string> long_lines[] = {
    {"a.c", "int a = b + c * d - e / f | g & h ^ i ;"},
    {"a.sql", "SELECT a , b , c FROM t , u WHERE a = 1 AND b = 2 ;"},
    {"a.sh", "cp a b c d e f g h i j k l m n o p q"},
};

Document document(const Files& files) {
  std::vector<File> list;
  for (const auto& [path, text] : files) list.push_back({path, 0644, share(Bytes(text))});
  return Document(std::move(list));
}

TEST(ThreeLanguages, OneEditOfThePassDoesThisToTheProgram) {
  for (const Row& row : rows) {
    const std::string before = contents(CODE "/" + row.file);
    std::string after = before;
    std::size_t at = 0;
    for (const auto& [from, to] : row.parts) {
      at = after.find(from, at);
      ASSERT_NE(at, std::string::npos) << row.pass << " on " << row.file << ": " << from;
      after.replace(at, from.size(), to);
      at += to.size();
    }
    EXPECT_THAT(results_of_each(row.pass, row.file, before), Contains(after))
        << row.pass << " on " << row.file;
  }
}

TEST(ThreeLanguages, OneEditOfThePassDoesThisToTheFile) {
  for (const Snippet& row : snippets)
    EXPECT_THAT(results_of_each(row.pass, row.file, row.before), Contains(row.after))
        << row.pass << " on " << row.file;
}

TEST(ThreeLanguages, OneEditOfThePassDoesThisToTheFiles) {
  for (const Project& row : projects)
    EXPECT_THAT(results_of_each(row.pass, document(row.before)), Contains(document(row.after)))
        << row.pass << " on " << row.language;
}

TEST(ThreeLanguages, AnyTokensInARowGo) {
  for (const auto& [file, line] : long_lines)
    for (std::size_t width = 1; width <= 4; ++width) {
      std::size_t begin = 0;
      for (std::size_t i = 0; i < width; ++i) begin = line.find(' ', begin) + 1;
      EXPECT_THAT(results_of_each("token-windows-" + std::to_string(width), file, line),
                  Contains(line.substr(begin)))
          << width << " of " << file;
    }
}

/// Passes that cannot work in three languages.
struct Exception {
  std::string_view begins;
  std::size_t languages;
  std::string_view why;
};
constexpr Exception exceptions[] = {
    {"byte", 1, "what is no text is in no language"},
    {"blank-", 1, "what is no text is in no language"},
    {"counted-", 1, "text without a grammar is in no language"},
    {"hunk-lines", 1, "patches only"},
    {"record", 1, "binary files are in no language"},
    {"inline-include", 2, "only C and C++ have it"},
    {"class-to-struct", 2, "C++ and what is made of it"},
    {"concepts", 2, "C++ and what is made of it"},
    {"smt-", 1, "SMT-LIB, and Lisp where sorts do not matter"},
    {"llvm-", 1, "LLVM IR only"},
    {"clang-", 0, "C and C++ by another program: clang_delta_test.cc"},
    {"proposed", 0, "any language, by a program of the user: tests/cli/propose.sh"},
};

TEST(ThreeLanguages, AreThereForEveryPass) {
  std::map<std::string_view, std::set<std::string>> languages;
  for (const Row& row : rows) languages[row.pass].insert(language_of(row.file, "").name);
  for (const Snippet& row : snippets) languages[row.pass].insert(row.file);
  for (const Project& row : projects) languages[row.pass].insert(row.language);
  for (const Pass& pass : passes()) {
    if (pass.name.starts_with("token-windows-")) continue;  // AnyTokensInARowGo
    const auto* exception = std::ranges::find_if(
        exceptions, [&](const Exception& one) { return pass.name.starts_with(one.begins); });
    const std::size_t least = exception == std::end(exceptions) ? 3 : exception->languages;
    EXPECT_GE(languages[pass.name].size(), least) << pass.name;
  }
  for (const auto& [pass, files] : languages) EXPECT_TRUE(find_pass(pass)) << pass;
}

}  // namespace
}  // namespace whittle
