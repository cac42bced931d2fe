// Why not `std::set` in a shared pointer: a copy would be cheap, but the first insertion after a
// copy would copy the whole set, and the scheduler copies plans far more often than they advance.
// Hashes are random, so a trie over their digits needs no balancing.
#include "plan/persistent_set.h"

#include <algorithm>

namespace whittle {
namespace {

constexpr unsigned bits = 4;  // bits of a digit
constexpr std::size_t digits = std::size_t{1} << bits;
constexpr unsigned most_levels = 64 / bits;
constexpr std::size_t most_in_a_leaf = 16;

std::size_t digit(const Hash& hash, unsigned depth) {
  return (hash.low >> (bits * depth)) % digits;
}

}  // namespace

bool PersistentSet::contains(const Hash& hash) const {
  const Node* node = root_.get();
  for (unsigned depth = 0; node && !node->below.empty(); ++depth)
    node = node->below[digit(hash, depth)].get();
  return node && std::ranges::find(node->hashes, hash) != node->hashes.end();
}

void PersistentSet::insert(const Hash& hash) {
  if (!contains(hash)) insert(root_, hash, 0);
}

void PersistentSet::insert(std::shared_ptr<Node>& node, const Hash& hash, unsigned depth) {
  // A node that another set shares must not change, so it is copied. A node of our own is changed
  // in place, so that many insertions in a row copy each node once.
  if (!node)
    node = std::make_shared<Node>();
  else if (node.use_count() > 1)
    node = std::make_shared<Node>(*node);
  if (!node->below.empty()) return insert(node->below[digit(hash, depth)], hash, depth + 1);
  node->hashes.push_back(hash);
  // At the last digit, all hashes of a leaf have the same low half, so no digit can tell them
  // apart.
  if (node->hashes.size() <= most_in_a_leaf || depth == most_levels) return;
  node->below.resize(digits);
  for (const Hash& one : node->hashes) insert(node->below[digit(one, depth)], one, depth + 1);
  node->hashes.clear();
}

}  // namespace whittle
