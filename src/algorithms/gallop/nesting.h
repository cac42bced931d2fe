/// How elements lie inside each other: for each element its children, and everything below it.
///
/// Elements in a list have no children. In a forest, the order of the document is the preorder.
///
///     Nesting nesting(elements);
///     nesting.erase(kept, group.elements());  // and everything below them
///
/// Cost: O(n) once; copies share it. `erase` costs O(1) for each element that it removes, and
/// O(1) for 64 of them if the elements are numbered in preorder, as parsers number them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/reduction.h"

namespace whittle {

class Nesting {
 public:
  explicit Nesting(const Elements& elements);

  bool is_forest() const { return forest_ != nullptr; }
  /// The elements that lie in no other one; all elements of a list.
  std::vector<std::uint32_t> roots() const;
  std::span<const std::uint32_t> children(std::uint32_t element) const;
  /// Sorts elements into the order of the document.
  void sort(std::vector<std::uint32_t>& elements) const;
  /// Removes `elements` and everything below them from `kept`.
  void erase(Subset& kept, std::span<const std::uint32_t> elements) const;

 private:
  struct Forest;

  std::size_t count_;
  std::shared_ptr<const Forest> forest_;  // none for a list
};

}  // namespace whittle
