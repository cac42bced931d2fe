/// A decision tree over which elements are kept, learned from earlier outcomes.
///
/// It asks "is element e kept?" at each node, chosen so that the samples on both sides are as much
/// alike as possible (Gini impurity, as CART does), and stops where all samples agree, where no
/// question separates them, or at a depth of `most_depth`. At a leaf the probability is that of the
/// samples there, with one interesting and one uninteresting sample added.
///
/// Learning takes O(samples * elements / 64 * depth) at best, O(samples * kept * depth) in general.
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
    Subset kept;
    bool interesting = false;
  };
  static constexpr std::size_t most_depth = 12;

  /// Without samples, everything has the probability 1/2.
  DecisionTree() = default;
  /// All samples are subsets of `elements` elements. Ties go to the element with the lowest number.
  DecisionTree(std::span<const Sample* const> samples, std::size_t elements);

  /// How likely it is that keeping these is interesting, in (0, 1).
  double probability(const Subset& kept) const;

 private:
  struct DecisionNode {
    std::uint32_t element = 0;
    std::uint32_t without = 0, with = 0;  // the next nodes; 0 at a leaf
    double probability = 0.5;
  };
  std::uint32_t grow(std::vector<const Sample*> samples, std::size_t elements, std::size_t depth);

  std::vector<DecisionNode> nodes_{DecisionNode{}};
};

}  // namespace whittle
