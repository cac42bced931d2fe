#include "graph/graph_text.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(GraphText, WhatIsPrintedIsRead) {
  GraphText text;
  text.pieces = {{0, 50, ""}, {10, 20, ";"}, {60, 70, "{}"}};
  text.nodes = 1;
  using enum GraphText::Edge::Kind;
  text.names = {{0, "point"}, {2, "operator new"}};
  text.edges = {{needs, Strength::tight, {1, 2}},
                {needs, Strength::bodies, {0, 1}},
                {any, Strength::loose, {0, 1, 2}},
                {needs_if, Strength::tight, {3, 1, 2}},
                {wants, Strength::loose, {0, 3}}};
  const auto read = parse_graph(print(text), 70);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, text);
}

TEST(GraphText, APieceNeedsTheOneAroundIt) {
  const auto text = parse_graph("whittle-graph 1\np 0 9\np 2 5\nend\n", 9);
  ASSERT_TRUE(text);
  const Graph::Id inner = 1;
  EXPECT_EQ(closure_of(build(*text, {1, 1}), Strength::tight, std::span(&inner, 1)).count(), 2);
}

TEST(GraphText, NonsenseIsRefused) {
  for (const char* text :
       {"", "\n", "whittle-graph 2\nend\n", "whittle-graph 1\n", "whittle-graph 1\np 0 5\n",
        "whittle-graph 1\np 0 5\nend", "whittle-graph 1\np 5 5\nend\n",
        "whittle-graph 1\np 0 11\nend\n", "whittle-graph 1\np 0 5 x\nend\n",
        "whittle-graph 1\np 0 5\np 3 8\nend\n", "whittle-graph 1\np 4 5\np 0 2\nend\n",
        "whittle-graph 1\np 0 5\nd 1 x\nend\n", "whittle-graph 1\np 0 5\nd 0\nend\n",
        "whittle-graph 1\np 0 5\nn 0 1\nend\n", "whittle-graph 1\np 0 5\nn 0\nend\n",
        "whittle-graph 1\np 0 5\nz 0 0\nend\n", "whittle-graph 1\np 0 5\nn 0 -1\nend\n",
        "whittle-graph 1\nend\nend\n", "whittle-graph 1\np 0 99999999999999999999\nend\n",
        // Found by reading for the fuzzer: a billion nodes take more memory than there is.
        "whittle-graph 1\np 0 5\nv 1000000000\nend\n"})
    EXPECT_FALSE(parse_graph(text, 10)) << text;
}

}  // namespace
}  // namespace whittle
