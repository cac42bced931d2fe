/// Weighted ProbDD: maximizes the expected gain in tokens, not in elements.
///
/// X. Zhou, Z. Xu, M. Zhang, Y. Tian and C. Sun, "WDD: Weighted Delta Debugging", 2025
/// (Algorithm 2).
///
/// Uses ProbDD's model. Elements are ordered by their expected gain, w * (1-p). It asks to remove
/// the prefix whose weight, times the probability that none of it is needed, is largest. O(n)
/// queries; the result is 1-minimal if removals do not depend on one another.
///
/// A value: a copy told the same outcomes asks the same queries. Elements stay in order between
/// queries (shared_order.h). The search for the best prefix ends where even all the remaining
/// weight could not give a larger gain: after some ln(n)/p elements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/failed_sets.h"
#include "algorithms/reduction.h"
#include "algorithms/shared_order.h"

namespace whittle {

struct WeightedProbddOptions {
  /// The first probability that an element is needed.
  double sigma = 0.1;
  /// See failed_sets.h.
  bool infer = false;
  /// The same as in `ProbddOptions`.
  std::optional<double> threshold = std::nullopt;
};

class WeightedProbdd {
 public:
  /// Takes all elements together to be interesting. Requires: 0 < sigma < 1.
  explicit WeightedProbdd(Elements elements, WeightedProbddOptions options = {});

  std::optional<Query> next_query() const;
  /// Requires: there is a query.
  void observe(Outcome outcome);
  const Subset& best() const { return remaining_; }

  /// The probability of each element: 0 if it was removed, 1 if it is known to be needed. O(n), for
  /// reports.
  std::vector<double> probabilities() const;

 private:
  struct WeightedOdds {
    double promise;  // w * (1-p)
    double probability;
    std::uint32_t element;
    std::uint32_t tries;  // how often it was in a batch that failed; for reports
    friend bool operator<(const WeightedOdds& a, const WeightedOdds& b) {
      if (a.promise != b.promise) return a.promise > b.promise;
      if (a.probability != b.probability) return a.probability < b.probability;
      return a.element < b.element;
    }
  };
  double weight(std::uint32_t element) const;
  WeightedOdds entry(double probability, std::uint32_t element, std::uint32_t tries) const;
  void choose();
  void infer();

  WeightedProbddOptions options_;
  Elements elements_;
  Subset remaining_;
  SharedOrder<WeightedOdds> undecided_;  // but for those in `batch_`
  double undecided_weight_ = 0;          // with those in `batch_`
  std::vector<WeightedOdds> batch_;      // the removal that is asked about; empty when done
  double likelihood_ = 0;                // that none of `batch_` is needed
  FailedSets failed_;                    // with `infer`
};

}  // namespace whittle
