/// ActiveCoarsen, the randomized baseline.
///
/// P. Liang, O. Tripp and M. Naik, "Learning Minimal Abstractions", POPL 2011; set against ProbDD
/// in RQ3 of G. Wang et al., "Probabilistic Delta Debugging", ESEC/FSE 2021, "in its default
/// setting". The defaults here are those of the authors' program (class `AbstractionMinimizer` of
/// their framework Chord: `initIncrProb = 0.5`, `incrThetaStepSize = 0.1`, `scanThreshold = 30`),
/// and so are the rules:
///
/// - A draw keeps each element with probability alpha, independently. Draws that keep or remove
///   everything that is open are repeated.
/// - The logit of alpha goes down by (1 - 1/e) * rate after an interesting draw and up by
///   rate / e after any other: one draw in e is to be interesting.
/// - An element whose removal alone was refused is needed from then on.
/// - Once at most 30 elements are open, each is tried alone, in random order.
/// - With more, the search ends when alpha reaches 0.999: so the result need not be 1-minimal.
///
/// One deviation: the program lowers its target below 1/e by the number of jobs in its queue, and
/// calls that a hack; a search asks one question at a time.
///
/// At most O(n + 1 / rate) queries. A value: a copy told the same outcomes asks the same queries,
/// from the random state it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/element_list.h"
#include "algorithms/reduction.h"
#include "base/random.h"

namespace whittle {

struct ActiveCoarsenOptions {
  double start = 0.5;  ///< the first alpha, above 0 and below 1
  double rate = 0.1;   ///< of change of alpha's logit, above 0
  std::uint64_t seed = 0;
};

class ActiveCoarsen {
 public:
  /// Takes all `size` elements together to be interesting.
  explicit ActiveCoarsen(std::size_t size, ActiveCoarsenOptions options = {});

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

 private:
  double alpha() const;
  void draw();

  Subset remaining_;
  ElementList open_;                    // those that remain and are not known to be needed
  std::vector<std::uint32_t> removed_;  // the removal that is asked about; empty when done
  double logit_;                        // of alpha
  double rate_;
  bool scanning_ = false;
  Random random_;
};

}  // namespace whittle
