/// A decision tree over removed elements, learned from earlier outcomes.
///
/// It asks "is element e removed?" at each node, chosen so that the samples on both sides are as
/// much alike as possible (Gini impurity, as CART does), and stops where all samples agree or no
/// question separates them. At a leaf the probability is the share of interesting samples. CHISEL
/// uses mlpack's tree with these settings: leaves of one sample, no limit of depth, and a question
/// must gain more than 1e-7.
///
/// Learning takes O(samples * elements / 64 * depth) at best, O(samples * removed * depth) in
/// general.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/subset.h"

namespace whittle {

class DecisionTree {
 public:
  struct Sample {
    Subset removed;
    bool interesting = false;
  };

  /// Without samples, everything has the probability 1/2.
  DecisionTree() = default;
  /// All samples are subsets of `elements` elements. Ties go to the element with the lowest number.
  DecisionTree(std::span<const Sample* const> samples, std::size_t elements);

  /// How likely it is that a removal is interesting, in [0, 1]. `is_removed(element)` answers the
  /// tree's questions.
  template <typename IsRemoved>
  double probability(const IsRemoved& is_removed) const {
    std::uint32_t node = 0;
    while (nodes_[node].with != 0)
      node = is_removed(nodes_[node].element) ? nodes_[node].with : nodes_[node].without;
    return nodes_[node].probability;
  }

 private:
  struct DecisionNode {
    std::uint32_t element = 0;
    std::uint32_t without = 0, with = 0;  // the next nodes; 0 at a leaf
    double probability = 0.5;
  };
  std::uint32_t grow(std::vector<const Sample*> samples, std::size_t elements);

  std::vector<DecisionNode> nodes_{DecisionNode{}};
};

}  // namespace whittle
