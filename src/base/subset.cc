// Ranges are changed a word at a time: the first and the last word with a mask, the words between
// them whole.
#include "base/subset.h"

#include <algorithm>

namespace whittle {
namespace {

/// Calls `change(word, mask)` for each word that [begin, end) reaches into.
template <typename Words, typename Change>
void for_words(Words& words, std::size_t begin, std::size_t end, Change change) {
  while (begin < end) {
    const std::size_t stop = std::min(end, (begin / 64 + 1) * 64);
    const std::size_t length = stop - begin;
    const std::uint64_t ones =
        length == 64 ? ~std::uint64_t{0} : ((std::uint64_t{1} << length) - 1);
    change(words[begin / 64], ones << (begin % 64));
    begin = stop;
  }
}

}  // namespace

// Without a processor's own instruction `std::popcount` is a call for each word. Bytes are counted
// side by side instead, and added up before one of them can overflow.
std::size_t Subset::count() const {
  constexpr std::uint64_t pairs = 0x5555555555555555, fours = 0x3333333333333333;
  constexpr std::uint64_t bytes = 0x0f0f0f0f0f0f0f0f;
  constexpr std::size_t most = 31;  // words of 8 in a byte
  std::size_t total = 0;
  for (std::size_t begin = 0; begin < words_.size(); begin += most) {
    std::uint64_t sums = 0;
    for (std::size_t i = begin; i < std::min(begin + most, words_.size()); ++i) {
      std::uint64_t word = words_[i];
      word -= (word >> 1) & pairs;
      word = (word & fours) + ((word >> 2) & fours);
      sums += (word + (word >> 4)) & bytes;
    }
    // Each half of a byte pair is at most 2 * 248, so that four of them fit into the top 16 bits.
    sums = (sums & 0x00ff00ff00ff00ff) + ((sums >> 8) & 0x00ff00ff00ff00ff);
    total += (sums * 0x0001000100010001) >> 48;
  }
  return total;
}

void Subset::erase_range(std::size_t begin, std::size_t end) {
  assert(begin <= end && end <= size_);
  for_words(words_, begin, end, [](std::uint64_t& word, std::uint64_t mask) { word &= ~mask; });
}

void Subset::insert_range(std::size_t begin, std::size_t end) {
  assert(begin <= end && end <= size_);
  for_words(words_, begin, end, [](std::uint64_t& word, std::uint64_t mask) { word |= mask; });
}

Subset& Subset::operator&=(const Subset& other) {
  assert(size_ == other.size_);
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  return *this;
}

Subset& Subset::operator|=(const Subset& other) {
  assert(size_ == other.size_);
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  return *this;
}

Subset& Subset::operator-=(const Subset& other) {
  assert(size_ == other.size_);
  for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  return *this;
}

}  // namespace whittle
