#include "learn/tokens.h"

#include <gtest/gtest.h>
#include <string>

#include "base/random.h"

namespace whittle {
namespace {

Document text(Bytes bytes) {
  return Document::single("a.c", std::move(bytes));
}

std::vector<TokenName> names(const Tokens& tokens) {
  std::vector<TokenName> all;
  for (std::size_t i = 0; i < tokens.count(); ++i) all.push_back(tokens.name(i));
  return all;
}

Edit replacing(std::uint64_t begin, std::uint64_t end, std::string by = {}) {
  return Edit{{{0, begin, end, std::move(by), false}}, 1};
}

/// The names after all of these edits were applied.
std::vector<TokenName> names_after(const Bytes& before, std::vector<Edit> edits,
                                   const Bytes& expected) {
  const EditList list(text(before), std::move(edits));
  const Subset none = Subset::none(list.size());
  const Document now = list.render(none);
  EXPECT_EQ(now.bytes(0), expected);
  return names(Tokens(list.base()).after(list, none, now));
}

using Names = std::vector<TokenName>;

TEST(Tokens, AreNamedInTheOrderOfTheText) {
  const Tokens tokens(text("int x = 1;"));
  EXPECT_EQ(names(tokens), (Names{0, 1, 2, 3, 4}));
  EXPECT_EQ(tokens.position(3), 3u);
  EXPECT_EQ(tokens.position(5), Tokens::nowhere);
}

TEST(Tokens, KeepTheirNamesBesideARemoval) {
  EXPECT_EQ(names_after("int x = 1;", {replacing(6, 9)}, "int x ;"), (Names{0, 1, 4}));
}

TEST(Tokens, KeepTheirNamesWhereRenderingPutsASpace) {
  EXPECT_EQ(names_after("int(x)y", {replacing(3, 6)}, "int y"), (Names{0, 4}));
}

TEST(Tokens, ATokenThatRunsTogetherWithAnotherIsNew) {
  const EditList list(text("a + b"), {replacing(1, 4)}, Joining::exact);
  const Subset none = Subset::none(1);
  EXPECT_EQ(names(Tokens(list.base()).after(list, none, list.render(none))), (Names{3}));
}

TEST(Tokens, AnInsertedTokenGetsANewName) {
  EXPECT_EQ(names_after("f(x + 1);", {replacing(2, 7, "0")}, "f(0);"), (Names{0, 1, 7, 5, 6}));
}

TEST(Tokens, ARenamedTokenKeepsItsName) {
  EXPECT_EQ(names_after("long_name = long_name;", {replacing(0, 9, "a"), replacing(12, 21, "a")},
                        "a = a;"),
            (Names{0, 1, 2, 3}));
}

TEST(Tokens, NewNamesAreNeverUsedTwice) {
  const EditList first(text("a b c"), {replacing(0, 3, "x y z")});
  const Subset none = Subset::none(1);
  const Document middle = first.render(none);
  Tokens tokens = Tokens(first.base()).after(first, none, middle);
  EXPECT_EQ(names(tokens), (Names{3, 4, 5, 2}));
  const EditList second(middle, {replacing(0, 3)});
  tokens = tokens.after(second, none, second.render(none));
  const EditList third(second.render(none), {replacing(0, 1, "p q")});
  tokens = tokens.after(third, none, third.render(none));
  EXPECT_EQ(names(tokens), (Names{6, 7, 5, 2}));
  EXPECT_EQ(tokens.position(3), Tokens::nowhere);
}

TEST(Tokens, AreFoundAgainInAnyOtherText) {
  const Tokens tokens =
      Tokens(text("int a;\nint b;\nint c;\n")).in(text("int a;\nfoo();\nint c;\n"));
  EXPECT_EQ(names(tokens), (Names{0, 1, 2, 9, 10, 11, 5, 6, 7, 8}));
}

TEST(Tokens, AreCountedOverAllFilesAndKeepTheirNamesWhenAFileIsDropped) {
  const Document both({{"a", 0644, share("x y"), File::Kind::regular},
                       {"b", 0644, share("z"), File::Kind::regular}});
  Change drop;
  drop.drops_file = true;
  const EditList list(both, {Edit{{drop}, 2}, Edit{{{1, 0, 1, "w", false}}, 1}});
  const Tokens tokens(both);
  EXPECT_EQ(tokens.removal(list.edits()[1]).spans, (std::vector<TokenSpan>{{2, 3}}));
  EXPECT_FALSE(tokens.removal(list.edits()[0]).is_pure);
  const Subset none = Subset::none(2);
  EXPECT_EQ(names(tokens.after(list, none, list.render(none))), (Names{2}));
}

TEST(Tokens, AnEditThatRemovesWholeTokensIsPure) {
  const Tokens tokens(text("int x = 1;"));
  const Removal removal = tokens.removal(replacing(5, 9));
  EXPECT_TRUE(removal.is_pure);
  EXPECT_EQ(removal.spans, (std::vector<TokenSpan>{{2, 4}}));
  EXPECT_FALSE(tokens.removal(replacing(5, 9, "y")).is_pure);
  EXPECT_TRUE(tokens.removal(replacing(5, 9, " \n")).is_pure);
  EXPECT_FALSE(tokens.removal(replacing(1, 9)).is_pure);
  EXPECT_EQ(tokens.removal(replacing(1, 9)).spans, (std::vector<TokenSpan>{{0, 4}}));
  EXPECT_EQ(tokens.removal(replacing(3, 4)).tokens(), 0u);
}

TEST(Tokens, SpansThatTouchAreOne) {
  const Tokens tokens(text("a b c d"));
  const Edit edit{{{0, 2, 4, {}, false}, {0, 0, 2, {}, false}, {0, 6, 7, {}, false}}, 3};
  EXPECT_EQ(tokens.removal(edit).spans, (std::vector<TokenSpan>{{0, 2}, {3, 4}}));
}

TEST(Tokens, ARemovalOfAnyTokensLeavesTheNamesOfTheOthers) {
  Random random(7);
  const std::string pieces[] = {"word ", "x", "+", " ", "(", ")", "\"s\"", "1.5", "\n", ";"};
  for (int round = 0; round < 500; ++round) {
    Bytes bytes;
    for (int i = 0; i < 30; ++i) bytes += pieces[random.below(std::size(pieces))];
    const Document document = text(bytes);
    const std::vector<Lexeme> lexemes = lex(bytes);
    std::vector<Edit> edits;
    Names expected;
    for (std::size_t i = 0; i < lexemes.size(); ++i)
      if (random.below(2) == 0)
        edits.push_back(replacing(lexemes[i].begin, lexemes[i].end));
      else
        expected.push_back(static_cast<TokenName>(i));
    const EditList list(document, edits);
    const Subset none = Subset::none(edits.size());
    const Document now = list.render(none);
    const Tokens after = Tokens(document).after(list, none, now);
    ASSERT_EQ(after.count(), lex(now.bytes(0)).size());
    // A quote that lost its partner can change how the rest of its line is read.
    if (after.count() == expected.size()) {
      EXPECT_EQ(names(after), expected) << bytes;
    }
  }
}

}  // namespace
}  // namespace whittle
