/// How likely a question is to be answered with yes, going by how the likelihoods that came with
/// earlier questions turned out.
///
/// An algorithm judges by its own list. It does not know that a plan late in a run hardly ever gets
/// a yes, whatever the list; on real inputs every second guess was wrong, where "no" to all would
/// have been wrong once in ten. So what it says, as log odds, is stretched and shifted, and both
/// numbers follow the outcomes (a logistic regression, learned on the way). They start where an
/// algorithm is taken by its word, and stay there if it is right.
///
/// Only for what to test ahead: nothing that is told depends on it.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/outcome.h"

namespace whittle {

class Foresight {
 public:
  /// Between 0.02 and 0.98, as nothing is certain; so is what `stated` is taken for.
  double operator()(double stated) const {
    const double odds = std::exp(stretch_ * log_odds(stated) + shift_);
    return std::clamp(odds / (1 + odds), least, 1 - least);
  }

  void learn(double stated, Outcome outcome) {
    const double error = (outcome == Outcome::interesting ? 1 : 0) - (*this)(stated);
    stretch_ = std::clamp(stretch_ + 0.1 * error * log_odds(stated), 0.0, 1.0);
    shift_ = std::clamp(shift_ + 0.3 * error, -5.0, 5.0);
  }

 private:
  static constexpr double least = 0.02;
  static double log_odds(double likelihood) {
    const double p = std::clamp(likelihood, least, 1 - least);
    return std::log(p / (1 - p));
  }

  double stretch_ = 1, shift_ = 0;
};

}  // namespace whittle
