/// How likely a question is to be answered with yes, going by how earlier ones turned out.
///
/// An algorithm judges by its own list. It does not know that a plan late in a run hardly ever gets
/// a yes, whatever the list; on real inputs every second guess was wrong, where "no" to all would
/// have been wrong once in ten. So what it says, as log odds, is only one of the clues that are
/// weighed. The others: how much would go, as large steps are refused more often; and the last
/// outcome on the same list, as what is needed and what is not both come in rows. The weights
/// follow the outcomes (a logistic regression, learned on the way).
///
/// A test also tells something while it runs. Most are refused early on and take a fifth of the
/// time of one that is interesting; one that is still running then is likely to be. To need no
/// clock, its age is how many others have ended since it began, per other slot.
///
/// And what a guess is worth hangs on how long the test before it will run: behind a refusal that
/// comes at once there is nothing to gain. So outcomes are weighed by the time their tests take.
/// Of three tests of which one is interesting and takes ten times as long, the time goes nearly all
/// into that one, and it is what comes after it that should be tested meanwhile.
///
/// Only for what to test ahead: nothing that is told depends on it, nor on the times.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>

#include "base/outcome.h"

namespace whittle {

/// What is known of a question before it is tested.
struct Clues {
  double stated = 0.5;            ///< the likelihood that came with it
  double going = 0.5;             ///< the share of the document that it would do without
  std::optional<Outcome> before;  ///< of the question before it, if that was of the same list
};

class Foresight {
 public:
  /// Between 0.02 and 0.98, as nothing is certain.
  double operator()(const Clues& clues, std::size_t age = 0) const {
    const Vector values = vector(clues);
    const double odds =
        std::exp(std::inner_product(values.begin(), values.end(), weights_.begin(), 0.0)) *
        reach(Outcome::interesting, age) / reach(Outcome::uninteresting, age);
    return std::clamp(odds / (1 + odds), least, 1 - least);
  }

  /// The same, of a moment while it is tested: how likely that is one of a test that ends with yes.
  double while_running(const Clues& clues, std::size_t age) const {
    const double chance = (*this)(clues, age);
    const double yes = chance * mean_time(Outcome::interesting);
    const double no = (1 - chance) * mean_time(Outcome::uninteresting);
    return std::clamp(yes / (yes + no), least, 1 - least);
  }

  /// A test ended, at this age and after so long.
  void ended(Outcome outcome, std::size_t age, std::chrono::microseconds time) {
    std::array<double, oldest + 1>& ages = ended_[static_cast<std::size_t>(outcome)];
    for (double& count : ages) count *= 0.99;  // tests of smaller candidates take less
    ages[std::min(age, oldest)] += 1;
    Times& times = times_[static_cast<std::size_t>(outcome)];
    times = {0.95 * times.sum + static_cast<double>(time.count()), 0.95 * times.count + 1};
  }

  /// The outcome of a question.
  void learn(const Clues& clues, Outcome outcome) {
    const double error = (outcome == Outcome::interesting ? 1 : 0) - (*this)(clues);
    const Vector values = vector(clues);
    for (std::size_t i = 0; i < values.size(); ++i)
      weights_[i] = std::clamp(weights_[i] + rates[i] * error * values[i], lowest[i], highest[i]);
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

  /// Microseconds; leans on the mean of all until a few were seen.
  double mean_time(Outcome outcome) const {
    constexpr double lean = 2;
    const Times& times = times_[static_cast<std::size_t>(outcome)];
    const double all =
        (times_[0].sum + times_[1].sum + 1) / (times_[0].count + times_[1].count + 1);
    return (times.sum + lean * all) / (times.count + lean);
  }

  static constexpr double least = 0.02;
  static double log_odds(double likelihood) {
    const double p = std::clamp(likelihood, least, 1 - least);
    return std::log(p / (1 - p));
  }

  /// One number for each sign, and a constant.
  using Vector = std::array<double, 4>;
  static Vector vector(const Clues& clues) {
    const double before = !clues.before ? 0 : *clues.before == Outcome::interesting ? 1 : -1;
    return {log_odds(clues.stated), log_odds(clues.going), before, 1};
  }
  // How fast the weights are learned, and how far they go. What an algorithm says is at most taken
  // at its word.
  static constexpr Vector rates{0.1, 0.02, 0.1, 0.3};
  static constexpr Vector lowest{0, -1, -3, -5}, highest{1, 0, 3, 5};

  Vector weights_{1, -0.25, 1, 0};
  std::array<std::array<double, oldest + 1>, 2> ended_{};  // how many, by outcome and age
  struct Times {
    double sum = 0, count = 0;
  };
  std::array<Times, 2> times_{};  // by outcome
};

}  // namespace whittle
