#include "learn/refusals.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "base/random.h"

namespace whittle {
namespace {

Document words(std::size_t count) {
  Bytes bytes;
  for (std::size_t i = 0; i < count; ++i) bytes += "w" + std::to_string(i) + ' ';
  return Document::single("a", std::move(bytes));
}

Removal removal(std::vector<TokenSpan> spans) {
  return {std::move(spans), true};
}

Refused find(const Refusals& refusals, const Tokens& tokens, std::vector<TokenSpan> spans) {
  return RefusalIndex(refusals, tokens).contained_in(removal(std::move(spans)));
}

TEST(Refusals, AreFoundInEveryRemovalAroundThem) {
  const Tokens tokens(words(20));
  Refusals refusals;
  refusals.insert(tokens, removal({{4, 6}}));
  EXPECT_EQ(find(refusals, tokens, {{4, 6}}), Refused::fresh);
  EXPECT_EQ(find(refusals, tokens, {{0, 20}}), Refused::fresh);
  EXPECT_EQ(find(refusals, tokens, {{5, 9}}), Refused::never);
  EXPECT_EQ(find(refusals, tokens, {{0, 5}, {6, 20}}), Refused::never);
}

TEST(Refusals, AreStaleAfterASuccess) {
  const Tokens tokens(words(20));
  Refusals refusals;
  refusals.insert(tokens, removal({{4, 6}}));
  refusals.succeeded();
  EXPECT_EQ(find(refusals, tokens, {{3, 6}}), Refused::stale);
  refusals.insert(tokens, removal({{4, 6}}));
  EXPECT_EQ(find(refusals, tokens, {{3, 6}}), Refused::fresh);
  EXPECT_EQ(refusals.size(), 1u) << "the stale one is replaced";
}

TEST(Refusals, ALargerOneSaysNothingNew) {
  const Tokens tokens(words(20));
  Refusals refusals;
  refusals.insert(tokens, removal({{4, 6}}));
  refusals.insert(tokens, removal({{3, 7}}));
  EXPECT_EQ(refusals.size(), 1u);
}

TEST(Refusals, WhatIsNoPureRemovalIsNotKept) {
  const Tokens tokens(words(200));
  Refusals refusals;
  refusals.insert(tokens, {{{1, 2}}, false});
  refusals.insert(tokens, removal({{0, 65}}));
  refusals.insert(tokens, removal({}));
  EXPECT_EQ(refusals.size(), 0u);
  refusals.insert(tokens, removal({{0, 64}}));
  EXPECT_EQ(refusals.size(), 1u);
}

TEST(Refusals, KnowsARemovalThatWasAskedAboutAlready) {
  const Tokens tokens(words(20));
  Refusals refusals;
  refusals.insert(tokens, removal({{4, 6}, {8, 9}}));
  EXPECT_TRUE(RefusalIndex(refusals, tokens).is_known(removal({{4, 6}, {8, 9}})));
  EXPECT_FALSE(RefusalIndex(refusals, tokens).is_known(removal({{4, 6}, {8, 10}})));
  refusals.succeeded();
  EXPECT_FALSE(RefusalIndex(refusals, tokens).is_known(removal({{4, 6}, {8, 9}})));
}

TEST(Refusals, TokensRemovedSinceCountAsRemoved) {
  const Document before = words(10);
  const Tokens tokens(before);
  Refusals refusals;
  refusals.insert(tokens, removal({{2, 5}}));
  refusals.insert(tokens, removal({{7, 8}}));
  // "w3 " goes, and w7.
  const EditList list(before,
                      {Edit{{{0, 9, 12, {}, false}}, 1}, Edit{{{0, 21, 24, {}, false}}, 1}});
  const Subset none = Subset::none(2);
  const Tokens now = tokens.after(list, none, list.render(none));
  refusals.succeeded();
  refusals.document_has(now);
  EXPECT_EQ(refusals.size(), 1u) << "nothing is left of the second";
  EXPECT_EQ(find(refusals, now, {{2, 4}}), Refused::stale) << "w2 and w4";
  EXPECT_EQ(find(refusals, now, {{2, 3}}), Refused::never);
}

// A plain search over all refusals is the judge; copies go their own ways.
TEST(Refusals, SayWhatAPlainSearchSays) {
  constexpr std::uint32_t size = 40;
  const Tokens tokens(words(size));
  struct Known {
    std::set<TokenName> tokens;
    bool fresh;
  };
  struct Both {
    Refusals refusals;
    std::vector<Known> plain;
  };
  Random random(3);
  const auto draw = [&](std::uint32_t longest) {
    std::vector<TokenSpan> spans;
    for (std::uint32_t at = 0; at < size;) {
      at += 1 + static_cast<std::uint32_t>(random.below(size / 2));
      const std::uint32_t end =
          std::min(size, at + 1 + static_cast<std::uint32_t>(random.below(longest)));
      if (at < end) spans.push_back({at, end});
      at = end;
    }
    return removal(spans);
  };
  const auto named = [&](const Removal& one) {
    std::set<TokenName> names;
    for (const TokenSpan& span : one.spans)
      for (std::uint32_t i = span.begin; i < span.end; ++i) names.insert(tokens.name(i));
    return names;
  };
  std::vector<Both> copies(1);
  std::array<std::size_t, 3> seen{};
  for (int step = 0; step < 3000; ++step) {
    if (copies.size() < 6 && random.below(100) == 0)
      copies.push_back(copies[random.below(copies.size())]);
    Both& one = copies[random.below(copies.size())];
    if (random.below(20) == 0) {
      one.refusals.succeeded();
      for (Known& known : one.plain) known.fresh = false;
    }
    if (random.below(60) == 0) one = Both{};
    if (random.below(2) == 0) {
      const Removal refused = draw(4);
      one.refusals.insert(tokens, refused);
      if (!refused.spans.empty()) one.plain.push_back({named(refused), true});
    }
    const Removal asked = draw(16);
    const std::set<TokenName> all = named(asked);
    Refused expected = Refused::never;
    for (const Known& known : one.plain)
      if (std::ranges::includes(all, known.tokens))
        expected = std::max(expected, known.fresh ? Refused::fresh : Refused::stale);
    ++seen[static_cast<std::size_t>(expected)];
    ASSERT_EQ(RefusalIndex(one.refusals, tokens).contained_in(asked), expected) << step;
  }
  for (const std::size_t count : seen) EXPECT_GT(count, 100u);
}

}  // namespace
}  // namespace whittle
