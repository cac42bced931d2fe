/// A sparse array, indexed by 32-bit numbers, as a value that is cheap to copy and cheap to change.
///
///     PersistentArray<int> copy = array;   // O(1)
///     copy.at(7) = 1;                       // `array` is as it was
///
/// A trie over the digits of the index. A change copies only the nodes on the way to the element,
/// and only those that another array shares. Arrays that share nodes must stay in one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace whittle {

template <typename T>
class PersistentArray {
 public:
  using Index = std::uint32_t;

  /// Nothing if there is no element with this index.
  const T* find(Index index) const {
    const ArrayNode* node = root_.get();
    for (unsigned level = top; node && level > 0; --level)
      node = static_cast<const Branch*>(node)->below[digit(index, level)].get();
    if (!node) return nullptr;
    const ArrayLeaf& leaf = *static_cast<const ArrayLeaf*>(node);
    const std::size_t at = digit(index, 0);
    return (leaf.has >> at) & 1 ? &leaf.values[at] : nullptr;
  }

  /// The element with this index; a new one if there is none.
  T& at(Index index) {
    std::shared_ptr<ArrayNode>* node = &root_;
    for (unsigned level = top; level > 0; --level)
      node = &own<Branch>(*node).below[digit(index, level)];
    ArrayLeaf& leaf = own<ArrayLeaf>(*node);
    leaf.has |= std::uint32_t{1} << digit(index, 0);
    return leaf.values[digit(index, 0)];
  }

  void erase(Index index) {
    if (!find(index)) return;
    std::shared_ptr<ArrayNode>* node = &root_;
    for (unsigned level = top; level > 0; --level)
      node = &own<Branch>(*node).below[digit(index, level)];
    ArrayLeaf& leaf = own<ArrayLeaf>(*node);
    leaf.has &= ~(std::uint32_t{1} << digit(index, 0));
    leaf.values[digit(index, 0)] = T{};
  }

  /// Calls `visit(index, value)` for every element, in ascending order.
  template <typename Visit>
  void for_each(Visit visit) const {
    if (root_) walk(*root_, top, 0, visit);
  }

 private:
  static constexpr unsigned bits = 5;  // of a digit
  static constexpr std::size_t digits = std::size_t{1} << bits;
  static constexpr unsigned top = 32 / bits;  // the level of the root; leaves are at level 0

  struct ArrayNode {};
  struct Branch : ArrayNode {
    std::array<std::shared_ptr<ArrayNode>, digits> below;
  };
  struct ArrayLeaf : ArrayNode {
    std::uint32_t has = 0;  // a bit for each element
    std::array<T, digits> values{};
  };
  static std::size_t digit(Index index, unsigned level) {
    return (std::uint64_t{index} >> (bits * level)) % digits;
  }
  /// The node, ready to be changed: first copied if another array shares it.
  template <typename Kind>
  static Kind& own(std::shared_ptr<ArrayNode>& node) {
    if (!node)
      node = std::make_shared<Kind>();
    else if (node.use_count() > 1)
      node = std::make_shared<Kind>(static_cast<const Kind&>(*node));
    return static_cast<Kind&>(*node);
  }
  template <typename Visit>
  static void walk(const ArrayNode& node, unsigned level, Index first, Visit& visit) {
    for (std::size_t i = 0; i < digits; ++i) {
      const Index index = first + static_cast<Index>(i << (bits * level));
      if (level > 0) {
        if (const auto& below = static_cast<const Branch&>(node).below[i])
          walk(*below, level - 1, index, visit);
      } else if (const ArrayLeaf& leaf = static_cast<const ArrayLeaf&>(node); (leaf.has >> i) & 1) {
        visit(index, leaf.values[i]);
      }
    }
  }

  std::shared_ptr<ArrayNode> root_;
};

}  // namespace whittle
