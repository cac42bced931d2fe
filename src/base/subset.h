/// Which of `size` elements are kept: a bit for each, in words.
///
/// A query on 100,000 elements is 12.5 KB, copied in less than a microsecond; set operations go a
/// word at a time. Bits past the last element are always clear.
#pragma once

#include <bit>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace whittle {

class Subset {
 public:
  Subset() = default;
  static Subset none(std::size_t size) { return Subset(size, 0); }
  static Subset all(std::size_t size) { return Subset(size, ~std::uint64_t{0}); }

  /// The number of elements, kept or not.
  std::size_t size() const { return size_; }
  /// The number of kept elements.
  std::size_t count() const;
  bool empty() const {
    for (std::uint64_t word : words_)
      if (word) return false;
    return true;
  }

  bool contains(std::size_t element) const {
    assert(element < size_);
    return (words_[element / 64] >> (element % 64)) & 1;
  }
  void insert(std::size_t element) {
    assert(element < size_);
    words_[element / 64] |= std::uint64_t{1} << (element % 64);
  }
  void erase(std::size_t element) {
    assert(element < size_);
    words_[element / 64] &= ~(std::uint64_t{1} << (element % 64));
  }
  /// Elements [64 * index, 64 * index + 64) as bits, the first in the lowest one.
  std::uint64_t word(std::size_t index) const { return words_[index]; }
  std::size_t words() const { return words_.size(); }
  /// Clears elements [begin, end).
  void erase_range(std::size_t begin, std::size_t end);
  /// Sets elements [begin, end).
  void insert_range(std::size_t begin, std::size_t end);

  bool is_subset_of(const Subset& other) const {
    assert(size_ == other.size_);
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (words_[i] & ~other.words_[i]) return false;
    return true;
  }
  Subset& operator&=(const Subset& other);
  Subset& operator|=(const Subset& other);
  Subset& operator-=(const Subset& other);
  friend Subset operator-(Subset a, const Subset& b) { return a -= b; }

  /// Calls `visit(element)` for each kept element, in order.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t word = words_[i]; word; word &= word - 1)
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  }
  /// Calls `visit(element)` for each element that is not kept, in order.
  template <typename Visit>
  void for_each_missing(Visit visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      std::uint64_t word = ~words_[i];
      if (i + 1 == words_.size() && size_ % 64) word &= (std::uint64_t{1} << (size_ % 64)) - 1;
      for (; word; word &= word - 1)
        visit(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }
  /// The kept elements, in order.
  std::vector<std::uint32_t> elements() const {
    std::vector<std::uint32_t> list;
    list.reserve(count());
    for_each([&](std::size_t element) { list.push_back(static_cast<std::uint32_t>(element)); });
    return list;
  }

  friend bool operator==(const Subset&, const Subset&) = default;
  /// An arbitrary but fixed order, for sets and maps of subsets.
  friend std::strong_ordering operator<=>(const Subset&, const Subset&) = default;

 private:
  Subset(std::size_t size, std::uint64_t word) : size_(size), words_((size + 63) / 64, word) {
    trim();
  }
  void trim() {
    if (size_ % 64) words_.back() &= (std::uint64_t{1} << (size_ % 64)) - 1;
  }

  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace whittle
