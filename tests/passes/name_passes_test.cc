#include "passes/names/name_passes.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "document/units.h"
#include "passes/names/names.h"
#include "support/pass_results.h"

namespace whittle {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Some edit alone turns `before` into `after`, wherever that stands in the code.
void expect_rewrite(std::string_view pass, std::string_view path, std::string code,
                    std::vector<std::pair<std::string, std::string>> parts) {
  std::string expected = code;
  for (const auto& [before, after] : parts) {
    const std::size_t at = expected.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    expected.replace(at, before.size(), after);
  }
  EXPECT_THAT(results_of_each(pass, path, code), Contains(expected)) << pass << " on " << path;
}

const std::string c_code = R"(#include <stdio.h>
#define LIMIT 16
typedef unsigned int u32;
typedef struct node { int v; struct node *next; } node_t;
enum color { RED, GREEN = 5, BLUE };
static const int base = 10;
struct pair { int first; int second; };
static struct pair table[2] = {{1, 2}, {3, 4}};
struct pair one = {7, 8};
u32 count;
u32 *where = &count;
static int twice(int n) { return n + n; }
static u32 sum(node_t *list, int unused) {
  u32 total = 0, steps = 0;
  int values[3] = {1, 2, 3};
  for (int i = 0; i < LIMIT; i++)
    total += values[i];
  while (list) {
    total += list->v + base;
    list = list->next;
    steps++;
  }
  *where = BLUE;
  return total;
}
int main(void) {
  node_t n = {1, 0};
  printf("%u %d\n", sum(&n, GREEN), twice(4));
  return 0;
}
)";

const std::string cpp_code = R"(#include <vector>
namespace geometry {
template <typename T, int N>
class Point : public Base {
 public:
  explicit Point(T x) : x_(x) {}
  virtual T length() const { return x_; }
 private:
  T x_;
};
}  // namespace geometry
extern "C" {
int puts(const char *text);
}
using Real = double;
Real scale(Real by, int times) { return by; }
int main() {
  geometry::Point<Real, 3> p(1.5);
  std::vector<int> v;
  v.push_back(1);
  return static_cast<int>(scale(2.0, 7) + p.length());
}
)";

const std::string python_code = R"(import os, sys
from typing import List as L

RETRIES = 3

@trace
def connect(host, port, timeout=10):
    for attempt in range(RETRIES):
        print(host)
    return host

class Client(Base):
    limit = 1

    def send(self, data, flags):
        return data

    def close(self):
        self.send(b"", 0)

connect("a", 1)
connect("b", 2, timeout=5)
print(sys.argv)
)";

const std::string rust_code = R"(use std::collections::HashMap;
use std::fmt;

type Id = u32;
const STEP: u32 = 4;

#[derive(Debug, Clone)]
pub struct Entry<T> {
    key: Id,
    value: T,
}

mod util {
    pub fn half(n: u32, _m: u32) -> u32 {
        n / 2
    }
}

fn main() {
    let mut map: HashMap<Id, Entry<u8>> = HashMap::new();
    let entry = Entry { key: 1, value: 2 };
    let n = util::half(STEP, 9);
    println!("{:?}", util::half(n, 9));
    map.insert(3, entry);
}
)";

const std::string go_code = R"(package main

import (
	"fmt"
	"os"
)

type Point struct {
	X int
	Y int
}

const size = 8

func add(a int, b int) int {
	return a + b
}

func (p *Point) move(by int, unused string) {
	p.X = add(p.X, by)
}

func main() {
	p := Point{X: 1, Y: 2}
	q := Point{3, 4}
	p.move(size, "x")
	fmt.Println(p, q, os.Args)
}
)";

const std::string js_code = R"(import fs, {join as j} from "path";
const DEPTH = 2, WIDTH = 5;
function area(w, h) {
  return w * h;
}
class Tree extends Node {
  size = 1;
  walk(visit, depth) {
    visit(this.size);
  }
}
const twice = (x) => x + x;
let options = {deep: true, name: "a"};
let others = {deep: false, name: "b"};
console.log(area(3, 4), twice(options.name), WIDTH);
new Tree().walk(f, 1);
)";

const std::string java_code = R"(import java.util.List;
public final class Box<T> extends Shape implements Sized {
  private static int count = 1, spare;
  enum Kind { SMALL, LARGE }
  private T content;
  @Override
  public int size(int scale, final String unit) throws Exception {
    int result = scale;
    log(unit);
    return result;
  }
  void use() throws Exception {
    Box<String> box = new Box<>();
    box.size(2, "cm");
    box.size(2, "m");
  }
}
)";

TEST(NamesPasses, UnusedDeclarationsGo) {
  expect_rewrite("unused", "a.c", c_code, {{"struct pair one = {7, 8};\n", ""}});
  expect_rewrite("unused", "a.c", c_code, {{"RED, ", ""}});
  expect_rewrite("unused", "a.py", python_code, {{"import os, sys", "import sys"}});
  expect_rewrite("unused", "a.py", python_code, {{"    limit = 1\n", ""}});
  expect_rewrite("unused", "a.rs", rust_code, {{"use std::fmt;\n", ""}});
  expect_rewrite("unused", "a.js", js_code, {{"DEPTH = 2, ", ""}});
  expect_rewrite("unused", "A.java", java_code, {{", spare", ""}});
}

TEST(NamesPasses, ARecursiveFunctionThatNobodyElseCallsIsUnused) {
  const std::string code = "int f(int n) { return n ? f(n - 1) : 0; }\nint main() {}\n";
  expect_rewrite("unused", "a.c", code, {{"int f(int n) { return n ? f(n - 1) : 0; }\n", ""}});
}

TEST(NamesPasses, WhatOnlyTwoUseGoesWithBoth) {
  const std::string code =
      "int s;\nint u() { return s; }\nint v() { return s; }\nint w() { return 2; }\nint x() { "
      "return 3; }\n";
  expect_rewrite("with-orphans", "a.c", code,
                 {{"int s;\nint u() { return s; }\nint v() { return s; }\n", ""}});
}

TEST(NamesPasses, PiecesThatOnlyUseOneAnotherGoTogether) {
  const std::string code =
      "int h(int n) { return n; }\nint g(int);\nint f(int n) { return g(h(n)); }\n"
      "int g(int n) { return f(n); }\nint main() { return 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8; }\n"
      "int other() { return 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8; }\n";
  expect_rewrite("with-orphans", "a.c", code,
                 {{"int h(int n) { return n; }\nint g(int);\nint f(int n) { return g(h(n)); }\n"
                   "int g(int n) { return f(n); }\n",
                   ""}});
}

TEST(NamesPasses, ANamespaceLivesAsLongAsWhatIsInItIsUsed) {
  const std::string code =
      "namespace n {\nint f() { return 1; }\n}\nextern \"C\" {\nint g() { return 2; }\n}\n"
      "using n::f;\nint main() { return f(); }\nint other() { return g(); }\n"
      "int more() { return 1 + 2 + 3; }\nint most() { return 1 + 2 + 3; }\n";
  expect_rewrite(
      "with-orphans", "a.cc", code,
      {{"extern \"C\" {\nint g() { return 2; }\n}\n", ""}, {"int other() { return g(); }\n", ""}});
  expect_rewrite("with-orphans", "a.cc", code,
                 {{"namespace n {\nint f() { return 1; }\n}\n", ""},
                  {"using n::f;\nint main() { return f(); }\n", ""}});
}

TEST(NamesPasses, LocalsOfDifferentFunctionsAreDifferentNames) {
  const std::string code =
      "void f() {\n  int i = 1;\n  h(i);\n}\nvoid g() {\n  int i = 2;\n  h(i);\n}\n";
  expect_rewrite("inline-constant", "a.c", code, {{"  int i = 1;\n  h(i);\n", "  h(1);\n"}});
  expect_rewrite("inline-constant", "a.c", code, {{"  int i = 2;\n  h(i);\n", "  h(2);\n"}});
}

TEST(NamesPasses, MembersDefinedOutsideOfTheirClassGoWhole) {
  const std::string code =
      "template <class T> struct C {\n  int f();\n  T &g();\n};\n"
      "template <class T>\nint C<T>::f() { return 1; }\n"
      "template <class T>\nT &C<T>::g() { return *(T *)0; }\n"
      "int f() { return 2; }\n";
  expect_rewrite("body-to-declaration", "a.cc", code,
                 {{"template <class T>\nint C<T>::f() { return 1; }\n", ""}});
  expect_rewrite("body-to-declaration", "a.cc", code,
                 {{"template <class T>\nT &C<T>::g() { return *(T *)0; }\n", ""}});
  expect_rewrite("body-to-declaration", "a.cc", code, {{"int f() { return 2; }", "int f();"}});
}

TEST(NamesPasses, BodiesBecomeDeclarationsOrTheLeastThatFits) {
  expect_rewrite("body-to-declaration", "a.c", c_code,
                 {{"int twice(int n) { return n + n; }", "int twice(int n);"}});
  expect_rewrite("body-to-declaration", "a.cc", cpp_code,
                 {{"explicit Point(T x) : x_(x) {}", "explicit Point(T x);"}});
  expect_rewrite(
      "body-to-declaration", "a.py", python_code,
      {{"for attempt in range(RETRIES):\n        print(host)\n    return host", "pass"}});
  expect_rewrite("body-to-declaration", "A.java", java_code,
                 {{"{\n    Box<String> box = new Box<>();\n    box.size(2, \"cm\");\n    "
                   "box.size(2, \"m\");\n  }",
                   "{ throw null; }"}});
  expect_rewrite("empty-body", "a.js", js_code, {{"{\n  return w * h;\n}", "{}"}});
}

TEST(NamesPasses, AParameterGoesWithTheArgumentAtEveryCall) {
  expect_rewrite("parameters", "a.c", c_code,
                 {{"node_t *list, int unused", "node_t *list"}, {"sum(&n, GREEN)", "sum(&n)"}});
  expect_rewrite("parameters", "a.py", python_code,
                 {{"host, port, timeout", "host, timeout"},
                  {"(\"a\", 1)", "(\"a\")"},
                  {"(\"b\", 2, timeout=5)", "(\"b\", timeout=5)"}});
  expect_rewrite(
      "parameters", "a.py", python_code,
      {{"host, port, timeout=10", "host, port"}, {"(\"b\", 2, timeout=5)", "(\"b\", 2)"}});
  // Python's self has no argument.
  expect_rewrite("parameters", "a.py", python_code,
                 {{"self, data, flags", "self, data"}, {"(b\"\", 0)", "(b\"\")"}});
  expect_rewrite("parameters", "a.rs", rust_code,
                 {{"n: u32, _m: u32", "n: u32"}, {"half(STEP, 9)", "half(STEP)"}});
  expect_rewrite("parameters", "a.go", go_code,
                 {{"by int, unused string", "by int"}, {"size, \"x\"", "size"}});
}

TEST(NamesPasses, AParameterThatAllCallsGiveOneLiteralBecomesThatLiteral) {
  expect_rewrite("parameters", "A.java", java_code,
                 {{"int scale, final", "final"},
                  {"result = scale", "result = 2"},
                  {"size(2, \"cm\")", "size(\"cm\")"},
                  {"size(2, \"m\")", "size(\"m\")"}});
  expect_rewrite(
      "parameters", "a.c", c_code,
      {{"twice(int n) { return n + n; }", "twice() { return 4 + 4; }"}, {"twice(4)", "twice()"}});
  expect_rewrite("parameters", "a.js", js_code,
                 {{"area(w, h)", "area(h)"}, {"w * h", "3 * h"}, {"area(3, 4)", "area(4)"}});
}

TEST(NamesPasses, ATypeParameterGoesWithItsArguments) {
  expect_rewrite("type-parameters", "a.cc", cpp_code,
                 {{"template <typename T, int N>", "template <int N>"},
                  {"(T x)", "(Real x)"},
                  {"virtual T length", "virtual Real length"},
                  {"  T x_;", "  Real x_;"},
                  {"Point<Real, 3>", "Point<3>"}});
  expect_rewrite("type-parameters", "a.rs", rust_code,
                 {{"Entry<T>", "Entry"}, {"value: T", "value: u8"}, {"Entry<u8>", "Entry"}});
  expect_rewrite("type-parameters", "A.java", java_code,
                 {{"Box<T>", "Box"},
                  {"T content", "String content"},
                  {"Box<String> box = new Box<>", "Box box = new Box"}});
}

TEST(NamesPasses, AKeyGoesEverywhere) {
  expect_rewrite("keys", "a.js", js_code, {{"deep: true, ", ""}, {"deep: false, ", ""}});
  expect_rewrite("keys", "a.json", R"([{"id": 1, "x": [2]}, {"id": 3, "x": 4}])",
                 {{R"("id": 1, )", ""}, {R"("id": 3, )", ""}});
  expect_rewrite("keys", "a.py", "a = {'k': 1, 'm': 2}\nb = {'k': 3}\n",
                 {{"'k': 1, ", ""}, {"'k': 3", ""}});
}

TEST(NamesPasses, TrimmingsGo) {
  expect_rewrite("imports", "a.c", c_code, {{"#include <stdio.h>\n", ""}});
  expect_rewrite("imports", "a.go", go_code, {{"\t\"os\"\n", ""}});
  expect_rewrite("imports", "a.py", python_code, {{"from typing import List as L\n", ""}});
  expect_rewrite("modifiers", "a.c", c_code, {{"static const int", "const int"}});
  expect_rewrite("modifiers", "a.c", c_code, {{"static const int", "static int"}});
  expect_rewrite("modifiers", "a.rs", rust_code, {{"let mut map", "let map"}});
  expect_rewrite("modifiers", "A.java", java_code, {{"public final class", "final class"}});
  expect_rewrite("class-to-struct", "a.cc", cpp_code,
                 {{"class Point", "struct Point"},
                  {" public:\n  explicit", " \n  explicit"},
                  {" private:", " "}});
}

TEST(NamesPasses, TypesBecomeTheShortest) {
  expect_rewrite("type-to-shortest", "a.c", c_code, {{"u32 sum(node_t *", "u32 sum(int *"}});
  expect_rewrite("type-to-shortest", "a.cc", cpp_code, {{"std::vector<int> v", "int v"}});
  expect_rewrite("type-to-shortest", "a.rs", rust_code, {{"HashMap<Id, Entry<u8>>", "u8"}});
  expect_rewrite("type-to-shortest-all", "a.cc", cpp_code,
                 {{"using Real = double;\n", ""},
                  {"Real scale(Real by", "int scale(int by"},
                  {"Point<Real", "Point<int"}});
  expect_rewrite("type-to-shortest-all", "a.go",
                 "package p\ntype T struct { a [4]string }\nfunc f(t T, u T) {}\n",
                 {{"type T struct { a [4]string }\n", ""}, {"t T, u T", "t int, u int"}});
}

TEST(NamesPasses, StatementsAndDeclarationsGoOneByOneAndNothingInsideThem) {
  expect_rewrite("statements", "a.c", c_code, {{"    steps++;\n", ""}});
  expect_rewrite("statements", "a.c", c_code, {{"u32 count;\n", ""}});
  EXPECT_THAT(results_of_each("statements", "a.c", "int f() { g(h(1, 2), k[3]); return 1; }"),
              testing::UnorderedElementsAre("", "int f() {  return 1; }",
                                            "int f() { g(h(1, 2), k[3]);  }"));
  EXPECT_THAT(results_of_each("statements", "a.py", "def f(a):\n    g(a)\n    h()\nx = 1\n"),
              testing::UnorderedElementsAre("x = 1\n", "def f(a):\n    h()\nx = 1\n",
                                            "def f(a):\n    g(a)\nx = 1\n",
                                            "def f(a):\n    g(a)\n    h()\n"));
}

TEST(NamesPasses, AnAliasIsReplacedByItsTarget) {
  expect_rewrite("alias", "a.c", c_code,
                 {{"typedef struct node { int v; struct node *next; } node_t;",
                   "struct node { int v; struct node *next; } ;"},
                  {"sum(node_t", "sum(struct node"},
                  {"  node_t n", "  struct node n"}});
  expect_rewrite("alias", "a.cc", cpp_code,
                 {{"using Real = double;\n", ""},
                  {"Real scale(Real by", "double scale(double by"},
                  {"Point<Real", "Point<double"}});
  expect_rewrite(
      "alias", "a.rs", rust_code,
      {{"type Id = u32;\n", ""}, {"key: Id", "key: u32"}, {"HashMap<Id", "HashMap<u32"}});
}

TEST(NamesPasses, AnAliasTakesItsQualifiersAndAttributesAlong) {
  expect_rewrite("alias", "a.c",
                 "typedef char v64 __attribute__((__vector_size__(64)));\nv64 splat(void) {}\n",
                 {{"typedef char v64 __attribute__((__vector_size__(64)));\n", ""},
                  {"v64", "char __attribute__((__vector_size__(64)))"}});
  expect_rewrite("alias", "a.c", "__extension__ typedef const long word;\nword get(word *p);\n",
                 {{"__extension__ typedef const long word;\n", ""},
                  {"word get(word", "const long get(const long"}});
}

TEST(NamesPasses, WhatAnAliasWritesAroundNamesIsWrittenAroundEachOfThem) {
  expect_rewrite("alias", "a.c", "typedef unsigned *ptr;\nptr a, *b = 0;\n",
                 {{"typedef unsigned *ptr;\n", ""}, {"ptr a, *b", "unsigned *a, * *b"}});
  expect_rewrite("alias", "a.c", "typedef int n, *ptr;\nptr a;\n",
                 {{", *ptr", ""}, {"ptr a", "int *a"}});
  expect_rewrite("alias", "a.c", "typedef int row[4];\nrow *d;\n",
                 {{"typedef int row[4];\n", ""}, {"row *d", "int (*d)[4]"}});
  expect_rewrite("alias", "a.c", "typedef int row[3];\nrow c, d = {0};\n",
                 {{"typedef int row[3];\n", ""}, {"row c, d", "int c[3], d[3]"}});
  expect_rewrite("alias", "a.c", "typedef int (*hook)(int);\nint x = (hook)y;\n",
                 {{"typedef int (*hook)(int);\n", ""}, {"(hook)", "(int (*)(int))"}});
}

TEST(NamesPasses, AnAliasWithABodyMovesToItsOnlyUse) {
  expect_rewrite("alias", "a.c", "typedef struct { int x; } point;\nstatic point p;\n",
                 {{"typedef struct { int x; } point;\n", ""}, {"point", "struct { int x; }"}});
  expect_rewrite("alias", "a.go", "package p\ntype T struct{ a int }\nvar x []T\n",
                 {{"type T struct{ a int }\n", ""}, {"[]T", "[]struct{ a int }"}});
  expect_rewrite("alias", "a.ts", "type T = { a: number };\nlet x: T;\n",
                 {{"type T = { a: number };\n", ""}, {"x: T", "x: { a: number }"}});
  EXPECT_THAT(
      results_of_each("alias", "a.go", "package p\ntype T struct{ a int }\nvar x, y T = T{}\n"),
      IsEmpty());
  EXPECT_THAT(results_of_each("alias", "a.go", "package p\ntype T struct{ next *T }\n"), IsEmpty());
}

TEST(NamesPasses, ATypeIsDefinedWhereItIsFirstUsed) {
  expect_rewrite(
      "define-at-use", "a.c", "f(a) {\n  union u { int d[9]; int *e; };\n  f((union u)a);\n}\n",
      {{"  union u { int d[9]; int *e; };\n", ""}, {"(union u)", "(union { int d[9]; int *e; })"}});
  expect_rewrite("define-at-use", "a.c", c_code,
                 {{"struct pair { int first; int second; };\n", ""},
                  {"static struct pair", "static struct pair { int first; int second; }"}});
  expect_rewrite("define-at-use", "a.cc", "enum Color { red, green };\nColor mix(int);\n",
                 {{"enum Color { red, green };\n", ""}, {"Color mix", "enum { red, green } mix"}});
  expect_rewrite("define-at-use", "a.ts", "interface Point { x: number }\nlet p: Point[] = [];\n",
                 {{"interface Point { x: number }\n", ""}, {"p: Point", "p: { x: number }"}});
  // A type that holds pointers to itself keeps its name.
  expect_rewrite("define-at-use", "a.c", "struct n { struct n *next; };\nstruct n *first;\n",
                 {{"struct n { struct n *next; };\n", ""},
                  {"struct n *first", "struct n { struct n *next; } *first"}});
}

TEST(NamesPasses, AConstantIsReplacedByItsValue) {
  expect_rewrite("inline-constant", "a.c", c_code,
                 {{"#define LIMIT 16\n", ""}, {"< LIMIT", "< 16"}});
  expect_rewrite("inline-constant", "a.c", c_code,
                 {{"static const int base = 10;\n", ""}, {"+ base", "+ 10"}});
  expect_rewrite("inline-constant", "a.c", c_code, {{", BLUE }", " }"}, {"= BLUE", "= 6"}});
  expect_rewrite("inline-constant", "a.py", python_code,
                 {{"RETRIES = 3\n", ""}, {"range(RETRIES)", "range(3)"}});
  expect_rewrite("inline-constant", "a.rs", rust_code,
                 {{"const STEP: u32 = 4;\n", ""}, {"half(STEP", "half(4"}});
  expect_rewrite("inline-constant", "a.js", js_code, {{", WIDTH = 5", ""}, {", WIDTH)", ", 5)"}});
  expect_rewrite("inline-constant", "a.go", go_code, {{"const size = 8\n", ""}, {"(size", "(8"}});
}

TEST(NamesPasses, WhatIsWrittenToIsNoConstant) {
  EXPECT_THAT(
      results_of_each("inline-constant", "a.c", "int f() { int x = 1; x = 2; return x; }\n"),
      IsEmpty());
  EXPECT_THAT(results_of_each("inline-constant", "a.js", "let n = 0; n++; f(n);\n"), IsEmpty());
  EXPECT_THAT(results_of_each("inline-constant", "a.go",
                              "package p\nfunc f() {\n\tx := 1\n\tg(&x)\n\tx = 3\n}\n"),
              IsEmpty());
}

TEST(NamesPasses, ACallIsReplacedByWhatTheFunctionReturns) {
  expect_rewrite("inline-call", "a.c", c_code,
                 {{"static int twice(int n) { return n + n; }\n", ""}, {"twice(4)", "(4 + 4)"}});
  expect_rewrite(
      "inline-call", "a.go", go_code,
      {{"func add(a int, b int) int {\n\treturn a + b\n}\n", ""}, {"add(p.X, by)", "(p.X + by)"}});
  expect_rewrite("inline-call", "a.js", js_code,
                 {{"const twice = (x) => x + x;\n", ""},
                  {"twice(options.name)", "(options.name + options.name)"}});
}

TEST(NamesPasses, NamespacesAndModulesAreUnwrapped) {
  expect_rewrite("unwrap", "a.cc", cpp_code,
                 {{"namespace geometry {\n", "\n"},
                  {"}  // namespace geometry", "  // namespace geometry"},
                  {"geometry::Point", "Point"}});
  expect_rewrite("unwrap", "a.cc", cpp_code, {{"extern \"C\" {", ""}, {"text);\n}", "text);\n"}});
  expect_rewrite("unwrap", "a.rs", rust_code,
                 {{"mod util {", ""},
                  {"n / 2\n    }\n}", "n / 2\n    }\n"},
                  {"util::half(S", "half(S"},
                  {"util::half(n", "half(n"}});
  expect_rewrite("unwrap", "a.ts", "namespace N { export let x = 1; }\nlet y = N.x;\n",
                 {{"namespace N {", ""}, {"1; }", "1; "}, {"N.x", "x"}});
}

TEST(NamesPasses, NamesBecomeShortAndNeverMeetAnother) {
  const std::string c = result_of_all("rename-short", "a.c", c_code);
  EXPECT_THAT(c, HasSubstr("printf"));
  EXPECT_THAT(c, Not(HasSubstr("total")));
  EXPECT_EQ(count_tokens(Document::single("a.c", c)),
            count_tokens(Document::single("a.c", c_code)));
  // A type keeps its capital, what is taken stays free: a is the function, so names start at b.
  EXPECT_EQ(result_of_all("rename-short", "a.go",
                          "package main\ntype Point int\nfunc a(point Point) { a(point) }\n"),
            "package main\ntype A int\nfunc a(b A) { a(b) }\n");
  EXPECT_EQ(result_of_all("rename-short", "a.py", "value = 1\nprint(value, 'value')\n"),
            "a = 1\nprint(a, 'value')\n");
  EXPECT_EQ(result_of_all("rename-short", "a.js", "function area(width) { return width * x; }\n"),
            "function b(a) { return a * x; }\n");
}

TEST(NamePasses, AnImportOfGoIsADeclarationInItsFile) {
  const std::string code =
      "package p\nimport (\n\t\"fmt\"\n\ty \"a/yaml\"\n\t\"a/text/v2\"\n)\n"
      "func f() {\n\tfmt.Print(1)\n\ty.Load()\n\ttext.Join()\n}\n";
  expect_rewrite("with-orphans", "a.go", code, {{"\t\"fmt\"\n", ""}, {"\tfmt.Print(1)\n", ""}});
  expect_rewrite("with-orphans", "a.go", code, {{"\ty \"a/yaml\"\n", ""}, {"\ty.Load()\n", ""}});
  expect_rewrite("with-orphans", "a.go", code,
                 {{"\t\"a/text/v2\"\n", ""}, {"\ttext.Join()\n", ""}});
  expect_rewrite("unused", "a.go", "package p\nimport \"os\"\nvar x int\n",
                 {{"import \"os\"\n", ""}});
  // A field of that name is no reason to keep the import, and the package of that name keeps no
  // field.
  const std::string field =
      "package store\nimport (\n\t\"a/store\"\n)\nfunc f() {\n\tstruct{ store store.S "
      "}{}.store.Put()\n\tg()\n}\n";
  expect_rewrite(
      "with-orphans", "a.go", field,
      {{"import (\n\t\"a/store\"\n)\n", ""}, {"\tstruct{ store store.S }{}.store.Put()\n", ""}});
  // Neither the package of that name nor an import of it in another file has to do with it.
  const auto file = [](std::string path, std::string bytes) {
    return File{std::move(path), 0644, share(std::move(bytes))};
  };
  const File other = file("b.go", "package b\nimport \"p/text\"\nvar _ = text.X\n");
  const File own = file("text/t.go", "package text\nvar X int\n");
  EXPECT_THAT(
      results_of_each("unused", Document({file("a.go", "package p\nimport \"p/text\"\nvar x int\n"),
                                          other, own})),
      Contains(Document({file("a.go", "package p\nvar x int\n"), other, own})));
}

TEST(FilesPasses, AFileGoesWithTheLinesThatNameIt) {
  const Document c({{"a.c", 0644, share("#include \"b.h\"\nint main() {}\n")},
                    {"b.h", 0644, share("int x;\n")},
                    {"Makefile", 0644, share("a: a.c\n\tcc a.c\n# b.h\n")}});
  EXPECT_THAT(results_of_each("drop-file-mentions", c),
              Contains(Document({{"a.c", 0644, share("int main() {}\n")},
                                 {"Makefile", 0644, share("a: a.c\n\tcc a.c\n")}})));
  const Document python({{"main.py", 0644, share("from lib.tools import f\nimport os\nf()\n")},
                         {"lib/tools.py", 0644, share("def f(): pass\n")}});
  EXPECT_THAT(results_of_each("drop-file-mentions", python),
              Contains(Document({{"main.py", 0644, share("import os\nf()\n")}})));
  const Document rust({{"src/main.rs", 0644, share("mod deep;\nfn main() {}\n")},
                       {"src/deep.rs", 0644, share("pub fn f() {}\n")}});
  EXPECT_THAT(results_of_each("drop-file-mentions", rust),
              Contains(Document({{"src/main.rs", 0644, share("fn main() {}\n")}})));
  EXPECT_EQ(results_of_each("drop-file", rust).size(), 2u);
  // A folder's own file is known by the name of the folder; an import can have several lines.
  const Document folders(
      {{"src/main.rs", 0644,
        share("mod deep;\nuse deep::{\n  a::A,\n  b::{\n    B,\n  },\n};\nfn main() {}\n")},
       {"src/deep/mod.rs", 0644, share("pub mod a;\npub mod b;\n")},
       {"src/deep/b.rs", 0644, share("pub struct B;\n")}});
  EXPECT_THAT(results_of_each("drop-file-mentions", folders),
              ElementsAre(Document({{"src/main.rs", 0644, share("fn main() {}\n")},
                                    {"src/deep/b.rs", 0644, share("pub struct B;\n")}}),
                          Document({{"src/main.rs", 0644,
                                     share("mod deep;\nuse deep::{\n  a::A,\n};\nfn main() {}\n")},
                                    {"src/deep/mod.rs", 0644, share("pub mod a;\n")}})));
  // `export` begins more than imports, and an import that never ends is none.
  const Document script({{"a.js", 0644, share("export function f() {\n  b();\n}\nimport {\n  b\n")},
                         {"b.js", 0644, share("1\n")}});
  EXPECT_THAT(results_of_each("drop-file-mentions", script), IsEmpty());
  EXPECT_THAT(results_of_each("drop-file", Document::single("a.c", "int x;")), IsEmpty());
}

TEST(FilesPasses, AnIncludeIsReplacedByTheFile) {
  const Document both({{"src/a.c", 0644, share("#include \"b.h\"\nint y = x;\n")},
                       {"src/b.h", 0644, share("#pragma once\nint x;\n")}});
  EXPECT_THAT(results_of_each("inline-include", both),
              Contains(Document({{"src/a.c", 0644, share("int x;\nint y = x;\n")}})));
  const Document twice({{"a.c", 0644, share("#include \"b.h\"\n")},
                        {"b.h", 0644, share("int x;\n")},
                        {"c.cc", 0644, share("#include \"b.h\"\n")}});
  EXPECT_THAT(results_of_each("inline-include", twice), IsEmpty());
}

TEST(NamesPasses, ANameInTwoFilesIsOne) {
  const Document both({{"a.c", 0644, share("int f(int a, int b) { return a; }\n")},
                       {"b.c", 0644, share("int f(int, int);\nint g() { return f(1, 2); }\n")}});
  EXPECT_THAT(
      results_of_each("parameters", both),
      Contains(Document({{"a.c", 0644, share("int f(int a) { return a; }\n")},
                         {"b.c", 0644, share("int f(int);\nint g() { return f(1); }\n")}})));
}

}  // namespace
}  // namespace whittle
