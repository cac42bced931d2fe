/// Reduces a list of any type with any of the algorithms.
///
///     std::vector<Packet> packets = ...;
///     const auto fewer = reduce_list(packets, [](const std::vector<Packet>& kept) {
///       return crashes_the_server(kept);
///     }, {.algorithm = {.name = "probdd"}, .threads = 4});
///
/// The test is called from several threads at once. It gets the kept items in their order. No list
/// is tested twice. The result does not depend on the number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/registry.h"
#include "base/result.h"

namespace whittle {

class StopSwitch;

struct ListOptions {
  AlgorithmOptions algorithm = {};
  std::size_t threads = 1;
  /// The value of removing each item. Empty: all items have the same value.
  std::vector<Weight> weights = {};
  std::size_t max_tests = std::numeric_limits<std::size_t>::max();
  /// Ends the search early with the best so far. May be null.
  StopSwitch* stop = nullptr;
};

/// Which of the items 0 to `count` - 1 are left, in order. `ErrorKind::not_interesting` if the
/// whole list is not interesting.
Result<std::vector<std::size_t>> reduce_indices(
    std::size_t count, std::function<bool(const std::vector<std::size_t>& kept)> is_interesting,
    const ListOptions& options = {});

/// The items that are left. `is_interesting(const std::vector<Item>&)` gives a bool.
template <typename Item, typename Test>
Result<std::vector<Item>> reduce_list(const std::vector<Item>& items, Test is_interesting,
                                      const ListOptions& options = {}) {
  const auto chosen = [&items](const std::vector<std::size_t>& kept) {
    std::vector<Item> some;
    some.reserve(kept.size());
    for (const std::size_t i : kept) some.push_back(items[i]);
    return some;
  };
  const Result<std::vector<std::size_t>> kept = reduce_indices(
      items.size(),
      [&](const std::vector<std::size_t>& indices) { return is_interesting(chosen(indices)); },
      options);
  if (!kept) return std::unexpected(kept.error());
  return chosen(*kept);
}

}  // namespace whittle
