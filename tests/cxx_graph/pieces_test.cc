#include "cxx_graph/pieces.h"

#include <gtest/gtest.h>
#include <string>

namespace whittle::cxx {
namespace {

/// Each piece on a line, indented by what it lies in; only its first word and its last two bytes.
std::string cut(std::string_view text) {
  const Pieces pieces(text);
  std::string lines;
  for (const Piece& piece : pieces.all()) {
    for (std::uint32_t up = piece.around; up != Piece::none; up = pieces[up].around) lines += "  ";
    lines += text.substr(piece.begin, piece.end - piece.begin);
    if (!piece.instead.empty()) lines += " -> " + std::string(piece.instead);
    lines += '\n';
  }
  return lines;
}

TEST(Pieces, FunctionsHaveBodiesThatCanGo) {
  EXPECT_EQ(cut("int f(int x) { return x; } int y;"),
            "int f(int x) { return x; }\n  { return x; } -> ;\nint y;\n");
  EXPECT_EQ(cut("void A::f() { g(); }"), "void A::f() { g(); }\n  { g(); } -> {}\n");
  EXPECT_EQ(cut("int a{1}, b = {2}; enum { c, d };"), "int a{1}, b = {2};\nenum { c, d };\n");
}

TEST(Pieces, ClassesAndNamespacesHoldPieces) {
  EXPECT_EQ(cut("namespace n __attribute__((x)) { struct s { public: int a; }; }"),
            "namespace n __attribute__((x)) { struct s { public: int a; }; }\n"
            "  struct s { public: int a; };\n    public:\n    int a;\n");
  EXPECT_EQ(cut("extern \"C\" { int f(); }"), "extern \"C\" { int f(); }\n  int f();\n");
}

TEST(Pieces, InitialisersOfConstructorsBelongToTheBody) {
  EXPECT_EQ(cut("struct s { s() : a{1}, b(2) { f(); } };"),
            "struct s { s() : a{1}, b(2) { f(); } };\n  s() : a{1}, b(2) { f(); }\n"
            "    : a{1}, b(2) { f(); } -> ;\n");
}

TEST(Pieces, StatementsOfAPlainFunctionAreItsPieces) {
  const auto statements = [](const std::string& body) {
    const std::string all = cut("int f() {" + body + "}");
    const std::size_t inner = all.find("\n    ");
    return inner == all.npos ? "" : all.substr(inner + 1);
  };
  EXPECT_EQ(statements("int a = 1; return a;"), "    int a = 1;\n    return a;\n");
  EXPECT_EQ(statements("if (a) b(); else { c(); } d();"),
            "    if (a) b(); else { c(); }\n    d();\n");
  EXPECT_EQ(statements("for (;;) while (a) { b(); } do c(); while (d); x: e();"),
            "    for (;;) while (a) { b(); }\n    do c(); while (d);\n    x: e();\n");
  EXPECT_EQ(statements("auto g = [](int x) { return x; }; try { a(); } catch (...) { } ;"),
            "    auto g = [](int x) { return x; };\n    try { a(); } catch (...) { }\n    ;\n");
  EXPECT_EQ(statements("return 1;"), "");
  EXPECT_EQ(cut("inline int f() { a(); b(); }"),
            "inline int f() { a(); b(); }\n  { a(); b(); } -> ;\n");
}

TEST(Pieces, NoTextIsTooStrange) {
  for (const char* text :
       {"",     "}",     "{",         "(((", "template<", "operator",      "class",
        "R\"(", "#",     "\"",        "'",   "f(){",      "f(){if(do(;}",  "f(){else;{try}",
        "a<b",  "}}};;", "namespace", "for", "/*",        "struct s { ] }"})
    for (const Pieces pieces(text); const Piece& piece : pieces.all())
      EXPECT_LT(piece.begin, piece.end) << text;
}

}  // namespace
}  // namespace whittle::cxx
