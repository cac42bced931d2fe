/// CDD, counter-based delta debugging: ProbDD with its probabilities worked out beforehand.
///
/// M. Zhang et al., "Toward a Better Understanding of Probabilistic Delta Debugging", 2025
/// (Algorithm 2).
///
/// In each round ProbDD raises the probability that an element is needed by a factor of about
/// 1/(1 - 1/e). The size of the chunks worth removing in each round is therefore known from the
/// start. Each round cuts the remaining elements into chunks of its size and tries once to remove
/// each; the last round tries single elements. About 2n queries on n elements, and 3n + 5 at most
/// for p0 of 0.1; a smaller p0 adds a few rounds of few chunks each. The result is 1-minimal if
/// removals do not depend on one another.
///
/// A value: a copy told the same outcomes asks the same queries. Copying costs a bit per element.
#pragma once

#include <cstddef>
#include <optional>

#include "algorithms/choices.h"
#include "algorithms/element_list.h"
#include "algorithms/reduction.h"

namespace whittle {

struct CddOptions {
  /// The first probability that an element is needed; the paper's experiments use 0.1.
  double p0 = 0.1;
  Direction direction = Direction::forward;
  /// A round in which elements are this likely to be needed is left out, as are all after it.
  std::optional<double> threshold = std::nullopt;
};

class Cdd {
 public:
  /// Takes all `size` elements together to be interesting. Requires: 0 < p0 < 1.
  explicit Cdd(std::size_t size, CddOptions options = {});

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

  /// The number of elements of a chunk of `round`; rounds count from 0.
  static std::size_t chunk_size(std::size_t round, double p0);

 private:
  void begin_round();
  ElementSpan chunk() const;

  CddOptions options_;
  Subset remaining_;
  ElementList elements_;  // the elements that were left when the round began
  std::size_t round_ = 0;
  std::size_t size_ = 0;   // of a chunk in this round
  std::size_t start_ = 0;  // where in `elements_` the chunk begins that is being asked about
  bool done_ = false;
};

}  // namespace whittle
