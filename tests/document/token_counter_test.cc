#include "document/token_counter.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "document/lexer.h"

namespace whittle {
namespace {

std::size_t plain_count(const Document& document) {
  std::size_t total = 0;
  for (const File& file : document.files()) total += count_tokens(*file.bytes);
  return total;
}

// Pieces that join to other tokens, quotes that close or not, lines that are empty.
Bytes random_text(Random& random, std::size_t pieces) {
  static constexpr std::string_view all[] = {"ab", "1",  ".", "\"", "'",
                                             "\\", "\n", " ", "+",  "\n\n"};
  Bytes text;
  for (std::size_t i = 0; i < pieces; ++i) text += all[random.below(std::size(all))];
  return text;
}

TEST(TokenCounter, GivesWhatCountTokensGivesWhateverWasCountedBefore) {
  Random random(3);
  for (int trial = 0; trial < 300; ++trial) {
    TokenCounter count;
    Bytes text = random_text(random, random.below(1500));
    for (int step = 0; step < 20; ++step) {
      const Document document = Document::single("a.c", text);
      ASSERT_EQ(count(document), plain_count(document)) << text;
      const std::size_t begin = random.below(text.size() + 1);
      const std::size_t size = random.below(text.size() - begin + 1) / (1 + random.below(20));
      text.replace(begin, size, random_text(random, random.below(4)));
    }
  }
}

TEST(TokenCounter, CountsEachFileOfADocument) {
  TokenCounter count;
  const auto file = [](std::string path, Bytes bytes) {
    return File{.path = std::move(path), .bytes = share(std::move(bytes))};
  };
  const File a = file("a", "x y\nz\n"), b = file("b", "1 2\n");
  EXPECT_EQ(count(Document({a, b})), 5u);
  EXPECT_EQ(count(Document({a})), 3u);
  EXPECT_EQ(count(Document({file("a", "x y\n"), b})), 4u);
  EXPECT_EQ(count(Document({file("b", "")})), 0u);
}

}  // namespace
}  // namespace whittle
