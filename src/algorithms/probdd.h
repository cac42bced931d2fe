/// ProbDD, probabilistic delta debugging.
///
/// G. Wang, R. Shen, J. Chen, Y. Xiong and L. Zhang, "Probabilistic Delta Debugging", ESEC/FSE
/// 2021; also described as Algorithm 1 of M. Zhang et al., "Toward a Better Understanding of
/// Probabilistic Delta Debugging", 2025.
///
/// Holds for each element the probability that it is needed, and asks to remove the elements least
/// likely to be needed. It takes as many as give the largest expected gain: their number times the
/// probability that none of them is needed. If that fails, the probability of each rises by Bayes'
/// rule; an element that fails alone is needed. Ends when every element is removed or needed, after
/// O(n) queries (at most 3n for sigma of 0.1). The result is 1-minimal if removals do not depend on
/// one another.
///
/// A value: a copy told the same outcomes asks the same queries. Elements are kept in order of
/// probability between queries; see shared_order.h for the cost of queries and copies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/choices.h"
#include "algorithms/failed_sets.h"
#include "algorithms/reduction.h"
#include "algorithms/shared_order.h"
#include "base/random.h"

namespace whittle {

struct ProbddOptions {
  /// The first probability that an element is needed: the part of the input that is expected to
  /// stay. The paper's experiments use 0.1.
  double sigma = 0.1;
  /// The order in which elements of the same probability are tried.
  Direction direction = Direction::forward;
  /// Makes that order random instead, as the paper does.
  std::optional<std::uint64_t> seed = std::nullopt;
  /// An element that is this likely to be needed is kept without being tested alone, as in the
  /// published programs (0.8).
  std::optional<double> threshold = std::nullopt;
  /// See failed_sets.h. The port of ProbDD to CHISEL does this; the listing of the paper does not.
  bool infer = false;
};

class Probdd {
 public:
  /// Takes all `size` elements together to be interesting. Requires: 0 < sigma < 1.
  explicit Probdd(std::size_t size, ProbddOptions options = {});

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

  /// The probability of each element: 0 if it was removed, 1 if it is known to be needed. O(n), for
  /// reports.
  std::vector<double> probabilities() const;

 private:
  struct ElementOdds {
    double probability;
    std::uint64_t tie;  // among equals, the lower one comes first
    std::uint32_t element;
    std::uint32_t tries;  // how often it was in a batch that failed; for reports
    friend auto operator<=>(const ElementOdds&, const ElementOdds&) = default;
  };
  ElementOdds entry(double probability, std::uint32_t element, std::uint32_t tries);
  void choose();

  ProbddOptions options_;
  Subset remaining_;
  SharedOrder<ElementOdds> undecided_;  // but for those in `batch_`
  std::vector<ElementOdds> batch_;      // the removal that is asked about; empty when done
  double likelihood_ = 0;               // that none of `batch_` is needed
  FailedSets failed_;                   // with `infer`
  Random random_;
};

}  // namespace whittle
