/// Estimates how likely a question is to be interesting, from the outcomes of earlier questions.
///
/// An algorithm only sees its own list. It does not know that late in a run hardly any question
/// succeeds, whatever the list: on real inputs every second guess was wrong, where always guessing
/// "no" would have been wrong once in ten. So the algorithm's likelihood (as log odds) is only one
/// of three clues. The second is the share of the document that would be removed, because large
/// removals fail more often. The third is the last outcome on the same list, because needed
/// elements come in rows, and so do others. The weights of the clues are learned from the outcomes
/// (a logistic regression).
///
/// A test that is still running is a clue as well. Most tests that are not interesting end early,
/// after a fifth of the time of an interesting one; a test that runs longer is likely to be
/// interesting. To need no clock, the age of a test is the number of other tests that have ended
/// since it began, for each of the other slots.
///
/// Finally, the value of a guess depends on how long the test before it will run: there is little
/// to gain after a test that ends at once. So outcomes are weighted by the time their tests take.
/// If one test of three is interesting and takes ten times as long, nearly all of the time is spent
/// in that test, so the questions that follow it should be tested meanwhile.
///
/// This only decides which tests run ahead. No outcome depends on it, nor on the times.
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

/// The knowledge about a question before it is tested.
struct Clues {
  double stated = 0.5;            ///< the likelihood that came with it
  double going = 0.5;             ///< the share of the document that would be removed
  std::optional<Outcome> before;  ///< of the question before it, if that was of the same list
};

class Foresight {
 public:
  /// Between 0.02 and 0.98, as nothing is certain.
  double operator()(const Clues& clues, std::size_t age = 0) const {
    const Vector values = vector(clues);
    const double odds =
        std::exp(std::inner_product(values.begin(), values.end(), weights_.begin(), 0.0)) *
        older_[std::min(age, oldest)];
    return std::clamp(odds / (1 + odds), least, 1 - least);
  }

  /// The same, weighted by time: how likely a moment in which the test runs belongs to a test that
  /// ends as interesting.
  double while_running(const Clues& clues, std::size_t age) const {
    const double chance = (*this)(clues, age);
    const double yes = chance * mean_time(Outcome::interesting);
    const double no = (1 - chance) * mean_time(Outcome::uninteresting);
    return std::clamp(yes / (yes + no), least, 1 - least);
  }

  /// The mean time of recent tests, in microseconds.
  double mean_time() const {
    return (times_[0].sum + times_[1].sum + 1) / (times_[0].count + times_[1].count + 1);
  }

  /// Learns from a test that ended at this age and after this time.
  void ended(Outcome outcome, std::size_t age, std::chrono::microseconds time) {
    std::array<double, oldest + 1>& ages = ended_[static_cast<std::size_t>(outcome)];
    for (double& count : ages) count *= 0.99;  // tests of smaller candidates take less
    ages[std::min(age, oldest)] += 1;
    compare_ages();
    Times& times = times_[static_cast<std::size_t>(outcome)];
    times = {0.95 * times.sum + static_cast<double>(time.count()), 0.95 * times.count + 1};
  }

  /// Learns from the outcome of a question.
  void learn(const Clues& clues, Outcome outcome) {
    const double error = (outcome == Outcome::interesting ? 1 : 0) - (*this)(clues);
    const Vector values = vector(clues);
    for (std::size_t i = 0; i < values.size(); ++i)
      weights_[i] = std::clamp(weights_[i] + rates[i] * error * values[i], lowest[i], highest[i]);
  }

 private:
  static constexpr std::size_t oldest = 15;

  void compare_ages() {
    double yes = 1, no = 1;  // as if each outcome had been seen once, at any age
    for (std::size_t age = oldest + 1; age-- > 0;) {
      yes += ended_[static_cast<std::size_t>(Outcome::interesting)][age];
      no += ended_[static_cast<std::size_t>(Outcome::uninteresting)][age];
      older_[age] = yes / no;
    }
    const double all = older_[0];
    for (double& ratio : older_) ratio /= all;
  }

  /// The mean time of tests with this outcome, in microseconds. Until a few were seen, it is drawn
  /// towards the mean of all tests.
  double mean_time(Outcome outcome) const {
    constexpr double lean = 2;
    const Times& times = times_[static_cast<std::size_t>(outcome)];
    return (times.sum + lean * mean_time()) / (times.count + lean);
  }

  static constexpr double least = 0.02;
  static double log_odds(double likelihood) {
    const double p = std::clamp(likelihood, least, 1 - least);
    return std::log(p / (1 - p));
  }

  /// One number for each clue, and a constant.
  using Vector = std::array<double, 4>;
  static Vector vector(const Clues& clues) {
    const double before = !clues.before ? 0 : *clues.before == Outcome::interesting ? 1 : -1;
    return {log_odds(clues.stated), log_odds(clues.going), before, 1};
  }
  // How fast the weights are learned, and their limits. The weight of the stated likelihood is at
  // most 1: no algorithm has proved to be more certain than it says.
  static constexpr Vector rates{0.1, 0.02, 0.1, 0.3};
  static constexpr Vector lowest{0, -1, -3, -5}, highest{1, 0, 3, 5};

  Vector weights_{1, -0.25, 1, 0};
  // The number of ended tests, by outcome and age.
  std::array<std::array<double, oldest + 1>, 2> ended_{};
  // By age: the share of interesting tests that get as old, divided by that of the others. Stored,
  // because it is read dozens of times for each test that ends.
  std::array<double, oldest + 1> older_ = [] {
    std::array<double, oldest + 1> ratios;
    ratios.fill(1);
    return ratios;
  }();
  struct Times {
    double sum = 0, count = 0;
  };
  std::array<Times, 2> times_{};  // by outcome
};

}  // namespace whittle
