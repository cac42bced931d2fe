// Decides by counting, never by time. In the time of one test, merging learns W outcomes, and one
// question at a time learns log2(W + 1), because the scheduler tests ahead. So the share of
// elements that merging misjudged decides which way is sooner.
#include "algorithms/gallop/width_trial.h"

#include <cmath>

namespace whittle {
namespace {

// docs/parallel.md has the idea; docs/rejected.md has the figures of other values.
constexpr double most_questions = 5;  // times as many as one at a time, seen with dependencies
constexpr std::size_t checks_at_first = 8, checks_later = 4;  // later, one element in four
constexpr double wrong_rate = 0.1;     // of the checks, before a trial is worth it
constexpr std::size_t wrong_more = 4;  // times as many wrong ones before another trial
constexpr std::size_t most_elements = 12;
constexpr double towards_one = 1.1;  // one question at a time leaves less, so it gets 10 % more

/// How fast testing ahead is, as a share of how fast merging is, if both ask the same questions: at
/// even odds W slots get log2(W + 1) outcomes told in the time of a test, and merging W.
double ahead_for_merged(std::size_t width) {
  const auto slots = static_cast<double>(width);
  return std::log2(slots + 1) / slots;
}

}  // namespace

WidthTrial::WidthTrial(std::size_t width, bool allowed)
    : width_(width), may_narrow_(allowed && ahead_for_merged(width) * most_questions >= 1) {}

bool WidthTrial::is_suspicious() const {
  return static_cast<double>(wrong_) >= wrong_rate * static_cast<double>(checked_);
}

bool WidthTrial::wants_check() {
  if (!may_narrow_) return false;
  return checked_ < checks_at_first || (is_suspicious() && wrong_ > 0) ||
         ++implied_ % checks_later == 0;
}

void WidthTrial::checked(bool was_removed) {
  ++checked_;
  if (was_removed) ++wrong_;
}

bool WidthTrial::is_due() const {
  return phase_ == TrialPhase::none && wrong_ >= wrong_allowed_ && is_suspicious();
}

void WidthTrial::begin(std::vector<std::uint32_t>& latest, std::size_t elements) {
  phase_ = latest.size() < least_elements ? TrialPhase::none : TrialPhase::trial;
  if (phase_ == TrialPhase::none) return latest.clear();
  if (latest.size() > most_elements) latest.erase(latest.begin(), latest.end() - most_elements);
  tried_ = latest.size();
  elements_ = Subset::none(elements);
  for (const std::uint32_t element : latest) elements_.insert(element);
}

WidthTrial::TrialVerdict WidthTrial::judge(const Subset& kept, const Subset& needed,
                                           MergeStamp now) {
  Subset left = elements_;
  left &= kept;
  Subset still_needed = left;
  still_needed &= needed;
  if (static_cast<double>(still_needed.count()) >
      towards_one * ahead_for_merged(width_) * static_cast<double>(tried_)) {
    phase_ = TrialPhase::none;
    last_trial_ = now;
    checked_ = wrong_ = 0;
    wrong_allowed_ *= wrong_more;
    return TrialVerdict::merge_on;
  }
  if (left != still_needed) return TrialVerdict::open;
  phase_ = TrialPhase::narrow;
  return TrialVerdict::one_at_a_time;
}

}  // namespace whittle
