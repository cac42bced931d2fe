#include "syntax/facts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

#include "measure.h"

#include "syntax/trees.h"

namespace whittle {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const Tree> parsed(std::string_view language, std::string text) {
  return parse(*find_language(language), share(std::move(text))).value();
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> samples() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(SAMPLES))
    paths.push_back(entry.path().filename().string());
  std::ranges::sort(paths);
  return paths;
}

// The first node that spells `text`, outermost first.
NodeId spelled(const Tree& tree, std::string_view text) {
  for (NodeId id = 0; id < tree.size(); ++id)
    if (tree.text(id) == text && id != 0) return id;
  ADD_FAILURE() << "no node spells " << text;
  return 0;
}
NodeId of_kind(const Tree& tree, std::string_view kind) {
  for (NodeId id = 0; id < tree.size(); ++id)
    if (tree.kind_name(id) == kind) return id;
  ADD_FAILURE() << "no node is a " << kind;
  return 0;
}

// Each list as the texts of its items, then "by" and its separators, and its minimum if there is
// one.
std::vector<std::string> lists(const Facts& facts, NodeId parent) {
  std::vector<std::string> out;
  const Tree& tree = facts.tree();
  for (const List& list : facts.lists_of(parent)) {
    std::string line;
    for (const Siblings& item : list.items) {
      const auto [begin, end] = facts.range(item);
      line += (line.empty() ? "" : " | ") + tree.bytes()->substr(begin, end - begin);
    }
    if (!list.separators.empty()) line += " by";
    for (NodeId mark : list.separators) line += " " + std::string(tree.text(mark));
    if (list.minimum) line += " min " + std::to_string(list.minimum);
    out.push_back(line);
  }
  return out;
}

// ---- Every language ----

class Samples : public testing::TestWithParam<std::string> {
 protected:
  std::shared_ptr<const Tree> sample() const {
    const SharedBytes bytes = share(read(std::filesystem::path(SAMPLES) / GetParam()));
    return parse(language_of(GetParam(), *bytes), bytes).value();
  }
};

TEST_P(Samples, ParseWithoutErrors) {
  EXPECT_EQ(sample()->errors(), 0u);
}

TEST_P(Samples, HaveEveryInnerNodeDerivedFromItsRule) {
  const auto tree = sample();
  const Facts facts(tree);
  for (NodeId node = 0; node < tree->size(); ++node)
    EXPECT_TRUE(tree->is_leaf(node) || facts.is_derived(node)) << tree->kind_name(node);
}

// What the grammar cannot know: that an XML tag closes under the name it opened with, that a line
// end must stand where Bash's `;` stood.
TEST_P(Samples, ParseAgainAfterNearlyEveryPredictedEdit) {
  const Measured m = measure(sample(), 60);
  const double floor = GetParam() == "xml.xml" ? 0.75 : 0.9;
  const auto expect = [&](const char* what, const Rate& rate) {
    EXPECT_GE(rate.held + 2, floor * rate.tried) << what << " of " << rate.tried << "\n"
                                                 << m.failures;
  };
  EXPECT_GT(m.deletions.tried + m.subsets.tried, 10u);
  expect("deletions", m.deletions);
  expect("subsets of lists", m.subsets);
  expect("replacements", m.replacements);
  expect("stand-ins", m.stand_ins);
}

TEST_P(Samples, DeriveHardlyAnyNodeOnceAForeignChildIsAdded) {
  const auto tree = sample();
  const Grammar* const grammar = tree->syntax().grammar();
  if (!grammar) return;  // the built-in parsers forbid nothing
  Random random(7);
  std::uint32_t tried = 0;
  std::uint32_t derived = 0;
  for (NodeId node = 0; node < tree->size(); ++node) {
    std::vector<KindId> kinds;
    for (NodeId child : tree->children(node)) kinds.push_back((*tree)[child].kind);
    const std::span<const RuleId> rules = grammar->rules_of((*tree)[node]);
    if (kinds.empty() || rules.empty()) continue;
    kinds.insert(kinds.begin() + static_cast<std::ptrdiff_t>(random.below(kinds.size() + 1)),
                 static_cast<KindId>(random.below(tree->syntax().kinds().size())));
    ++tried;
    derived += grammar->derives(rules[0], kinds);
  }
  EXPECT_LE(derived, tried / 5) << "of " << tried;
}

INSTANTIATE_TEST_SUITE_P(Facts, Samples, testing::ValuesIn(samples()), [](const auto& param) {
  return param.param.substr(0, param.param.find('.'));
});

TEST(Languages, EachHasASample) {
  const std::vector<std::string> files = samples();
  for (const Language& language : languages())
    EXPECT_TRUE(std::ranges::any_of(files, [&](const std::string& file) {
      return language_of(file, "").name == language.name;
    })) << language.name;
}

// ---- Lists ----

TEST(Facts, ArgumentsAreAListWithSeparators) {
  const auto tree = parsed("c", "int x = f(a, b + 1, c);");
  const Facts facts(tree);
  EXPECT_THAT(lists(facts, of_kind(*tree, "argument_list")), ElementsAre("a | b + 1 | c by , ,"));
}

TEST(Facts, AListMayNeedOneOfItsItems) {
  const auto tree = parsed("c", "int a, b = 2, *c;");
  const Facts facts(tree);
  EXPECT_THAT(lists(facts, of_kind(*tree, "declaration")),
              ElementsAre("a | b = 2 | *c by , , min 1"));
}

TEST(Facts, ATrailingSeparatorBelongsToTheList) {
  const auto tree = parsed("c", "enum e { a, b = 1, c, };");
  const Facts facts(tree);
  EXPECT_THAT(lists(facts, of_kind(*tree, "enumerator_list")),
              ElementsAre("a | b = 1 | c by , , ,"));
}

TEST(Facts, StatementsAreAListAndCommentsAnother) {
  const auto tree = parsed("c", "void f() { a(); /* no */ if (b) c(); return; }");
  const Facts facts(tree);
  EXPECT_THAT(lists(facts, of_kind(*tree, "compound_statement")),
              ElementsAre("a(); | if (b) c(); | return;", "/* no */"));
}

TEST(Facts, OptionalPartsAreListsOfOne) {
  const auto tree = parsed("c", "void f() { if (a) b(); else c(); }");
  const Facts facts(tree);
  EXPECT_THAT(lists(facts, of_kind(*tree, "if_statement")), ElementsAre("else c();"));
  EXPECT_THAT(lists(facts, of_kind(*tree, "else_clause")), IsEmpty());
}

TEST(Facts, ListsInOtherLanguages) {
  const auto first_list = [](std::string_view language, std::string text, std::string_view kind) {
    const auto tree = parsed(language, std::move(text));
    const auto found = lists(Facts(tree), of_kind(*tree, kind));
    return found.empty() ? "" : found[0];
  };
  EXPECT_EQ(first_list("json", "[1, [2], {}]", "array"), "1 | [2] | {} by , ,");
  EXPECT_EQ(first_list("json", R"({"a": 1, "b": 2})", "object"), R"("a": 1 | "b": 2 by ,)");
  EXPECT_EQ(first_list("python", "import a, b.c\n", "import_statement"), "a | b.c by , min 1");
  EXPECT_EQ(first_list("python", "f(a, *b, c=1,)\n", "argument_list"), "a | *b | c=1 by , , ,");
  EXPECT_EQ(first_list("rust", "struct S { a: u8, b: u8, }", "field_declaration_list"),
            "a: u8 | b: u8 by , ,");
  EXPECT_EQ(first_list("lisp", "(a (b c) d)", "group"), "a | (b c) | d");
  EXPECT_EQ(first_list("brackets", "f(a + b, c)", "group"), "a + b | c by ,");
  EXPECT_EQ(first_list("assembly", "main:\n\tmov eax, [ebx+4]\n", "instruction"),
            "mov eax | [ebx+4] by ,");
}

TEST(Facts, PhpEndsAStatementWithoutASemicolonOnlyBeforeTheEndTag) {
  const auto tree = parsed("php", "<?php\necho 1;\necho 2 ?>\n");
  const Facts facts(tree);
  EXPECT_FALSE(facts.removable(spelled(*tree, ";")));
  EXPECT_TRUE(facts.removable(spelled(*tree, "echo 1;")));
  EXPECT_TRUE(facts.is_derived(spelled(*tree, "echo 2")));
  const auto script = parsed("javascript", "f();\ng();\n");
  EXPECT_TRUE(Facts(script).removable(spelled(*script, ";")));
}

TEST(Facts, TwentyThousandChildrenAreAnsweredInLinearTime) {
  std::string text;
  std::string arguments = "0";
  for (int i = 0; i < 20'000; ++i) {
    text += i % 3 ? "int x" + std::to_string(i) + ";\n" : "void f(void) {}\n";
    arguments += ", " + std::to_string(i);
  }
  const auto tree = parsed("c", text + "int y = g(" + arguments + ");");
  const Facts facts(tree);
  std::uint32_t removable = 0;
  for (NodeId child : tree->children(tree->root())) removable += facts.removable(child).has_value();
  EXPECT_EQ(removable, 20'001u);
  const auto top = facts.lists_of(tree->root());
  ASSERT_EQ(top.size(), 1u);
  EXPECT_EQ(top[0].items.size(), 20'001u);
  const auto row = facts.lists_of(of_kind(*tree, "argument_list"));
  ASSERT_FALSE(row.empty());
  EXPECT_EQ(row[0].items.size(), 20'001u);
}

// ---- Deleting and replacing ----

TEST(Facts, ANodeGoesWithTheMarkItNeeds) {
  const auto tree = parsed("c", "int x = f(a, b);");
  const Facts facts(tree);
  const NodeId a = spelled(*tree, "a");
  const NodeId b = spelled(*tree, "b");
  EXPECT_EQ(facts.removable(a), (Siblings{a, (*tree)[a].next_sibling}));
  EXPECT_EQ(facts.removable(b), (Siblings{b - 1, b}));
  EXPECT_EQ(facts.removable(spelled(*tree, "f")), std::nullopt);
  EXPECT_EQ(facts.removable(tree->root()), std::nullopt);
}

TEST(Facts, StandInsAreTheShortestTextForThePlace) {
  const auto tree = parsed("c", "int f(void) { while (a + b) { c(); } return g(1, 2); }");
  const Facts facts(tree);
  EXPECT_EQ(facts.stand_in(spelled(*tree, "g(1, 2)")), "0");
  EXPECT_EQ(facts.stand_in(spelled(*tree, "a + b")), "0");
  EXPECT_EQ(facts.stand_in(spelled(*tree, "{ c(); }")), ";");
  EXPECT_EQ(facts.stand_in(spelled(*tree, "return g(1, 2);")), ";");
  EXPECT_EQ(facts.stand_in(spelled(*tree, "c")), std::nullopt);
  const auto json = parsed("json", R"({"key": [1, {}]})");
  EXPECT_EQ(Facts(json).stand_in(spelled(*json, "[1, {}]")), "0");
  EXPECT_EQ(Facts(json).stand_in(spelled(*json, "{}")), "0");
}

TEST(Facts, OnlyWhatFitsThePlaceCanReplace) {
  const auto tree = parsed("c", "void f() { if (a + b) { c(); d(); } }");
  const Facts facts(tree);
  const NodeId sum = spelled(*tree, "a + b");
  const NodeId block = spelled(*tree, "{ c(); d(); }");
  const NodeId call = spelled(*tree, "c()");
  const NodeId statement = spelled(*tree, "c();");
  const NodeId branch = of_kind(*tree, "if_statement");
  EXPECT_TRUE(facts.can_replace(sum, spelled(*tree, "a")));
  EXPECT_TRUE(facts.can_replace(sum, call));
  EXPECT_FALSE(facts.can_replace(sum, statement));
  EXPECT_TRUE(facts.can_replace(block, statement));
  EXPECT_FALSE(facts.can_replace(block, call));
  EXPECT_TRUE(facts.can_replace(branch, block));
  const std::array<NodeId, 2> both{statement, spelled(*tree, "d();")};
  EXPECT_TRUE(facts.can_replace(branch, both));
  EXPECT_FALSE(facts.can_replace(block, both));
}

TEST(Facts, AnErrorIsAFlatListInWhichEverythingMayGo) {
  const auto tree = parsed("c", "int x; ) ] foo ( bar");
  const Facts facts(tree);
  bool found = false;
  for (NodeId node = 0; node < tree->size(); ++node) {
    if (!(*tree)[node].error || tree->is_leaf(node)) continue;
    found = true;
    std::size_t items = 0;
    for (const List& list : facts.lists_of(node)) items += list.items.size();
    std::size_t children = 0;
    for (NodeId child : tree->children(node)) {
      ++children;
      EXPECT_TRUE(facts.removable(child));
    }
    EXPECT_EQ(items, children);
  }
  EXPECT_TRUE(found);
}

TEST(Facts, RandomBytesAreAnsweredForInEveryLanguage) {
  Random random(3);
  std::string bytes;
  for (int i = 0; i < 3000; ++i)
    bytes += random.below(3) ? "(){}[];,\"'\n\t a1"[random.below(15)]
                             : static_cast<char>(random.below(256));
  for (const Language& language : languages()) {
    const auto tree = parse(language, share(bytes)).value();
    const Facts facts(tree);
    for (NodeId node = 0; node < tree->size(); node += 7) {
      facts.lists_of(node);
      facts.removable(node);
      facts.stand_in(node);
      facts.can_replace(node, tree->size() / 2);
    }
    EXPECT_EQ((*tree)[0].end, bytes.size()) << language.name;
  }
}

}  // namespace
}  // namespace whittle
