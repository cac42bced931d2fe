/// The tests before a search: of the original, which must be interesting, and of an empty document,
/// which must not be.
#pragma once

#include <memory>
#include <vector>

#include "oracle/local_oracle.h"
#include "oracle/witness.h"
#include "run/chosen_test.h"
#include "run/notices.h"
#include "run/request.h"

namespace whittle {

struct TestedOriginal {
  std::unique_ptr<LocalOracle> oracle;  ///< never null; its time limit is set
  Witness witness;
};

/// Makes the oracle and tests the original with it, at most `most` times. An original that is not
/// interesting is an error.
Result<TestedOriginal> test_original(const ChosenTest& test, const Document& original,
                                     const LocalOracle::Options& options, std::size_t most,
                                     Notices& notices);

/// After so many runs, the rate of the original is what was seen by then.
constexpr std::size_t most_runs_of_original = 1000;

/// Runs the original until its rate is known, and makes the oracle demand what follows from it for
/// each candidate. Nothing if the user interrupts. A run that is resumed has measured it: `known`.
Result<std::optional<KeptRate>> measure_rate(WitnessOracle& oracle, const Document& original,
                                             const TestOptions& options,
                                             const std::optional<Runs>& known);

Notice notice_about(const KeptRate& rate);

/// How a test answers an empty document.
struct OnEmpty {
  enum class Answer : std::uint8_t { refuses, accepts, interrupted };
  Answer answer = Answer::refuses;
  std::vector<Witness> witnesses = {};  ///< of its runs, if it accepts
};

/// Tests `original` with nothing in its files except those in `except`, before hours are lost: a
/// test that finds this interesting accepts anything, or does not read the candidate. The search
/// knows nothing of this test. `took` is the time that the test took on the original.
Result<OnEmpty> test_empty(WitnessOracle& oracle, const Document& original,
                           const std::vector<std::string>& except, std::chrono::microseconds took);

/// The error of a test that finds an empty input interesting, with the likely reasons and, for a
/// command, its output for both.
Error accepts_too_much(const Request& request, const Document& original, const ChosenTest& test,
                       const Witness& on_original, const std::vector<Witness>& on_empty);

}  // namespace whittle
