/// The rate at which a failure shows itself, and whether that is often enough.
///
/// A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16(2),
/// 1945. The test compares two rates, a low one and a high one, by the likelihood of the runs seen
/// so far, and ends as soon as the likelihoods differ enough. No test with the same two error
/// probabilities needs fewer runs on average.
///
///     RateTest test{.low = 0.25, .high = 0.5, .accepts_low = 0.05, .refuses_high = 0.25};
///     Runs runs;
///     while (test.after(runs) == RateTest::Decision::open) runs.add(run_once());
///
/// All values; nothing here knows documents or processes.
#pragma once

#include <cstddef>

#include "base/outcome.h"

namespace whittle {

/// The runs of one and the same document.
struct Runs {
  std::size_t failed = 0;  ///< runs that were interesting: they showed the failure
  std::size_t all = 0;

  void add(Outcome outcome) {
    failed += outcome == Outcome::interesting;
    ++all;
  }
  /// 0 without any run.
  double rate() const { return all == 0 ? 0 : static_cast<double>(failed) / double(all); }

  friend bool operator==(const Runs&, const Runs&) = default;
};

/// The rate that lies below the true one with 95 % confidence (E. B. Wilson, 1927; one-sided). 0
/// without any run.
double surely_above(const Runs& runs);

/// A sequential test of a rate.
struct RateTest {
  enum class Decision { open, accepted, refused };

  double low = 0;           ///< a document that fails this seldom must not be accepted
  double high = 1;          ///< a document that fails this often should be accepted
  double accepts_low = 0;   ///< the probability that a document with the rate `low` is accepted
  double refuses_high = 0;  ///< the probability that one with the rate `high` is refused
  std::size_t most = 1000;  ///< after so many runs without a decision, the document is refused

  /// Requires: 0 < low < high < 1.
  Decision after(const Runs& runs) const;

  friend bool operator==(const RateTest&, const RateTest&) = default;
};

/// The rate that a run promises for its result.
struct PromisedRate {
  double least = 0;  ///< the result does not fail more seldom than this
  double aimed = 0;  ///< the rate of the original

  /// The test of a candidate: refuses after few runs, accepts a document below the promised rate
  /// with a probability of at most 5 %.
  RateTest of_candidates() const;
  /// The test of the best so far, which is trusted afterwards: at most 1 %, and it seldom refuses.
  RateTest of_result() const;

  friend bool operator==(const PromisedRate&, const PromisedRate&) = default;
};

/// Whether the runs of the original say enough about its rate: it is surely not below half of the
/// observed one. At least 20 runs: a failure of six in ten fails ten times in succession once in
/// 160 runs of whittle, and none of its versions would keep half of that.
bool is_measured(const Runs& runs);

/// At least half of the original's rate.
PromisedRate half_of(const Runs& original);
/// At least `least`. Requires: 0 < least < 1.
PromisedRate at_least(double least, const Runs& original);

/// The rate of a run from its first measurement to its last.
struct KeptRate {
  Runs original;
  PromisedRate promised;
  Runs result = {};           ///< of the last test of the result; no runs if there was none
  std::size_t withdrawn = 0;  ///< versions that failed too seldom when they were tested again
  /// Whether a candidate is tested as carefully as the result: it is a neighbour of the result, and
  /// its first refusal may have been bad luck.
  bool is_last_look = false;

  RateTest test() const { return is_last_look ? promised.of_result() : promised.of_candidates(); }
};

}  // namespace whittle
