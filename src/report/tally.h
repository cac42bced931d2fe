/// Counts what happened, in all and for each stage. Every report takes its figures from here.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/unambiguity.h"
#include "report/event.h"

namespace whittle {

struct Counts {
  std::size_t asked = 0;       ///< outcomes told
  std::size_t remembered = 0;  ///< of those, known already
  std::size_t interesting = 0;
  std::size_t timed_out = 0;
  std::size_t untested = 0;           ///< refused without a test
  std::chrono::microseconds time{0};  ///< the tests took, one after the other
  std::size_t bytes_removed = 0;      ///< by how much the successes made the best smaller
  std::size_t tokens_removed = 0;     ///< the same in tokens

  /// What reports call "used": outcomes that needed a test.
  std::size_t tested() const { return asked - remembered - untested; }
  Counts& operator+=(const Counts& other);
};

/// What came of one step of the test, over the tests whose outcomes were told.
struct StepCounts {
  std::string name = {};  ///< known to those that know the test
  std::size_t tested = 0;
  std::size_t refused = 0;  ///< candidates that did not pass it
  std::chrono::microseconds time{0};
};

/// The part of the time of all steps that went into one; 0 if none took any.
double share_of_time(const StepCounts& step, const std::vector<StepCounts>& all);

/// What came of listening to compilers.
struct Listening {
  std::size_t refusals = 0;   ///< that a reason was looked for
  std::size_t explained = 0;  ///< of those, with a reason
  std::size_t repairs = 0;    ///< candidates that were asked about again with what they lacked
  std::size_t repaired = 0;   ///< of those, interesting
};

class Tally : public Observer {
 public:
  explicit Tally(std::size_t bytes_at_start) : bytes_(bytes_at_start) {}

  void told(const Told& event) override;
  void explained(const Explained& event) override;
  void started(const RunStart& event) override { tokens_ = event.tokens; }
  void improved(const BestFound& event) override;
  void list_began(const ListBegan& event) override { lists_ = event.number; }
  /// Each search of a run counts its activity from 0; here they are added up.
  void activity(const Activity& event) override;

  const Counts& total() const { return total_; }
  const std::map<std::string_view, Counts>& stages() const { return stages_; }
  const Activity& activity() const { return activity_; }
  std::string_view stage() const { return stage_; }
  /// How many lists were begun.
  std::size_t lists() const { return lists_; }
  /// Of the smallest candidate found interesting so far.
  std::size_t bytes() const { return bytes_; }
  /// Has a meaning for `combine` only: other algorithms do not test the parts of a round against
  /// the same base.
  Unambiguity unambiguity() const;
  const Listening& listening() const { return listening_; }
  /// By step; nothing if the test has only one.
  const std::vector<StepCounts>& steps() const { return steps_; }

 private:
  /// What is known of the round that is being told.
  struct Round {
    std::size_t list = 0;
    std::uint32_t step = 0, number = 0;
    std::size_t removable = 0;  // parts that could be removed alone
  };
  static void count(Counts& counts, const Told& event, std::size_t removed);
  void count_round(const Told& event);
  void count_steps(const Told& event);

  std::size_t bytes_;
  std::size_t tokens_ = 0;
  std::size_t lists_ = 0;
  Counts total_;
  std::map<std::string_view, Counts> stages_;
  Activity activity_;         // of all searches
  Activity before_, latest_;  // of the searches before the latest, and of that one
  std::string_view stage_;
  Round round_;
  Unambiguity unambiguity_;  // of the rounds before
  Listening listening_;
  std::vector<StepCounts> steps_;
};

}  // namespace whittle
