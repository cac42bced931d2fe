/// ActiveCoarsen, the randomized baseline.
///
/// P. Liang, O. Tripp and M. Naik, "Learning Minimal Abstractions", POPL 2011; set against ProbDD
/// in RQ3 of G. Wang et al., "Probabilistic Delta Debugging", ESEC/FSE 2021.
///
/// Draws which elements to keep: each stays with probability alpha, independently. If m elements
/// are needed, alpha = e^(-1/m) removes the most on average, and one draw in e is interesting. m is
/// not known, so alpha is steered towards the value at which one draw in e is interesting: an
/// interesting draw lowers it, any other raises it. Once a draw would remove less than one element
/// on average, each element that is left is tried alone, once (the paper's ScanCoarsen). The result
/// is 1-minimal if removals do not depend on one another.
///
/// At most O(n) queries. Each draw removes something, so at most n draws succeed; between two of
/// them there are as many as it takes to raise alpha. A value: a copy told the same outcomes asks
/// the same queries, from the random state it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/element_list.h"
#include "algorithms/reduction.h"
#include "base/random.h"

namespace whittle {

class ActiveCoarsen {
 public:
  /// Takes all `size` elements together to be interesting.
  explicit ActiveCoarsen(std::size_t size, std::uint64_t seed = 0);

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

 private:
  void draw();

  Subset remaining_;
  ElementList elements_;                // what remained at the last success, or as the scan began
  std::vector<std::uint32_t> removed_;  // the removal that is asked about; empty when done
  double logit_ = 0;                    // of alpha: alpha = 1 / (1 + e^-logit)
  bool scanning_ = false;
  std::size_t scanned_ = 0;  // how many of `elements_` the scan has taken
  Random random_;
};

}  // namespace whittle
