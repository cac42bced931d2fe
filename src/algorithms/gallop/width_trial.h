/// Decides whether to merge, or to ask one question at a time.
///
/// If uses come after definitions, a question about a definition fails while a question about its
/// use is open. The group of the definition is searched, and when all but one element could be
/// removed, the last one is taken to be needed: wrongly, if the use was removed meanwhile. So some
/// of these last elements are checked by a question. If several can be removed, a trial follows:
/// nothing new is asked until all open questions are answered, and then the latest elements found
/// needed are tried again, one question at a time, from the end to the front. The share of them
/// that can be removed says how many times too many questions merging asks. One at a time is kept
/// if it is sooner with this share; free slots test ahead. Everything follows from outcomes and the
/// width, so any number of slots asks the same questions.
///
///     none -> draining -> trial -> narrow, or back to none
///
/// Cost: O(1), but for `begin` and `judge`, which are O(n / 64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/gallop/open_questions.h"
#include "base/subset.h"

namespace whittle {

class WidthTrial {
 public:
  enum class TrialVerdict { open, merge_on, one_at_a_time };
  /// A trial of fewer elements says too little.
  static constexpr std::size_t least_elements = 4;

  /// `allowed` is false if the caller wants to merge in any case.
  WidthTrial(std::size_t width, bool allowed);

  /// False if merging is sooner at this width even if it asks five times as many questions.
  bool may_narrow() const { return may_narrow_; }
  /// True while only one question is asked at a time.
  bool asks_one_at_a_time() const { return phase_ != TrialPhase::none; }
  bool is_draining() const { return phase_ == TrialPhase::draining; }
  bool is_under_way() const { return phase_ == TrialPhase::trial; }

  /// True if an element that only the failure of its group shows needed should be asked about.
  bool wants_check();
  /// Takes in the outcome of such a question.
  void checked(bool was_removed);
  /// True if so many checked elements could be removed that a trial is worth its questions.
  bool is_due() const;
  /// Elements found needed before this stamp were in a trial already.
  MergeStamp last_trial() const { return last_trial_; }
  /// The elements of the current or last trial; of size 0 if there was none.
  const Subset& elements() const { return elements_; }

  /// From now on, waits for the answers to all open questions.
  void drain() { phase_ = TrialPhase::draining; }
  /// All are answered. Keeps the last twelve elements of `latest`, which the trial tries; keeps
  /// none, and ends the trial, if there are fewer than `least_elements`.
  void begin(std::vector<std::uint32_t>& latest, std::size_t elements);
  /// Looks at the trial's elements that are still `kept` and those found `needed` again.
  TrialVerdict judge(const Subset& kept, const Subset& needed, MergeStamp now);

 private:
  enum class TrialPhase { none, draining, trial, narrow };

  bool is_suspicious() const;

  std::size_t width_;
  bool may_narrow_;
  TrialPhase phase_ = TrialPhase::none;
  std::size_t implied_ = 0;        // elements that only their group's failure shows needed
  std::size_t checked_ = 0;        // how many of these were asked about since the last trial,
  std::size_t wrong_ = 0;          // and could be removed
  std::size_t wrong_allowed_ = 2;  // before a trial
  MergeStamp last_trial_ = 0;
  Subset elements_;
  std::size_t tried_ = 0;  // how many elements the trial began with
};

}  // namespace whittle
