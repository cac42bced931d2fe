/// The elements found needed, each with the merge on which it was found.
///
/// An element is found needed if it cannot be removed alone. A later removal may free it, so the
/// list keeps the stamp of each: an element found before the last removal can be tried again.
///
///     needed.add(element, ledger.stamp());
///     auto again = needed.to_revisit(*ledger.merged(), ledger.stamp());
///     needed.release(again.outdated);
///
/// Cost: `add` and `contains` O(1), the rest O(elements found needed + n / 64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/gallop/open_questions.h"
#include "base/subset.h"

namespace whittle {

class NeededElements {
 public:
  struct Revisit {
    std::vector<std::uint32_t> refuted;   ///< found needed on a merge that was refuted
    std::vector<std::uint32_t> outdated;  ///< found needed before the last removal
  };

  /// `remembers` keeps all elements that were ever found needed, for `add`.
  NeededElements(std::size_t elements, bool remembers)
      : set_(Subset::none(elements)), ever_(Subset::none(remembers ? elements : 0)) {}

  const Subset& set() const { return set_; }

  /// True if it remembers, and `element` was not found needed before.
  bool add(std::uint32_t element, MergeStamp stamp);
  /// Elements found after this stamp were found on a refuted merge.
  void refute_after(MergeStamp stamp);
  /// Forgets that these are needed, and gives them as a subset.
  Subset release(std::span<const std::uint32_t> elements);
  /// Forgets all, and gives them.
  std::vector<std::uint32_t> release_all();

  /// The elements of `kept` to try again after merge `now`, by number.
  Revisit to_revisit(const Subset& kept, MergeStamp now) const;
  /// The last `count` elements found that are in `kept`, or fewer.
  std::vector<std::uint32_t> latest(std::size_t count, const Subset& kept) const;
  /// The elements of `kept` found at `stamp` or later.
  std::vector<std::uint32_t> since(MergeStamp stamp, const Subset& kept) const;

 private:
  struct Pin {
    std::uint32_t element;
    MergeStamp stamp;
  };

  Subset set_;
  Subset ever_;
  std::vector<Pin> pins_;
};

}  // namespace whittle
