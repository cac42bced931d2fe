#include "passes/names/reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "passes/names/needs.h"
#include "support/pass_results.h"

namespace whittle {
namespace {

struct World {
  Document document;
  Trees trees;
  NoTools tools;
  SharedNames names;

  explicit World(std::string code)
      : document(Document::single("a.c", std::move(code))),
        names(names_of({document, trees, tools, Goal::tokens})) {}

  std::vector<Place> declarations(std::string_view name) const {
    for (const Symbol& symbol : names->symbols())
      if (symbol.name == name) return symbol.declarations;
    return {};
  }
  Found unreached() const { return Reach(*names, declarations("main")).unreached(Goal::tokens); }
  std::string without(Found found) const {
    const EditList edits = edit_list(document, std::move(found));
    return edits.render(Subset::none(edits.size())).bytes(0);
  }
};

TEST(Reach, ChainsAndCirclesOfUsesGoAtOnce) {
  const World world(R"(struct s { int a; };
typedef struct s t;
static int first(t *x) { return x->a; }
static int second(t *x) { return first(x); }
static int even(int n);
static int odd(int n) { return even(n - 1); }
static int even(int n) { return odd(n - 1); }
static int used(void) {
  int idle;
  int busy = 1;
  return busy;
}
int main(void) { return used(); }
)");
  EXPECT_EQ(world.without(world.unreached()),
            R"(static int used(void) {
  int busy = 1;
  return busy;
}
int main(void) { return used(); }
)");
}

TEST(Reach, MembersStayWithTheirType) {
  const std::string code =
      "struct in { int a; };\nstruct s { struct in *unused; int used; };\n"
      "int main(void) { struct s x; return x.used; }\n";
  const World world(code);
  EXPECT_EQ(world.without(world.unreached()), code);
}

TEST(Reach, WhatCannotBeParsedStays) {
  const std::string code =
      "extern int(LEAF parse)(char const *RESTRICT text, int base);\n"
      "int main(void) { return parse(\"1\", 10); }\n";
  const World world(code);
  EXPECT_EQ(world.without(world.unreached()), code);
}

TEST(Reach, RanksByDistanceFromTheRoots) {
  const World world(
      "int far(void) { return 1; }\nint near(void) { return far(); }\nint idle(void) { return 2; "
      "}\n"
      "int main(void) { return near(); }\n");
  const Reach reach(*world.names, world.declarations("main"));
  const auto rank = [&](std::string_view name) { return reach.rank(world.declarations(name)[0]); };
  EXPECT_LT(rank("main"), rank("near"));
  EXPECT_LT(rank("near"), rank("far"));
  EXPECT_EQ(rank("idle"), Reach::never);
}

/// Every single declaration of the file, with its needs.
Found declarations(const World& world) {
  Found found;
  const Tree& tree = world.names->source(0)->tree();
  for (NodeId child : tree.children(Tree::root()))
    found.edits.push_back({{{0, tree[child].begin, tree[child].end, {}}}, tree[child].weight});
  add_needs(*world.names, found);
  return found;
}

TEST(Needs, ACallNeedsTheBodyOfTheFunctionIfThereIsOne) {
  const World world(
      "int f(void);\nint g(void);\nint f(void) { return 1; }\n"
      "int main(void) { return f() + g(); }\n");
  EXPECT_EQ(declarations(world).needs, (std::vector<Need>{{3, {1}}, {3, {2}}}));
}

TEST(Needs, WhatStaysInAnyCaseKeepsWhatItNeeds) {
  const World world(
      "int idle;\nint far;\nint near(void) { return far; }\nint twice;\nint twice;\n"
      "int main(void) { return near() + twice; }\n");
  Found found = declarations(world);
  found.filter([&](std::size_t edit, const Edit&) { return edit != 5; });  // main is no edit
  take_out_needed(found);
  EXPECT_EQ(found.edits.size(), 3u) << "idle, and one of the two that declare the same";
  EXPECT_EQ(found.needs, (std::vector<Need>{{Need::everybody, {1, 2}}}));
}

}  // namespace
}  // namespace whittle
