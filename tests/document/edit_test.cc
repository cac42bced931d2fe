#include "document/edit.h"

#include <gtest/gtest.h>
#include <tuple>

#include "base/random.h"

namespace whittle {
namespace {

using namespace std::string_literals;

Edit remove(std::uint64_t begin, std::uint64_t end) {
  return {{{0, begin, end, "", false}}, 1};
}
Edit replace(std::uint64_t begin, std::uint64_t end, std::string by) {
  return {{{0, begin, end, std::move(by), false}}, 1};
}
Subset removing(std::size_t size, std::initializer_list<std::size_t> edits) {
  Subset kept = Subset::all(size);
  for (std::size_t edit : edits) kept.erase(edit);
  return kept;
}
std::string text(const Document& document) {
  return document.bytes(0);
}

TEST(Edit, AppliesWhatIsNotKept) {
  const EditList list(Document::single("f", "abcdef"),
                      {remove(0, 1), remove(2, 4), replace(5, 6, "XY")}, Joining::exact);
  EXPECT_EQ(text(list.render(Subset::all(3))), "abcdef");
  EXPECT_EQ(text(list.render(removing(3, {0, 2}))), "bcdeXY");
  EXPECT_EQ(text(list.render(Subset::none(3))), "beXY");
}

TEST(Edit, TheOuterOfTwoNestedEditsWins) {
  const EditList list(Document::single("f", "f(a,b)"),
                      {replace(0, 6, "0"), remove(2, 4), remove(0, 6)}, Joining::exact);
  EXPECT_EQ(text(list.render(removing(3, {1}))), "f(b)");
  EXPECT_EQ(text(list.render(removing(3, {0, 1}))), "0");
  EXPECT_EQ(text(list.render(removing(3, {1, 2}))), "");
}

TEST(Edit, AnEditThatOverlapsWithoutNestingIsLeftOut) {
  const EditList list(Document::single("f", "abcdef"), {remove(0, 3), remove(2, 5), remove(4, 6)});
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list.edits()[1], remove(4, 6));
}

TEST(Edit, WordsThatARemovalWouldRunTogetherStayApart) {
  const Document document = Document::single("f", "int/**/x=(a)b;");
  const EditList list(document, {remove(3, 7), remove(9, 10), remove(11, 12)});
  EXPECT_EQ(text(list.render(Subset::none(3))), "int x=a b;");
  const EditList exact(document, {remove(3, 7)}, Joining::exact);
  EXPECT_EQ(text(exact.render(Subset::none(1))), "intx=(a)b;");
}

TEST(Edit, AFileThatIsDroppedTakesItsOtherEditsAlong) {
  Document document({{"a.h", 0644, share("aaa"), File::Kind::regular},
                     {"b.c", 0755, share("#include \"a.h\"\nbbb"), File::Kind::regular}});
  const EditList list(
      document, {{{{0, 0, 0, "", true}, {1, 0, 15, "", false}}, 4}, {{{0, 1, 2, "", false}}, 1}});
  const Document both = list.render(Subset::none(2));
  ASSERT_EQ(both.files().size(), 1u);
  EXPECT_EQ(both.files()[0].path, "b.c");
  EXPECT_EQ(both.files()[0].mode, 0755u);
  EXPECT_EQ(both.bytes(0), "bbb");
  const Document inner = list.render(removing(2, {1}));
  ASSERT_EQ(inner.files().size(), 2u);
  EXPECT_EQ(inner.bytes(0), "a a");
  EXPECT_EQ(inner.files()[1].bytes, document.files()[1].bytes) << "untouched files are shared";
}

TEST(Edit, SeparatorsStayBetweenTheItemsThatStay) {
  // f(a, b, c): any subset of the arguments, with the commas that belong.
  const EditList list(Document::single("f", "f(a, b, c)"),
                      {remove(2, 3), remove(5, 6), remove(8, 9)}, Joining::separated,
                      {{{0, 1, 2}, {{0, 3, 5, "", false}, {0, 6, 8, "", false}}}});
  EXPECT_EQ(text(list.render(removing(3, {0}))), "f(b, c)");
  EXPECT_EQ(text(list.render(removing(3, {1}))), "f(a, c)");
  EXPECT_EQ(text(list.render(removing(3, {2}))), "f(a, b)");
  EXPECT_EQ(text(list.render(removing(3, {1, 2}))), "f(a)");
  EXPECT_EQ(text(list.render(removing(3, {0, 1}))), "f(c)");
  EXPECT_EQ(text(list.render(Subset::none(3))), "f()");
}

TEST(Edit, AnItemThatNoEditRemovesKeepsItsSeparator) {
  const EditList list(Document::single("f", "[1,2,3,]"), {remove(1, 2), remove(5, 6)},
                      Joining::separated,
                      {{{0, Separated::no_edit, 1},
                        {{0, 2, 3, "", false}, {0, 4, 5, "", false}, {0, 6, 7, "", false}}}});
  EXPECT_EQ(text(list.render(removing(2, {0}))), "[2,3,]");
  EXPECT_EQ(text(list.render(removing(2, {1}))), "[1,2]");
  EXPECT_EQ(text(list.render(Subset::none(2))), "[2]");
}

TEST(Edit, ANumberIsLoweredByAsManyItemsAsWent) {
  const Counted three{{0, 0, 1, "", false}, 3, {0, 1, 2}};
  const EditList list(Document::single("f", "3\na\nb\nc\n"),
                      {remove(2, 4), remove(4, 6), remove(6, 8)}, Joining::exact, {}, {three});
  EXPECT_EQ(text(list.render(Subset::all(3))), "3\na\nb\nc\n");
  EXPECT_EQ(text(list.render(removing(3, {1}))), "2\na\nc\n");
  EXPECT_EQ(text(list.render(removing(3, {0, 2}))), "1\nb\n");
  EXPECT_EQ(text(list.render(Subset::none(3))), "0\n");
  EXPECT_EQ(list.changes(removing(3, {1})),
            (std::vector<Change>{{0, 0, 1, "2", false}, {0, 4, 6, "", false}}));
}

TEST(Edit, ANumberOfABinaryFileIsLoweredInItsByteOrder) {
  using enum NumberForm;
  for (const auto& [form, before, after] : {std::tuple(little_endian, "\x01\x01"s, "\xff\0"s),
                                            std::tuple(big_endian, "\x01\x01"s, "\0\xff"s)}) {
    const Counted number{{0, 0, 2, "", false}, 257, {0, 1}, form};
    const EditList list(Document::single("f", before + "ab"), {remove(2, 3), remove(3, 4)},
                        Joining::exact, {}, {number});
    EXPECT_EQ(text(list.render(Subset::all(2))), before + "ab");
    EXPECT_EQ(text(list.render(Subset::none(2))), after);
  }
}

TEST(Edit, ANumberIsLoweredOnceForWhatLiesInsideOfSomethingElseThatWent) {
  const EditList list(Document::single("f", "6 [ab]cd"), {remove(2, 6), remove(3, 4), remove(6, 7)},
                      Joining::exact, {}, {{{0, 0, 1, "", false}, 6, {0, 0, 0, 0, 1, 2}}});
  EXPECT_EQ(text(list.render(removing(3, {1}))), "5 [b]cd");
  EXPECT_EQ(text(list.render(removing(3, {0, 1}))), "2 cd");
  EXPECT_EQ(text(list.render(Subset::none(3))), "1 d");
}

TEST(Edit, ACountGoesWithWhatIsAroundItAndNoItemIsMissedThatWasLeftOut) {
  // The last edit crosses the first and is left out, so it is no item any more.
  const EditList list(Document::single("f", "1 2 a b"),
                      {remove(2, 7), remove(4, 6), remove(6, 7), remove(1, 5)}, Joining::exact, {},
                      {{{0, 0, 1, "", false}, 1, {0}}, {{0, 2, 3, "", false}, 3, {1, 2, 3}}});
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(text(list.render(removing(3, {1}))), "1 2 b");
  EXPECT_EQ(text(list.render(removing(3, {1, 2}))), "1 1 ");
  EXPECT_EQ(text(list.render(removing(3, {0, 1}))), "0 ");
}

// The judge marks every byte that goes, one edit at a time.
TEST(Edit, ACandidateDoesNotDependOnTheOneThatWasRenderedBefore) {
  Random random(5);
  for (const std::size_t size : {1u, 64u, 130u, 300u})
    for (const Joining joining : {Joining::exact, Joining::separated})
      for (const bool touch : {true, false}) {
        // Words of one to four letters, with something in front, behind, and perhaps between.
        std::string bytes = "<<";
        std::vector<Edit> edits;
        for (std::size_t i = 0; i < size; ++i) {
          const std::size_t begin = bytes.size();
          bytes.append(1 + random.below(4), static_cast<char>('a' + i % 26));
          edits.push_back(remove(begin, bytes.size()));
          if (!touch) bytes += '.';
        }
        const Document document({{"a", 0644, share(bytes + ">>"), File::Kind::regular},
                                 {"b", 0644, share("other"), File::Kind::regular}});
        const EditList list(document, edits, joining);
        Rendering last;
        Subset kept = Subset::all(size);
        for (int step = 0; step < 60; ++step) {
          std::string judge = "<<";
          for (std::size_t i = 0; i < size; ++i) {
            const Change& change = edits[i].changes[0];
            if (kept.contains(i)) judge += bytes.substr(change.begin, change.end - change.begin);
            if (!touch) judge += '.';
          }
          const Document rendered = list.render(kept, last);
          if (joining == Joining::exact) {
            EXPECT_EQ(text(rendered), judge + ">>");
          }
          EXPECT_EQ(rendered, list.render(kept));
          const std::size_t a = random.below(size), b = random.below(size);
          if (random.below(2) == 0)
            kept.erase_range(std::min(a, b), std::min(a, b) + random.below(size - std::min(a, b)));
          else
            kept.insert(a);
        }
      }
}

TEST(Edit, RenderingAgreesWithAPlainJudge) {
  Random random(3);
  for (int round = 0; round < 300; ++round) {
    const std::size_t size = 1 + random.below(40);
    Bytes bytes;
    for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>('a' + random.below(26));
    std::vector<Edit> edits;
    for (std::size_t i = random.below(12); i > 0; --i) {
      const std::size_t a = random.below(size + 1), b = random.below(size + 1);
      if (a != b) edits.push_back(remove(std::min(a, b), std::max(a, b)));
    }
    const EditList list(Document::single("f", bytes), edits, Joining::exact);
    Subset kept = Subset::all(list.size());
    std::vector<bool> gone(size);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (random.below(3) == 0) {
        kept.erase(i);
        const Change& change = list.edits()[i].changes[0];
        std::fill(gone.begin() + static_cast<long>(change.begin),
                  gone.begin() + static_cast<long>(change.end), true);
      }
    Bytes expected;
    for (std::size_t i = 0; i < size; ++i)
      if (!gone[i]) expected += bytes[i];
    ASSERT_EQ(text(list.render(kept)), expected);
  }
}

}  // namespace
}  // namespace whittle
