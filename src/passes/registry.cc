// The table of all passes: one row each. A pass without a row cannot be run, and a wrong row fails
// a test: `tests/passes/rows_test.cc` runs every example and compares `docs/passes.md` with the
// rows.
//
// A tier says when the default plan runs a pass: its kind, and the share of the document that a
// test of the pass is expected to remove. These shares are guesses that only order the first
// stages; each run corrects them.
#include <algorithm>
#include <cassert>
#include <deque>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "passes/clang/clang_delta.h"
#include "passes/input_kinds.h"
#include "passes/names/name_passes.h"
#include "passes/pass.h"
#include "passes/text/text_passes.h"
#include "passes/tree/tree_passes.h"

namespace whittle {
namespace {

using namespace std::literals;

// Passes that remove a lot in one test are offered all edits at once. In the tier `often`, heavy
// edits come first, because one of them can make many light ones superfluous.
constexpr Tier in_mass(double worth) {
  return {worth, When::in_mass, Grains::all_at_once};
}
constexpr Tier often(double worth) {
  return {worth, When::often_pays, Grains::heavy_first};
}
constexpr Tier sometimes(double worth) {
  return {worth, When::sometimes_pays, Grains::all_at_once};
}
constexpr Tier looks(double worth) {
  return {worth, When::looks_only, Grains::all_at_once};
}

using enum Effect;

/// One of several passes that share a row and differ in a number.
struct Variant {
  std::size_t number;  ///< for `{}` in the name and the summary, and for `FindEdits`
  Tier tier;
  Example example;
};

struct RegistryRow {
  Pass pass;
  std::vector<Variant> variants = {};  ///< empty: the row is one pass
};

/// Long windows come before short ones and single tokens. Windows of 5 to 16 tokens removed nothing
/// in 100 runs (bench/results/passes.csv), so they are not listed.
std::vector<Variant> windows() {
  constexpr std::string_view words = "a b c d e\n";
  std::vector<Variant> list;
  for (std::size_t size = 4; size > 0; --size)
    list.push_back({size, sometimes(1e-4), {"a.txt", words, words.substr(2 * size)}});
  return list;
}

/// Keeps a text that was made from a row: `Pass` only refers to its texts.
std::string_view lasting(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

void add_to(std::vector<Pass>& list, const RegistryRow& row) {
  if (row.variants.empty()) list.push_back(row.pass);
  for (const Variant& variant : row.variants) {
    Pass pass = row.pass;
    pass.name = lasting(fmt::format(fmt::runtime(row.pass.name), variant.number));
    pass.summary = lasting(fmt::format(fmt::runtime(row.pass.summary), variant.number));
    pass.find = row.pass.find.with(variant.number);
    pass.tiers = {variant.tier};
    pass.examples = {variant.example};
    list.push_back(std::move(pass));
  }
}

// The papers and tools from which passes are taken.
constexpr auto
    c_reduce =
        "Regehr et al., Test-Case Reduction for C Compiler Bugs, PLDI 2012: C-Reduce's "
        "peephole, line and Clang passes"sv,
    perses = "Sun et al., Perses: Syntax-Guided Program Reduction, ICSE 2018"sv,
    vulcan =
        "Xu et al., Pushing the Limit of 1-Minimality of Language-Agnostic Program "
        "Reduction, OOPSLA 2023: Vulcan's auxiliary reducers"sv,
    ddsmt =
        "Kremer, Niemetz and Preiner, ddSMT 2.0: Better Delta Debugging for the SMT-LIBv2 "
        "Language and Friends, CAV 2021"sv,
    hypothesis =
        "MacIver and Donaldson, Test-Case Reduction via Test-Case Generation: Insights "
        "from the Hypothesis Reducer, ECOOP 2020"sv,
    hoisting =
        "Vince, Hodovan and Kiss, Extending Hierarchical Delta Debugging with Hoisting, "
        "A-TEST 2021"sv,
    lpr = "Zhang et al., LPR: Large Language Models-Aided Program Reduction, ISSTA 2024"sv,
    hdd = "Misherghi and Su, HDD: Hierarchical Delta Debugging, ICSE 2006"sv;

// In the order of `passes()`; those of clang_delta follow. A row reads
//   name, family, effect, summary,
//   the measurement or paper that it exists for,
//   what it applies to, what finds its edits, its tiers in the default plan,
//   examples, and what few passes have.
// clang-format off
const std::vector<RegistryRow>& own_rows() {
  static const std::vector<RegistryRow> rows = {
    {"comments", Family::text, deletes, "delete comments",
     "bench: comments-lodash",
     input::text, text::comments, {often(1e-1)},
     {{"a.c", "int a; // one\n", "int a;\n"}}, nullptr, false, FirstInOne::if_heavy},
    {"line-markers", Family::text, deletes, "delete line markers of a preprocessor",
     "bench: markers-kernel",
     input::directives, text::line_markers, {often(1e-1)},
     {{"a.i", "# 1 \"a.h\" 1\nint a;\n", "int a;\n"}}, nullptr, false, FirstInOne::always},
    {"pragmas", Family::text, deletes, "delete #pragma and #ident",
     "bench: markers-kernel",
     input::directives, text::pragmas, {often(1e-2)},
     {{"a.c", "#pragma once\nint a;\n", "int a;\n"}}, nullptr, false, FirstInOne::always},
    {"tree-children", Family::tree, deletes, "delete nodes of the syntax tree, with their separators",
     perses,
     input::nodes, find_tree_children, {often(1.0)},
     {{"a.py", "import os, sys\n", "import sys\n"}}},
    {"line-blocks", Family::text, deletes, "delete paragraphs and indented blocks",
     c_reduce,
     input::text, text::line_blocks, {often(1e-2)},
     {{"a.py", "if x:\n    f()\ng()\n", "g()\n"}}},
    {"lines", Family::text, deletes, "delete lines",
     c_reduce,
     input::anything, text::lines, {sometimes(1e-4)},
     {{"a.c", "int a;\nint b;\n", "int b;\n"}}},
    {"counted-lines", Family::text, deletes, "delete lines that a preceding number counts, and lower the number",
     "bench: counted-dimacs",
     input::plain_text, text::counted_lines, {often(1.2)},
     {{"a.txt", "p cnf 9 3\n1 2 0\n-3 0\n4 0\n", "p cnf 9 2\n1 2 0\n4 0\n"}}},
    {"counted-links", Family::text, deletes, "the same, if each of several numbers counts the lines that follow it",
     "bench: counted-cases",
     input::plain_text, text::counted_links, {often(1.2)},
     {{"a.txt", "2\nx 1\na\ny 2\nb\nc\n", "1\ny 2\nb\nc\n"}}},
    {"counted-words", Family::text, deletes, "delete words that a number counts, and lower the number",
     "bench: counted-cases",
     input::plain_text, text::counted_words, {often(1.2)},
     {{"a.txt", "3\n10 20 30\n", "2\n10 30\n"}}},
    {"columns", Family::text, deletes, "delete a column of a table: its name and its cells",
     "bench: columns-csv",
     input::table, text::columns, {often(5e-1)},
     {{"a.csv", "name,age,city\nAnn,31,Rome\n", "name,city\nAnn,Rome\n"}}},
    {"hunk-lines", Family::text, deletes, "delete lines of a patch, and lower the numbers that count them",
     "bench: hunk-lines-git",
     input::patches, text::hunk_lines, {often(1.2)},
     {{"a.diff", "@@ -1,2 +1,3 @@\n a\n+b\n c\n", "@@ -1,2 +1,2 @@\n a\n c\n"}}},
    {"empty-groups", Family::text, deletes, "delete the contents of brackets",
     c_reduce,
     input::text, text::empty_groups, {sometimes(1e-4)},
     {{"a.py", "x = [f(y) for y in z]\n", "x = []\n"}}},
    {"strip-groups", Family::text, deletes, "delete a pair of brackets and keep the contents",
     c_reduce,
     input::text, text::strip_groups, {sometimes(1e-4)},
     {{"a.c", "x = (a + b);\n", "x = a + b;\n"}}},
    {"zero-groups", Family::text, replaces, "replace brackets and their contents with 0",
     c_reduce,
     input::text, text::zero_groups, {sometimes(3e-5)},
     {{"a.c", "x = (a + b);\n", "x = 0;\n"}}},
    {"between-repeats", Family::text, deletes, "delete from a token up to its next occurrence",
     "bench: between-repeats-wat",
     input::text, text::between_repeats, {sometimes(3e-5)},
     {{"a.c", "f(a, b, c);\n", "f(a, c);\n"}}},
    {"drop-file", Family::files, deletes, "drop a file",
     hdd,
     input::several_files, names::drop_file, {sometimes(3e-5)},
     {{"a.c", "int x;\n", "int x;\n", "b.c", "int y;\n"}}},
    {"drop-file-mentions", Family::files, deletes, "drop a file with the lines that include, import or name it",
     hdd,
     input::several_files, names::drop_file_and_mentions, {often(3e-2)},
     {{"a.c", "#include \"b.h\"\nint x;\n", "int x;\n", "b.h", "int y;\n"}}},
    {"drop-file-words", Family::files, deletes, "drop a file with the words that name it, as in a Makefile",
     hdd,
     input::several_files, names::drop_file_and_words, {often(3e-2)},
     {{"Makefile", "OBJS = a.o b.o\n", "OBJS = a.o\n", "b.c", "int x;\n"}}},
    {"inline-include", Family::files, replaces, "replace the only #include of a file with the file",
     c_reduce,
     input::several_c_files, names::inline_include, {sometimes(3e-5)},
     {{"a.c", "#include \"b.h\"\nint y;\n", "int x;\nint y;\n", "b.h", "int x;\n"}}},
    {"statements", Family::names, deletes, "delete declarations and statements",
     "bench: statements-rust",
     input::trees, names::statements, {often(3e-1)},
     {{"a.c", "int f() {\n  g();\n  return 1;\n}\n", "int f() {\n  return 1;\n}\n"}}},
    {"imports", Family::names, deletes, "delete imports, includes, usings",
     "bench: go-imports",
     input::trees, names::imports, {often(1e-2)},
     {{"a.py", "import os, sys\n", ""}}},
    {"unused", Family::names, deletes, "delete unused declarations",
     c_reduce,
     input::trees, names::unused, {often(3e-2)},
     {{"a.c", "int f(void) { return 1; }\nint main() {}\n", "int main() {}\n"}}},
    {"with-orphans", Family::names, deletes, "delete a statement or declaration and everything that only it uses",
     "bench: orphans-tcc",
     input::trees, names::with_orphans, {often(20.0)},
     {{"a.c", "int a;\nint f() { return a; }\nint main() {\n  f();\n  g();\n}\n", "int main() {\n  g();\n}\n"}}},
    {"body-to-declaration", Family::names, replaces, "replace a function's body with ; or the shortest body that fits any type",
     "bench: bodies-cxx",
     input::trees, names::body_to_declaration, {in_mass(5.0), often(1e-2)},
     {{"a.c", "int f(int a) { return a; }\n", "int f(int a);\n"},
      {"a.rs", "fn f() -> u8 { g() + 1 }\n", "fn f() -> u8 { loop {} }\n"}}},
    {"empty-body", Family::names, replaces, "empty the body of a function",
     "bench: bodies-cxx",
     input::trees, names::empty_body, {often(3e-3)},
     {{"a.c", "void f() { g(); h(); }\n", "void f() {}\n"}}},
    {"inline-call", Family::names, replaces, "replace all calls of a one-line function with what it returns",
     c_reduce,
     input::trees, names::inline_call, {often(3e-3)},
     {{"a.c", "int add(int a, int b) { return a + b; }\nx = add(1, y);\n", "x = (1 + y);\n"}}},
    {"inline-definition", Family::names, replaces, "replace all references to a part of data with the part",
     c_reduce,
     input::data, names::inline_definition, {often(3e-3)},
     {{"a.xml", "<a><define name=\"x\"><text/></define><b><ref name=\"x\"/></b></a>\n", "<a><b><text/></b></a>\n"},
      {"a.json", "{\"parts\": {\"x\": [1], \"y\": 2}, \"a\": {\"$ref\": \"#/parts/x\"}}\n", "{\"parts\": {\"y\": 2}, \"a\": [1]}\n"}}},
    {"unwrap", Family::names, deletes, "replace a namespace, module or extern block with its contents",
     c_reduce,
     input::trees, names::unwrap, {often(3e-2)},
     {{"a.cc", "namespace n {int x;}\nint y = n::x;\n", "int x;\nint y = x;\n"}}},
    {"parameters", Family::names, replaces, "delete a parameter and its argument at every call",
     c_reduce,
     input::trees, names::parameters, {often(3e-3)},
     {{"a.c", "int f(int a, int b) { return a; }\nf(1, 2);\n", "int f(int a) { return a; }\nf(1);\n"},
      {"a.c", "int f(int a) { return a; }\nf(2); f(2);\n", "int f() { return 2; }\nf(); f();\n"}}},
    {"type-parameters", Family::names, replaces, "delete a template or generic parameter and its arguments",
     c_reduce,
     input::trees, names::type_parameters, {often(3e-3)},
     {{"a.cc", "template <typename T>struct S { T x; };\nS<long> s;\n", "struct S { long x; };\nS s;\n"}}},
    {"keys", Family::names, deletes, "delete a key everywhere",
     "bench: values-xml",
     input::trees, names::keys, {often(1e-2)},
     {{"a.json", "[{\"a\": 1, \"b\": 2}, {\"a\": 3}]\n", "[{\"b\": 2}, {}]\n"}}},
    {"modifiers", Family::names, deletes, "delete modifiers such as const, static and public",
     c_reduce,
     input::trees, names::modifiers, {often(3e-3)},
     {{"a.c", "static const int x = 1;\n", "const int x = 1;\n"}}},
    {"concepts", Family::names, replaces, "replace a concept in template heads with class, in other constraints with true",
     "bench: anytime-concepts",
     input::cxx_classes, names::concepts, {often(3e-3)},
     {{"a.cc", "template <class T> concept A = true;\ntemplate <A T> struct S {};\n", "template <class T> struct S {};\n"},
      {"a.cc", "template <class T> concept A = true;\ntemplate <class T> requires A<T> void f(A auto x);\n", "template <class T> requires true void f(auto x);\n"}}},
    {"class-to-struct", Family::names, replaces, "turn a class into a struct without access specifiers",
     c_reduce,
     input::cxx_classes, names::class_to_struct, {sometimes(3e-5)},
     {{"a.cc", "class C {public: int x; };\n", "struct C { int x; };\n"}}},
    {"alias", Family::names, replaces, "replace a type alias with its target",
     "bench: alias-gcc12",
     input::trees, names::alias, {often(3e-3)},
     {{"a.c", "typedef unsigned T;\nT x;\n", "unsigned x;\n"},
      {"a.c", "typedef char V __attribute__((vector_size(64)));\nV f();\n", "char __attribute__((vector_size(64))) f();\n"},
      {"a.c", "typedef int *P;\nP x, y;\n", "int *x, *y;\n"},
      {"a.c", "typedef int A[4];\nA *z;\n", "int (*z)[4];\n"}}},
    {"define-at-use", Family::names, replaces, "move the definition of a type to its first use",
     "bench: pass-define-at-use",
     input::types_in_place, names::define_at_use, {often(3e-3)},
     {{"a.c", "struct S { int x; };\nvoid f(struct S *);\n", "void f(struct { int x; } *);\n"},
      {"a.ts", "interface P { x: number }\nlet p: P\n", "let p: { x: number }\n"}}},
    {"type-to-shortest", Family::names, replaces, "replace a type with int, or the shortest type of the language",
     c_reduce,
     input::trees, names::type_to_shortest, {sometimes(3e-5)},
     {{"a.c", "unsigned long f(struct S *p);\n", "int f(struct S *p);\n"}}},
    {"type-to-shortest-all", Family::names, replaces, "the same for all uses of a type, and delete its declaration",
     c_reduce,
     input::trees, names::type_to_shortest_everywhere, {often(3e-3)},
     {{"a.c", "struct S { int x; };\nstruct S *p, *q;\n", "int *p, *q;\n"}}},
    {"inline-constant", Family::names, replaces, "replace a constant, or a variable used once, with its value",
     c_reduce,
     input::trees, names::inline_constant, {often(3e-3)},
     {{"a.c", "const int n = 10;\nint a[n];\n", "int a[10];\n"}}},
    {"default-values", Family::names, replaces, "delete a declaration; its uses become 0, \"\", nullptr or another default of its type",
     c_reduce,
     input::trees, names::default_values, {sometimes(3e-5)},
     {{"a.cc", "T *p;\nint x = f(p, 1);\n", "int x = f(nullptr, 1);\n"},
      {"a.rs", "fn f() -> S { g() }\nfn h() { k(f()) }\n", "fn h() { k(Default::default()) }\n"}}},
    {"smt-commands", Family::smt, deletes, "delete commands",
     ddsmt,
     input::s_expressions, smt::commands, {often(3e-2)},
     {{"a.smt2", "(set-info :status sat)\n(check-sat)\n", "(check-sat)\n"}}},
    {"smt-eliminate", Family::smt, deletes, "delete a declared name and all commands that use it",
     ddsmt,
     input::smtlib, smt::eliminate_variable, {sometimes(3e-5)},
     {{"a.smt2", "(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n", "(check-sat)\n"}}},
    {"smt-by-equality", Family::smt, replaces, "replace a variable with a term that an assertion equates it to",
     "bench: smt-by-equality-z3str3",
     input::smtlib, smt::eliminate_by_equality, {sometimes(3e-5)},
     {{"a.smt2", "(declare-const x Int)\n(assert (= x (f y)))\n(assert (> x 0))\n", "(assert (> (f y) 0))\n"}}},
    {"smt-declare-const", Family::smt, replaces, "turn a function without parameters into a constant",
     "bench: smt-declare-const",
     input::smtlib, smt::function_to_constant, {sometimes(3e-5)},
     {{"a.smt2", "(declare-fun x () Int)\n", "(declare-const x Int)\n"}}},
    {"llvm-names", Family::llvm, replaces, "name numbered values, so that any of them can be removed",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::numbers_to_names, {often(50.0)},
     {{"a.ll", "define i32 @f(i32 %0) {\n  %2 = add i32 %0, 1\n  ret i32 %2 }\n", "define i32 @f(i32 %a) {\n%b = add i32 %a, 1\nret i32 %b }\n"}},
     nullptr, false, FirstInOne::always},
    {"llvm-declare", Family::llvm, replaces, "declare a function instead of defining it",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::define_to_declare, {often(1.5)},
     {{"a.ll", "define internal i32 @f() { ret i32 0 }\n", "declare i32 @f()\n"}}},
    {"llvm-definitions", Family::llvm, replaces, "delete a definition and its calls; other uses become undef",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::definitions, {often(20.0)},
     {{"a.ll", "@g = global i32 0\n@p = global i32* @g\n", "@p = global i32* undef\n"}}},
    {"llvm-instructions", Family::llvm, replaces, "delete an instruction; uses of its value become undef",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::instructions, {often(1.5)},
     {{"a.ll", "define i32 @f(i32 %a) {\n%x = add i32 %a, 1\nret i32 %x }\n", "define i32 @f(i32 %a) {\nret i32 undef }\n"}}},
    {"llvm-blocks", Family::llvm, replaces, "delete a block and the branches to it",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::blocks, {often(1.5)},
     {{"a.ll", "define void @f(i1 %c) {\nbr i1 %c, label %a, label %b\na:\nunreachable\nb:\nret void }\n", "define void @f(i1 %c) {\nbr label %b\nb:\nret void }\n"}}},
    {"llvm-branch-first", Family::llvm, replaces, "make a branch always go to its first target",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::branch_to_first, {often(3e-3)},
     {{"a.ll", "define void @f(i1 %c) {\nbr i1 %c, label %a, label %b\na:\nunreachable\nb:\nret void }\n", "define void @f(i1 %c) {\nbr label %a\na:\nunreachable\nb:\nret void }\n"}}},
    {"llvm-branch-second", Family::llvm, replaces, "make a branch always go to its second target",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::branch_to_second, {often(3e-3)},
     {{"a.ll", "define void @f(i1 %c) {\nbr i1 %c, label %a, label %b\na:\nunreachable\nb:\nret void }\n", "define void @f(i1 %c) {\nbr label %b\na:\nunreachable\nb:\nret void }\n"}}},
    {"llvm-join", Family::llvm, replaces, "join a block with its only predecessor",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::join_blocks, {often(3e-3)},
     {{"a.ll", "define void @f() {\nbr label %a\na:\nret void }\n", "define void @f() {\nret void }\n"}}},
    {"llvm-operands", Family::llvm, replaces, "replace a value with undef",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::operands, {often(3e-3)},
     {{"a.ll", "define i32 @f(i32 %x) { ret i32 %x }\n", "define i32 @f(i32 %x) { ret i32 undef }\n"}}},
    {"llvm-arguments", Family::llvm, replaces, "delete a parameter and its arguments",
     "bench: llvm-passes-mkdir",
     input::llvm, llvm::arguments, {often(3e-3)},
     {{"a.ll", "define void @f(i32 %x) {\ncall void @f(i32 1)\nret void }\n", "define void @f() {\ncall void @f()\nret void }\n"}}},
    {"hoist", Family::tree, replaces, "replace a node with its heaviest descendant that fits",
     "bench: hoist-rust",
     input::trees, {find_hoists, 0}, {often(3e-2)},
     {{"a.c", "while (x) f(a + b);\n", "f(a + b);\n"}}},
    {"flatten", Family::tree, replaces, "replace a statement with the statements of its block",
     hoisting,
     input::trees, find_flattenings, {often(3e-2)},
     {{"a.c", "if (x) { a(); b(); }\n", "a(); b();\n"}}},
    {"hoist-2", Family::tree, replaces, "replace a node with its second heaviest descendant that fits",
     hoisting,
     input::trees, {find_hoists, 1}, {often(1e-2)},
     {{"a.c", "return a[i] + b[j] * 2;\n", "return a[i];\n"}}},
    {"hoist-3", Family::tree, replaces, "replace a node with its third heaviest descendant that fits",
     hoisting,
     input::trees, {find_hoists, 2}, {sometimes(1e-4)},
     {{"a.js", "sum([1, 2], 2, \"cm\");\n", "2;\n"}}},
    {"stand-in", Family::tree, replaces, "replace a node with the shortest text that the grammar allows",
     hdd,
     input::trees, find_stand_ins, {often(1e-2)},
     {{"a.java", "f(new int[2])\n", "f(0)\n"}}},
    {"same-kind", Family::tree, replaces, "replace a node with the lightest node of the same kind",
     vulcan,
     input::trees, find_same_kind, {often(3e-3)},
     {{"a.c", "total += values[i]; steps++;\n", "steps++; steps++;\n"}}},
    {{"token-windows-{}", Family::text, deletes, "delete windows of {} tokens", c_reduce,
      input::text, {text::token_windows, 0}, {}, {}},
     windows()},
    {"stand-in-0", Family::text, replaces, "replace values, including calls and members, with 0",
     c_reduce,
     input::text, text::zero_stand_ins, {sometimes(3e-5)},
     {{"a.c", "int x = f(a)->b;\n", "int x = 0;\n"}}},
    {"stand-in-string", Family::text, replaces, "replace values, including calls and members, with \"\"",
     hypothesis,
     input::text, text::string_stand_ins, {sometimes(3e-5)},
     {{"a.rb", "puts(name.upcase)\n", "puts(\"\")\n"}}},
    {"stand-in-list", Family::text, replaces, "replace values, including calls and members, with []",
     hypothesis,
     input::text, text::list_stand_ins, {sometimes(3e-5)},
     {{"a.py", "for a in f(b):\n", "for a in []:\n"}}},
    {"numbers-to-0", Family::text, replaces, "replace numbers with 0",
     c_reduce,
     input::text, text::numbers_to_zero, {looks(1e-8)},
     {{"a.css", "margin: 12px\n", "margin: 0\n"}}},
    {"numbers-to-1", Family::text, replaces, "replace numbers with 1",
     c_reduce,
     input::text, text::numbers_to_one, {looks(1e-8)},
     {{"a.c", "int x[16];\n", "int x[1];\n"}}},
    {"plain-numbers", Family::text, replaces, "make numbers decimal, without a suffix or a fraction",
     c_reduce,
     input::text, text::plain_numbers, {looks(1e-8)},
     {{"a.c", "long x = 0x20UL;\n", "long x = 32;\n"}}},
    {"halve-numbers", Family::text, replaces, "halve numbers",
     hypothesis,
     input::text, {text::lower_numbers, 1}, {looks(1e-8)},
     {{"a.c", "int x[100];\n", "int x[50];\n"}}},
    {"lower-numbers-4", Family::text, replaces, "reduce numbers by a quarter",
     hypothesis,
     input::text, {text::lower_numbers, 2}, {looks(1e-8)},
     {{"a.c", "int x[100];\n", "int x[75];\n"}}},
    {"lower-numbers-16", Family::text, replaces, "reduce numbers by a sixteenth",
     hypothesis,
     input::text, {text::lower_numbers, 4}, {looks(1e-8)},
     {{"a.c", "int x[100];\n", "int x[94];\n"}}},
    {"lower-numbers-256", Family::text, replaces, "reduce numbers by a 256th",
     hypothesis,
     input::text, {text::lower_numbers, 8}, {looks(1e-8)},
     {{"a.c", "int x[100];\n", "int x[99];\n"}}},
    {"empty-strings", Family::text, replaces, "empty strings",
     hypothesis,
     input::text, text::empty_strings, {looks(1e-8)},
     {{"a.c", "puts(\"abc\");\n", "puts(\"\");\n"}}},
    {"front-of-strings", Family::text, replaces, "keep the first half of strings",
     hypothesis,
     input::text, text::front_of_strings, {looks(1e-8)},
     {{"a.c", "puts(\"a\\nbc\");\n", "puts(\"a\\n\");\n"}}},
    {"back-of-strings", Family::text, replaces, "keep the second half of strings",
     hypothesis,
     input::text, text::back_of_strings, {looks(1e-8)},
     {{"a.c", "puts(\"a\\nbc\");\n", "puts(\"bc\");\n"}}},
    {"records", Family::text, deletes, "delete records of binary files, and lower the lengths of enclosing records",
     "bench: counted-records",
     input::binary, text::records, {often(5e-1)},
     {{"a.bin", "\0\0\0\3abc\0\0\0\2de\0\0\0\1f"sv, "\0\0\0\3abc\0\0\0\1f"sv}}},
    {"byte-blocks", Family::text, deletes, "delete blocks of 16, 32, 64 ... bytes of binary files",
     "bench: binary-blocks-bin",
     input::binary, text::byte_blocks, {often(5e-1)},
     {{"a.bin", "0123456789abcdef\0\1\2\3"sv, "\0\1\2\3"sv}}},
    {"blank-blocks", Family::text, replaces, "overwrite such blocks with blanks, so that nothing moves",
     "bench: binary-blocks-bin",
     input::binary, text::blank_blocks, {often(5e-1)},
     {{"a.bin", "0123456789abcdef\0\1\2\3"sv, "                \0\1\2\3"sv}}},
    {"blank-tokens", Family::text, replaces, "overwrite tokens of binary files with blanks",
     "bench: binary-blocks-bin",
     input::binary, text::blank_tokens, {sometimes(3e-5)},
     {{"a.bin", "\0name\0"sv, "\0    \0"sv}}},
    {"record-bytes", Family::text, deletes, "delete bytes in records of binary files, and lower the lengths of these records",
     "bench: counted-records",
     input::binary, text::record_bytes, {sometimes(2e-5)},
     {{"a.bin", "\0\0\0\3abc\0\0\0\2de\0\0\0\1f"sv, "\0\0\0\2ac\0\0\0\2de\0\0\0\1f"sv}}},
    {"counted-bytes", Family::text, deletes, "delete blanks of binary files that a preceding number counts, and lower the number",
     "bench: counted-elf",
     input::binary, text::counted_bytes, {sometimes(2e-5)},
     {{"a.bin", "\0\3   \1"sv, "\0\2  \1"sv}}},
    {"counted-offsets", Family::text, deletes, "delete blanks of binary files, and lower offsets that point past them",
     "bench: counted-elf",
     input::binary, text::counted_offsets, {sometimes(2e-5)},
     {{"a.bin", "\x8\0\0\0    \1"sv, "\x7\0\0\0   \1"sv}}},
    {"bytes", Family::text, deletes, "delete bytes of binary files",
     hypothesis,
     input::binary, text::bytes, {looks(1e-8)},
     {{"a.bin", "\0\1\2"sv, "\0\2"sv}}},
    {"chars", Family::text, renames, "delete characters inside words, numbers and strings",
     hypothesis,
     input::text, text::chars, {looks(1e-8)},
     {{"a.c", "int abc;\n", "int ac;\n"}}, text::chars_outside_names},
    {"rename-short", Family::names, renames, "rename identifiers to a, b, c ...",
     c_reduce,
     input::trees, names::rename_short, {looks(1e-9)},
     {{"a.c", "int counter; counter = 1;\n", "int a; a = 1;\n"}}},
    {"rename-values", Family::names, renames, "give a value of data a short name at all of its places",
     c_reduce,
     input::data, names::rename_values, {looks(1e-9)},
     {{"a.xml", "<a><define name=\"db.title\"/><ref name=\"db.title\"/></a>\n", "<a><define name=\"a\"/><ref name=\"a\"/></a>\n"}}},
    {"blank", Family::text, deletes, "delete blank lines and trailing blanks",
     c_reduce,
     input::text, text::blank, {looks(1e-9)},
     {{"a.c", "int a;\n\nint b;\n", "int a;\nint b;\n"}}},
    {"spaces", Family::text, deletes, "delete unusual blanks, as in f ( x ); with `--goal bytes`, all white space",
     c_reduce,
     input::text, text::spaces, {looks(1e-9)},
     {{"a.c", "int *f ( int a[3]);\n", "int *f( int a[3]);\n"}}},
    {"indentation", Family::text, deletes, "delete indentation",
     c_reduce,
     input::text, text::indentation, {looks(1e-9)},
     {{"a.c", "    return 0;\n", "return 0;\n"}}},
    {"proposed", Family::text, replaces, "edits that the command of --propose lists",
     lpr,
     {"--propose", text::has_proposer}, text::proposed, {often(3e-1)},
     {}, nullptr, true},
  };
  return rows;
}
// clang-format on

}  // namespace

bool Subject::is_binary(const File& file) const {
  return std::ranges::find(binary_files, file.path) != binary_files.end() || !is_text(*file.bytes);
}

std::string_view name_of(Family family) {
  switch (family) {
    case Family::text:
      return "text";
    case Family::tree:
      return "tree";
    case Family::names:
      return "names";
    case Family::files:
      return "files";
    case Family::smt:
      return "smt";
    case Family::llvm:
      return "llvm";
    case Family::clang:
      return "clang";
  }
  return "";
}

std::span<const Pass> passes() {
  static const std::vector<Pass> all = [] {
    std::vector<Pass> list;
    for (const RegistryRow& row : own_rows()) add_to(list, row);
    list.insert(list.end(), clang::passes().begin(), clang::passes().end());
    return list;
  }();
  return all;
}

const Pass* find_pass(std::string_view name) {
  const auto found = std::ranges::find(passes(), name, &Pass::name);
  return found == passes().end() ? nullptr : &*found;
}

const Pass& pass_of(FindEdits find) {
  const auto found = std::ranges::find(passes(), find, &Pass::find);
  assert(found != passes().end());
  return *found;
}

}  // namespace whittle
