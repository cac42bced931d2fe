/// Counts outcomes and bests, in all and for each stage. A run has one tally, that of its log
/// (run_log.h), and every report takes its figures from there.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/unambiguity.h"
#include "report/event.h"

namespace whittle {

struct ToldCounts {
  std::size_t asked = 0;       ///< outcomes told
  std::size_t remembered = 0;  ///< told before; no test was run again
  std::size_t interesting = 0;
  std::size_t timed_out = 0;
  std::size_t untested = 0;           ///< refused without a test
  std::chrono::microseconds time{0};  ///< the tests took, one after the other
  std::size_t bests = 0;              ///< of them, how many became the best
  /// By how much those bests are smaller than the bests before them. Below 0 if they are larger:
  /// with lines as the goal, a best may have more tokens. So the sums over all stages are exactly
  /// the differences between the original and the best.
  std::int64_t bytes_removed = 0, tokens_removed = 0;

  /// The tests that reports call "used": outcomes that needed a test.
  std::size_t tested() const { return asked - remembered - untested; }
  ToldCounts& operator+=(const ToldCounts& other);
};

/// The counts of one step of the test, over the tests whose outcomes were told.
struct StepCounts {
  std::string name = {};  ///< known to those that know the test
  std::size_t tested = 0;
  std::size_t refused = 0;  ///< candidates that did not pass it
  std::chrono::microseconds time{0};
  double share = 0;  ///< of the time of all steps
};

/// The results of listening to compilers.
struct Listening {
  std::size_t refusals = 0;   ///< that a reason was looked for
  std::size_t explained = 0;  ///< refusals with a reason
  std::size_t repairs = 0;    ///< candidates that were asked about again with the missing pieces
  std::size_t repaired = 0;   ///< repairs that were interesting
};

class Tally {
 public:
  void told(const Told& event);
  void explained(const Explained& event);
  /// Takes the first size from the original.
  void started(const RunStart& event);
  void improved(const BestFound& event);
  /// Each search of a run counts its activity from 0; here they are added up.
  void activity(const Activity& event);
  /// The result is best `number`, or the original if 0: later bests are taken back.
  void settle(std::size_t number);

  const ToldCounts& total() const { return total_; }
  /// The counts by stage. The formatter is a stage that asks nothing.
  const std::map<std::string_view, ToldCounts>& stages() const { return stages_; }
  const Activity& activity() const { return activity_; }
  /// Has a meaning for `combine` only: other algorithms do not test the parts of a round against
  /// the same base.
  Unambiguity unambiguity() const;
  const Listening& listening() const { return listening_; }
  /// The counts by step; empty if the test has only one.
  std::vector<StepCounts> steps() const;

 private:
  /// The round that is being told, as far as it is known.
  struct RoundSoFar {
    std::size_t list = 0;
    std::uint32_t step = 0, number = 0;
    std::size_t removable = 0;  // parts that could be removed alone
  };
  struct SizedBest {
    std::string_view stage;
    std::int64_t tokens = 0, bytes = 0;
  };
  static void count(ToldCounts& counts, const Told& event);
  void count_removed(std::string_view stage, const SizedBest& before, const SizedBest& after,
                     int sign);
  void count_round(const Told& event);
  void count_steps(const Told& event);

  ToldCounts total_;
  std::map<std::string_view, ToldCounts> stages_;
  std::vector<SizedBest> bests_ = {{}};  // the first is the original
  Activity activity_;                    // of all searches
  Activity before_, latest_;             // of the searches before the latest, and of that one
  RoundSoFar round_;
  Unambiguity unambiguity_;  // of the rounds before
  Listening listening_;
  std::vector<StepCounts> steps_;
};

}  // namespace whittle
