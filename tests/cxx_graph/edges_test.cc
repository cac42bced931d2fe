// Edges that follow from the text alone: no reference is needed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "cxx_graph/cxx_graph.h"

namespace whittle::cxx {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

/// "a -> b" for each edge of this strength by which one piece needs another.
std::vector<std::string> needs_in(std::string_view text, Strength strength) {
  const Pieces pieces(text);
  const GraphText graph = make_graph(pieces, {});
  const auto name = [&](Graph::Id id) {
    return std::string(text.substr(pieces[id].begin, pieces[id].end - pieces[id].begin));
  };
  std::vector<std::string> all;
  for (const GraphText::Edge& edge : graph.edges)
    if (edge.kind == GraphText::Edge::Kind::needs && edge.strength == strength &&
        edge.nodes[1] < pieces.size())
      all.push_back(name(edge.nodes[0]) + " -> " + name(edge.nodes[1]));
  return all;
}

TEST(Markers, TheOneThatEntersAFileAndTheOneThatReturnsNeedEachOther) {
  EXPECT_THAT(needs_in("# 1 \"a.h\" 1\n# 1 \"b.h\" 1 3 4\nint b;\n# 2 \"a.h\" 2 3\nint a;\n"
                       "# 9 \"a.h\"\n# 2 \"a.c\" 2\nint c;\n",
                       Strength::tight),
              UnorderedElementsAre(
                  "# 1 \"a.h\" 1 -> # 2 \"a.c\" 2", "# 2 \"a.c\" 2 -> # 1 \"a.h\" 1",
                  "# 1 \"b.h\" 1 3 4 -> # 2 \"a.h\" 2 3", "# 2 \"a.h\" 2 3 -> # 1 \"b.h\" 1 3 4"));
}

TEST(Markers, PushAndPopOfOnePragmaNeedEachOther) {
  EXPECT_THAT(
      needs_in("#pragma pack(push, 1)\n#pragma GCC visibility push(default)\nint a;\n"
               "#pragma GCC visibility pop\n#pragma once\n",
               Strength::tight),
      UnorderedElementsAre("#pragma GCC visibility push(default) -> #pragma GCC visibility pop",
                           "#pragma GCC visibility pop -> #pragma GCC visibility push(default)"));
}

TEST(Markers, AReturnWithoutAnEntryStandsAlone) {
  EXPECT_THAT(needs_in("# 2 \"a.c\" 2\nint a;\n# 5 \"a.c\"\n", Strength::tight), IsEmpty());
}

TEST(Bodies, AFunctionThatMustBeInlinedOrEvaluatedNeedsItsBody) {
  for (const char* const head :
       {"static inline __attribute__((always_inline)) int f(int x)",
        "inline __attribute__((__always_inline__)) int f(int x)", "consteval int f(int x)"}) {
    const std::string text = std::string(head) + " { return x + 1; }";
    EXPECT_THAT(needs_in(text, Strength::tight), Contains(text + " -> { return x + 1; }"));
  }
  EXPECT_THAT(needs_in("inline int f(int x) { return x + 1; }", Strength::tight), IsEmpty());
  EXPECT_THAT(needs_in("inline int f(int x) { return x + 1; }", Strength::bodies), Not(IsEmpty()));
}

}  // namespace
}  // namespace whittle::cxx
