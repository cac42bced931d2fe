/// A sorted list that copies share.
///
/// ProbDD takes elements from the front and puts them back further down, a few at each query, and
/// nearly every query makes a copy of it to test ahead. So the list is held in chunks: a change
/// touches one or two of them, and clones those that a copy still sees. Changing an entry costs
/// O(log n + chunk), copying nothing, and the first change after a copy one pointer per chunk.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace whittle {

template <typename T>
class SharedOrder {
 public:
  SharedOrder() : SharedOrder(std::vector<T>()) {}
  /// Requires: `entries` are sorted.
  explicit SharedOrder(const std::vector<T>& entries)
      : table_(std::make_shared<Table>()), size_(entries.size()) {
    assert(std::is_sorted(entries.begin(), entries.end()));
    for (std::size_t start = 0; start < size_; start += filled) {
      const auto first = entries.begin() + static_cast<std::ptrdiff_t>(start);
      const auto length = static_cast<std::ptrdiff_t>(std::min(filled, size_ - start));
      table_->push_back(std::make_shared<Chunk>(first, first + length));
    }
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  /// Calls `visit(entry)` in order, until it returns false.
  template <typename Visit>
  void visit_while(Visit visit) const {
    for (const ChunkPointer& chunk : *table_)
      for (const T& entry : *chunk)
        if (!visit(entry)) return;
  }

  void insert(const T& entry) {
    Table& table = own_table();
    ++size_;
    if (table.empty()) {
      table.push_back(std::make_shared<Chunk>(1, entry));
      return;
    }
    const std::size_t place = std::min(chunk_of(entry), table.size() - 1);
    Chunk& chunk = own_chunk(place);
    chunk.insert(std::lower_bound(chunk.begin(), chunk.end(), entry), entry);
    if (chunk.size() <= largest) return;
    const auto middle = chunk.begin() + static_cast<std::ptrdiff_t>(chunk.size() / 2);
    auto upper = std::make_shared<Chunk>(middle, chunk.end());
    chunk.erase(middle, chunk.end());
    table.insert(table.begin() + static_cast<std::ptrdiff_t>(place) + 1, std::move(upper));
  }

  /// Requires: it is there.
  void erase(const T& entry) {
    own_table();
    const std::size_t place = chunk_of(entry);
    assert(place < table_->size());
    Chunk& chunk = own_chunk(place);
    const auto found = std::lower_bound(chunk.begin(), chunk.end(), entry);
    assert(found != chunk.end());
    chunk.erase(found);
    --size_;
    if (chunk.empty()) table_->erase(table_->begin() + static_cast<std::ptrdiff_t>(place));
  }

  /// Removes the first `count` entries and gives them. Requires: there are as many.
  std::vector<T> take_front(std::size_t count) {
    assert(count <= size_);
    std::vector<T> taken;
    taken.reserve(count);
    Table& table = own_table();
    std::size_t emptied = 0;
    while (taken.size() < count) {
      const std::size_t wanted = count - taken.size();
      if (table[emptied]->size() <= wanted) {
        taken.insert(taken.end(), table[emptied]->begin(), table[emptied]->end());
        ++emptied;
      } else {
        Chunk& chunk = own_chunk(emptied);
        const auto end = chunk.begin() + static_cast<std::ptrdiff_t>(wanted);
        taken.insert(taken.end(), chunk.begin(), end);
        chunk.erase(chunk.begin(), end);
      }
    }
    table.erase(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(emptied));
    size_ -= count;
    return taken;
  }

 private:
  using Chunk = std::vector<T>;
  using ChunkPointer = std::shared_ptr<Chunk>;
  using Table = std::vector<ChunkPointer>;
  static constexpr std::size_t filled = 128;   // at first: room for as many again
  static constexpr std::size_t largest = 256;  // more are cut in two

  /// The first chunk whose last entry is not below `entry`.
  std::size_t chunk_of(const T& entry) const {
    const auto found =
        std::partition_point(table_->begin(), table_->end(),
                             [&](const ChunkPointer& chunk) { return chunk->back() < entry; });
    return static_cast<std::size_t>(found - table_->begin());
  }
  Table& own_table() {
    if (table_.use_count() > 1) table_ = std::make_shared<Table>(*table_);
    return *table_;
  }
  /// Requires: the table is our own.
  Chunk& own_chunk(std::size_t place) {
    ChunkPointer& chunk = (*table_)[place];
    if (chunk.use_count() > 1) chunk = std::make_shared<Chunk>(*chunk);
    return *chunk;
  }

  std::shared_ptr<Table> table_;
  std::size_t size_;
};

}  // namespace whittle
