/// How likely a question is to be answered with yes, going by how the likelihoods that came with
/// earlier questions turned out.
///
/// An algorithm judges by its own list. It does not know that a plan late in a run hardly ever gets
/// a yes, whatever the list; on real inputs every second guess was wrong, where "no" to all would
/// have been wrong once in ten. So what it says, as log odds, is stretched and shifted, and both
/// numbers follow the outcomes (a logistic regression, learned on the way). They start where an
/// algorithm is taken by its word, and stay there if it is right.
///
/// A test also tells something while it runs. Most are refused early on and take a fifth of the
/// time of one that is interesting; one that is still running then is likely to be. To need no
/// clock, its age is how many others have ended since it began, per other slot.
///
/// Only for what to test ahead: nothing that is told depends on it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "base/outcome.h"

namespace whittle {

class Foresight {
 public:
  /// Between 0.02 and 0.98, as nothing is certain; so is what `stated` is taken for.
  double operator()(double stated, std::size_t age = 0) const {
    const double odds = std::exp(stretch_ * log_odds(stated) + shift_) *
                        reach(Outcome::interesting, age) / reach(Outcome::uninteresting, age);
    return std::clamp(odds / (1 + odds), least, 1 - least);
  }

  /// A test ended at this age.
  void ended(Outcome outcome, std::size_t age) {
    std::array<double, oldest + 1>& ages = ended_[static_cast<std::size_t>(outcome)];
    for (double& count : ages) count *= 0.99;  // tests of smaller candidates take less
    ages[std::min(age, oldest)] += 1;
  }

  /// The outcome of a question that came with this likelihood.
  void learn(double stated, Outcome outcome) {
    const double error = (outcome == Outcome::interesting ? 1 : 0) - (*this)(stated);
    stretch_ = std::clamp(stretch_ + 0.1 * error * log_odds(stated), 0.0, 1.0);
    shift_ = std::clamp(shift_ + 0.3 * error, -5.0, 5.0);
  }

 private:
  static constexpr std::size_t oldest = 15;

  /// The share of tests with that outcome that get as old; 1 if there was none yet.
  double reach(Outcome outcome, std::size_t age) const {
    const std::array<double, oldest + 1>& ages = ended_[static_cast<std::size_t>(outcome)];
    const auto from = ages.begin() + static_cast<std::ptrdiff_t>(std::min(age, oldest));
    return (std::accumulate(from, ages.end(), 0.0) + 1) /
           (std::accumulate(ages.begin(), ages.end(), 0.0) + 1);
  }

  static constexpr double least = 0.02;
  static double log_odds(double likelihood) {
    const double p = std::clamp(likelihood, least, 1 - least);
    return std::log(p / (1 - p));
  }

  double stretch_ = 1, shift_ = 0;
  std::array<std::array<double, oldest + 1>, 2> ended_{};  // how many, by outcome and age
};

}  // namespace whittle
