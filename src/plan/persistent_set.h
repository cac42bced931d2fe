/// A set of hashes as a value that is cheap to copy and cheap to change.
///
/// The scheduler tests ahead over copies of a strategy, and a strategy remembers every edit that
/// was refused. A copy shares all of them with its original; an insertion makes anew only the way
/// to the new element, so it costs O(log n) whatever is in the set and whoever else has it.
///
///     PersistentSet copy = set;   // O(1)
///     copy.insert(hash);          // `set` is as it was
///
/// A trie over the digits of the hash. Copies that share may be used in one thread only.
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
    std::vector<Hash> hashes;                  // of a leaf
    std::vector<std::shared_ptr<Node>> below;  // of a branch: one for each digit, or nothing
  };
  static void insert(std::shared_ptr<Node>& node, const Hash& hash, unsigned depth);

  std::shared_ptr<Node> root_;
};

}  // namespace whittle
