/// Outcomes by content: no candidate is tested twice.
///
/// Different edits often give the same text (the last statement of a block, the block's content),
/// and passes that run again ask the same questions. A hash is enough: 128 bits do not collide.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "base/verdict.h"

namespace whittle {

class Memo {
 public:
  /// The verdict on a candidate, or null. A test that hit its time limit counts as unknown
  /// once the limit is higher.
  const Verdict* find(const Hash& candidate) const {
    const auto found = known_.find(candidate);
    return found != known_.end() && holds(found->second) ? &found->second : nullptr;
  }
  /// False for a verdict by a time limit that is lower than the current one, and for a refusal
  /// that is in doubt.
  bool holds(const Verdict& verdict) const {
    if (verdict.timed_out && verdict.limit < limit_) return false;
    return !is_sure_ || verdict.outcome == Outcome::interesting || verdict.runs.all == 0 ||
           is_sure_(verdict.runs);
  }
  void remember(const Hash& candidate, Verdict verdict) {
    verdict.other_failure = verdict.output = {};  // used only once, when the test ended
    const auto [known, is_new] = known_.try_emplace(candidate);
    if (is_sure_ && !is_new) {
      told_.erase(candidate);  // a test that had to be run again counts again
      overturned_ |= verdict.outcome == Outcome::interesting;
    }
    known->second = std::move(verdict);
  }
  /// From now on a refusal is unknown if `is_sure` is false for the runs that decided it. A
  /// function that is empty ends the doubt.
  void doubt_refusals(std::function<bool(const Runs&)> is_sure) { is_sure_ = std::move(is_sure); }
  /// Whether a refusal in doubt has become an acceptance: searches that were told the refusal are
  /// no longer true.
  bool overturned() const { return overturned_; }
  /// Whether a search of this run has been told the outcome. Outcomes recalled from an earlier run
  /// have not been told, so that a resumed run counts as if it had never stopped.
  bool was_told(const Hash& candidate) const { return told_.contains(candidate); }
  /// True if it was the first time.
  bool mark_told(const Hash& candidate) { return told_.insert(candidate).second; }
  /// The time limit tests run under from now on.
  void set_limit(std::chrono::microseconds limit) { limit_ = limit; }
  std::size_t size() const { return known_.size(); }

 private:
  std::unordered_map<Hash, Verdict> known_;
  std::unordered_set<Hash> told_;
  std::chrono::microseconds limit_{0};
  std::function<bool(const Runs&)> is_sure_;
  bool overturned_ = false;
};

}  // namespace whittle
