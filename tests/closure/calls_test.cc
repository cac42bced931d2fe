#include "closure/calls.h"

#include <cstdlib>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "base/own_program.h"
#include "closure/providers.h"
#include "process/local_tools.h"
#include "syntax/trees.h"

namespace whittle::closure {
namespace {

using Lines = std::vector<std::uint64_t>;
using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
using Edge = GraphText::Edge;

// `main` calls f, which calls g and, by way of a table, the virtual function v.
const char* const printed =
    "0000000000000000 W _Z1fv\t/tmp/x/a.cc:2\n"
    "0000000000000000 W _Z1gv\t/tmp/x/a.cc:1\n"
    "0000000000000000 W _Z1vv\t/tmp/x/a.cc:3\n"
    "0000000000000000 W _Z1hv\t/usr/include/b.h:7\n"
    "0000000000000000 T main\t/tmp/x/a.cc:9\n"
    "0000000000000000 V _ZTV1s\n"
    "\n"
    "Relocation section '.rela.text._Z1fv' at offset 0x1 contains 3 entries:\n"
    "    Offset             Info             Type               Symbol's Value  Symbol's Name + "
    "Addend\n"
    "0000000000000005  000000040 R_X86_64_PLT32         0000000000000000 .text._Z1gv - 4\n"
    "0000000000000009  000000050 R_X86_64_PC32          0000000000000000 _ZTV1s + c\n"
    "000000000000000d  000000060 R_X86_64_PLT32         0000000000000000 strcmp - 4\n"
    "\n"
    "Relocation section '.rela.data.rel.ro._ZTV1s' at offset 0x2 contains 1 entry:\n"
    "0000000000000010  000000070 R_X86_64_64            0000000000000000 _Z1vv + 0\n"
    "\n"
    "Relocation section '.rela.text.main' at offset 0x3 contains 1 entry:\n"
    "0000000000000005  000000080 R_X86_64_PLT32         0000000000000000 _Z1fv - 4\n";

TEST(Calls, AreReadFromSymbolsAndRelocations) {
  const Calls calls = parse_calls(printed, "a.cc");
  EXPECT_EQ(calls.emitted, (Lines{1, 2, 3, 9}));
  EXPECT_EQ(calls.called, (Pairs{{2, 1}, {2, 3}, {9, 2}}));
}

TEST(Calls, NonsenseGivesNone) {
  for (const char* text :
       {"", "\n\n", "a\tb", "0 W f\tx.cc:", "0 W f\tx.cc:0", "\t:1", "Relocation section '",
        "Relocation section '.rela'\n R_", "Relocation section 'x'\n R_ + \n R_ - "}) {
    const Calls calls = parse_calls(text, "x.cc");
    EXPECT_TRUE(calls.emitted.empty() && calls.called.empty()) << text;
  }
}

TEST(Calls, BodiesThatAreNotEmittedAreNotNeededByTheirFunctions) {
  const std::string text =
      "int g() { return 1; }\n"
      "int f() { return g(); }\n"
      "int h() { return 2; }\n";
  GraphText graph;
  for (const std::size_t begin : {0, 22, 46}) {
    const std::size_t body = text.find('{', begin), end = text.find('}', begin) + 1;
    graph.pieces.push_back({begin, end});
    graph.pieces.push_back({body, end, ";"});
  }
  for (const Graph::Id function : {0u, 2u, 4u})
    graph.edges.push_back({Edge::Kind::needs, Strength::bodies, {function, function + 1}});
  graph.edges.push_back({Edge::Kind::needs, Strength::tight, {3, 4}});
  add_calls(graph, text, {.emitted = {1, 2}, .called = {{2, 1}}});
  const std::vector<Edge> expected = {{Edge::Kind::needs, Strength::tight, {3, 4}},
                                      {Edge::Kind::needs, Strength::bodies, {0, 1}},
                                      {Edge::Kind::needs, Strength::bodies, {2, 3}},
                                      {Edge::Kind::needs, Strength::bodies, {3, 1}}};
  EXPECT_EQ(graph.edges, expected);
}

TEST(Calls, WhichStatementCallsIsNotKnown) {
  const std::string text = "int g() { return 1; }\nint f() { g(); return 2; }\n";
  GraphText graph;
  graph.pieces = {{0, 21}, {8, 21, ";"}, {22, 48}, {30, 48, ";"}, {32, 36}};
  add_calls(graph, text, {.emitted = {1, 2}, .called = {{2, 1}}});
  EXPECT_TRUE(graph.edges.empty());
}

/// With the real helper, which is built beside whittle, a folder above the tests, and a real
/// compiler.
class CallsOfAFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto helper = own_program().parent_path().parent_path() / "whittle-cxx-graph";
    ASSERT_TRUE(std::filesystem::exists(helper));
    ::setenv("WHITTLE_CXX_GRAPH", helper.c_str(), 1);
    if (tools_.find("c++").empty() || tools_.find("readelf").empty())
      GTEST_SKIP() << "no compiler or no readelf";
    const Document document = Document::single("x.cc", "int x;\n");
    if (clang_state({document, trees_, tools_}) != ClangState::ready) GTEST_SKIP() << "no libclang";
  }
  void TearDown() override { ::unsetenv("WHITTLE_CXX_GRAPH"); }

  /// Names of bodies that something needs only because bodies count.
  static std::string bodies_needed(const PieceGraph& made) {
    std::string needed;
    for (Graph::Id id = 0; id < made.graph->pieces(); ++id) {
      const auto tight = made.graph->needs(id, Strength::tight);
      for (const Graph::Id body : made.graph->needs(id, Strength::bodies).subspan(tight.size()))
        for (const auto& [piece, name] : made.names)
          if (piece == body) needed += name + " ";
    }
    return needed;
  }

  class CountingTools : public LocalTools {
   public:
    CountingTools() : LocalTools(Options{}) {}
    std::vector<std::optional<std::string>> run(const std::vector<Command>& commands,
                                                const ToolLimits& limits) override {
      runs += 1;
      return LocalTools::run(commands, limits);
    }
    int runs = 0;
  };
  CountingTools tools_;
  Trees trees_;
};

TEST_F(CallsOfAFile, AreAskedForOnce) {
  // Copies of a search that test ahead come to the same document.
  const char* const texts[] = {"int main() { return 1; }\n", "int main() { return nothing; }\n"};
  for (const bool again : {false, true}) {
    const int before = tools_.runs;
    for (const char* text : texts) {
      const Document document = Document::single("x.cc", text);
      EXPECT_EQ(from_calls({document, trees_, tools_}).has_value(), text == texts[0]);
    }
    EXPECT_EQ(tools_.runs - before, again ? 0 : 2);
  }
}

TEST_F(CallsOfAFile, LeaveOutWhatIsOnlyNamed) {
  const Document document =
      Document::single("x.cc",
                       "# 70 \"other.h\" 3\n"
                       "template <typename T> T once(T x) { return x; }\n"
                       "inline int twice(int x) { return x + x; }\n"
                       "int main() { return once<decltype(twice(1))>(0); }\n");
  const auto by_clang = from_clang({document, trees_, tools_});
  const auto by_calls = from_calls({document, trees_, tools_});
  ASSERT_TRUE(by_clang && by_calls);
  EXPECT_THAT(bodies_needed(*by_clang), ::testing::HasSubstr("twice"));
  EXPECT_THAT(bodies_needed(*by_calls), ::testing::HasSubstr("once"));
  EXPECT_THAT(bodies_needed(*by_calls), ::testing::Not(::testing::HasSubstr("twice")));
}

TEST_F(CallsOfAFile, AreNotKnownIfItDoesNotCompileOrDoesNothing) {
  for (const char* text : {"int main() { return nothing; }\n", "inline int f() { return 1; }\n"}) {
    const Document document = Document::single("x.cc", text);
    EXPECT_TRUE(from_clang({document, trees_, tools_})) << text;
    EXPECT_FALSE(from_calls({document, trees_, tools_})) << text;
  }
}

}  // namespace
}  // namespace whittle::closure
