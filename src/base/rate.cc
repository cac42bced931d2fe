#include "base/rate.h"

#include <algorithm>
#include <cmath>

namespace whittle {
namespace {

/// Rates of 0 and 1 have no finite likelihood: one run that says otherwise would decide for ever.
constexpr double lowest = 0.001, highest = 0.98;

double odds(double rate) {
  return rate / (1 - rate);
}
double of_odds(double odds) {
  return odds / (1 + odds);
}

/// The two rates of a test are at least this far apart, as a ratio of odds. With less, a test of a
/// rate that the user gave just below the original's would take hundreds of runs.
constexpr double least_ratio = 2;

double clear_of(double low, double high, double ratio) {
  return std::min(std::max(high, of_odds(ratio * odds(low))), std::max(highest, (1 + low) / 2));
}

}  // namespace

double surely_above(const Runs& runs) {
  if (runs.all == 0) return 0;
  constexpr double z = 1.645;  // one-sided, 95 %
  const double n = static_cast<double>(runs.all), p = runs.rate();
  const double middle = p + z * z / (2 * n);
  const double spread = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  return std::max(0.0, (middle - spread) / (1 + z * z / n));
}

RateTest::Decision RateTest::after(const Runs& runs) const {
  const double failed = static_cast<double>(runs.failed),
               passed = static_cast<double>(runs.all - runs.failed);
  const double evidence = failed * std::log(high / low) + passed * std::log((1 - high) / (1 - low));
  if (evidence >= std::log((1 - refuses_high) / accepts_low)) return Decision::accepted;
  if (evidence <= std::log(refuses_high / (1 - accepts_low))) return Decision::refused;
  return runs.all >= most ? Decision::refused : Decision::open;
}

RateTest PromisedRate::of_candidates() const {
  return {.low = least,
          .high = clear_of(least, aimed, least_ratio),
          .accepts_low = 0.05,
          .refuses_high = 0.25,
          .most = 400};
}

// The high rate is nearer to the low one than that of candidates: a version between the two keeps
// the promise, and withdrawing it would only make the result larger.
RateTest PromisedRate::of_result() const {
  const double far = of_candidates().high;
  return {.low = least,
          .high = of_odds(std::sqrt(odds(least) * odds(far))),
          .accepts_low = 0.01,
          .refuses_high = 0.05,
          .most = 5000};
}

bool is_measured(const Runs& runs) {
  return runs.all >= 20 && runs.failed > 0 && surely_above(runs) >= runs.rate() / 2;
}

PromisedRate half_of(const Runs& original) {
  const double rate = std::clamp(original.rate(), 2 * lowest, highest);
  return {.least = rate / 2, .aimed = rate};
}

PromisedRate at_least(double least, const Runs& original) {
  return {.least = std::clamp(least, lowest, highest),
          .aimed = std::clamp(original.rate(), lowest, highest)};
}

}  // namespace whittle
