/// The elements that wait to be asked about, as groups on a stack: the top is next.
///
/// A group that was taken and could not be decided is given back and comes next again. Where it
/// was taken from the group now on top, the two are joined, so that later groups may span both.
///
///     ElementPool pool;
///     pool.give(ElementGroup::of({9, 8, 7, 6}));
///     ElementGroup group = pool.take(2, 1, kept, true);  // 9 and 8
///
/// Cost: `give` O(1); `take` O(1) if the top has more elements than are wanted, otherwise O(count).
/// Copies share the lists.
#pragma once

#include <span>
#include <vector>

#include "algorithms/gallop/element_group.h"

namespace whittle {

class ElementPool {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// The group that the next elements come from. Requires: the pool is not empty.
  const ElementGroup& top() const { return groups_.back(); }
  /// The last group is next.
  std::span<const ElementGroup> groups() const { return groups_; }

  /// Puts `group` on top.
  void give(ElementGroup group);
  void give(std::span<const ElementGroup> groups) {
    for (const ElementGroup& group : groups) give(group);
  }
  /// Takes `count` elements from the top, or all if there are fewer, and drops those that are not
  /// in `kept`; so the group may be smaller, or empty. `lead` is the distance of the first one from
  /// the last needed element. `all_kept` promises that nothing has to be dropped from the top
  /// group. Requires: the pool is not empty.
  ElementGroup take(std::size_t count, std::size_t lead, const Subset& kept, bool all_kept);
  /// Takes everything, in no particular order.
  std::vector<std::uint32_t> take_all();

 private:
  std::vector<ElementGroup> groups_;  // none of them is empty
  std::size_t size_ = 0;
};

}  // namespace whittle
