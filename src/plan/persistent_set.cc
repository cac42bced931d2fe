#include "plan/persistent_set.h"

#include <algorithm>

namespace whittle {
namespace {

constexpr unsigned bits = 4;  // of a digit
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
  // A node that another set has too must stay as it is. One of our own is changed in place, so that
  // many insertions in a row make each node once.
  if (!node)
    node = std::make_shared<Node>();
  else if (node.use_count() > 1)
    node = std::make_shared<Node>(*node);
  if (!node->below.empty()) return insert(node->below[digit(hash, depth)], hash, depth + 1);
  node->hashes.push_back(hash);
  // At the last digit only hashes with the same low half are left: no other digit tells them apart.
  if (node->hashes.size() <= most_in_a_leaf || depth == most_levels) return;
  node->below.resize(digits);
  for (const Hash& one : node->hashes) insert(node->below[digit(one, depth)], one, depth + 1);
  node->hashes.clear();
}

}  // namespace whittle
