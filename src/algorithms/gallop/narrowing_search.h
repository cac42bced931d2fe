/// The narrowing search: finds a needed element in each group that failed.
///
/// A failed group holds an element that is needed. Parts of it are asked about from the front, by
/// halves, or smaller if there is less else to ask than the width. If a part fails, the needed
/// element is in it: the part is the next failed group, and nothing is known of the rest. If all
/// parts but the last can be removed, the last one is to blame, without a question: it was asked
/// about when the group failed.
///
///     search.add(group, part);
///     auto part = search.next_part();        // asks about part->group, for part->id
///     auto rest = search.part_removed(id);   // all but `rest` could be removed
///     ElementGroup rest = search.part_failed(id);
///
/// Cost: O(failed groups), of which there are few: about one for each question of the width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/gallop/element_group.h"

namespace whittle {

class NarrowingSearch {
 public:
  struct SearchPart {
    std::uint64_t id;  ///< of the failed group; never 0
    ElementGroup group;
  };

  std::size_t size() const { return failed_.size(); }

  /// Adds a group that failed, to be asked about in parts of `part` elements.
  void add(ElementGroup group, std::size_t part) {
    failed_.push_back({++last_id_, std::move(group), part, 0});
  }

  /// Splits off the next part to ask about, or nothing if outcomes of all parts are awaited.
  std::optional<SearchPart> next_part() {
    for (FailedGroup& failed : failed_) {
      if (failed.rest.size() <= failed.part) continue;
      ++failed.pending;
      return SearchPart{failed.id, failed.rest.take_front(failed.part)};
    }
    return std::nullopt;
  }

  /// A part could be removed. If it was the last one that was awaited, ends the search of this
  /// group and gives its rest, which fails. The id may be of a search that has ended.
  std::optional<ElementGroup> part_removed(std::uint64_t id) {
    const auto failed = find(id);
    if (failed == failed_.end() || --failed->pending > 0 || failed->rest.size() > failed->part)
      return std::nullopt;
    return end(failed);
  }

  /// A part failed: ends the search of its group, and returns the rest, about which nothing is
  /// known.
  ElementGroup part_failed(std::uint64_t id) {
    const auto failed = find(id);
    return failed == failed_.end() ? ElementGroup() : end(failed);
  }

  /// Ends all searches, and returns the elements that were not asked about.
  std::vector<ElementGroup> give_up() {
    std::vector<ElementGroup> rests;
    for (FailedGroup& failed : failed_) rests.push_back(std::move(failed.rest));
    failed_.clear();
    return rests;
  }

 private:
  struct FailedGroup {
    std::uint64_t id;
    ElementGroup rest;  // the elements not asked about yet
    std::size_t part;
    std::size_t pending;  // parts whose outcome is awaited
  };

  std::vector<FailedGroup>::iterator find(std::uint64_t id) {
    auto failed = failed_.begin();
    while (failed != failed_.end() && failed->id != id) ++failed;
    return failed;
  }
  ElementGroup end(std::vector<FailedGroup>::iterator failed) {
    ElementGroup rest = std::move(failed->rest);
    failed_.erase(failed);
    return rest;
  }

  std::vector<FailedGroup> failed_;
  std::uint64_t last_id_ = 0;
};

}  // namespace whittle
