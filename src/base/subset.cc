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
