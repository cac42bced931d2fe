/// A set of hashes as a value that is cheap to copy and cheap to change.
///
/// The scheduler tests ahead over copies of a strategy, and a strategy remembers every refused
/// edit. A copy shares all of them with its original. An insertion copies only the path to the new
/// element, so it costs O(log n), however large the set is and however many copies share it.
///
///     PersistentSet copy = set;   // O(1)
///     copy.insert(hash);          // `set` does not change
///
/// A trie over the digits of the hash. Copies that share nodes may be used in one thread only.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/hash.h"

namespace whittle {

class PersistentSet {
 public:
  bool contains(const Hash& hash) const;
  void insert(const Hash& hash);

 private:
  struct Node {
    std::vector<Hash> hashes;                  // in a leaf
    std::vector<std::shared_ptr<Node>> below;  // in a branch: one for each digit, or null
  };
  static void insert(std::shared_ptr<Node>& node, const Hash& hash, unsigned depth);

  std::shared_ptr<Node> root_;
};

}  // namespace whittle
