/// The declarations that are reached from the parts that must stay, and in which order.
///
/// Removing unused declarations takes a step for each link of a chain of uses, and never finds two
/// functions that call only each other. So this goes the other way: from the roots, and from code
/// outside of all declarations, along the uses. Declarations that are not reached are removed at
/// once.
///
///     const Reach reach(names, places_of_main);
///     reach.unreached(goal)             // edits
///     reach.rank({file, node})          // main first, then its uses, and so on
///
/// Declarations inside types do not count: they are parts of their types. Neither do parameters.
/// Linear in the size of the trees.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "passes/names/names.h"

namespace whittle {

class Reach {
 public:
  /// The rank of places that were not reached, or that are in no declaration.
  static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

  /// `roots`: leaves that declare names used from outside the document. `names` must outlive this.
  Reach(const Names& names, const std::vector<Place>& roots);

  /// The order in which the innermost declaration around a node, itself included, was reached:
  /// declarations nearer to the roots come first.
  std::uint32_t rank(const Place& place) const;
  /// The removal of each symbol that was not reached, with all its declarations. Symbols inside
  /// other unreached declarations are left out, because they are removed with those.
  Found unreached(Goal goal) const;

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  void find_items();
  bool is_candidate(const Symbol& symbol) const;

  const Names& names_;
  std::vector<std::vector<std::uint32_t>> item_of_;  // by file and node; the innermost around it
  std::vector<Place> items_;
  std::vector<std::uint32_t> ranks_;       // of items
  std::vector<std::uint32_t> candidates_;  // symbols that may be removed
};

}  // namespace whittle
