/// Outcomes by content: no candidate is tested twice.
///
/// Different edits often give the same text (the last statement of a block, the block's content),
/// and passes that run again ask the same questions. A hash is enough: 128 bits do not collide.
#pragma once

#include <chrono>
#include <cstddef>
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
  /// False for a verdict by a time limit that is lower than the current one.
  bool holds(const Verdict& verdict) const { return !verdict.timed_out || verdict.limit >= limit_; }
  void remember(const Hash& candidate, Verdict verdict) {
    verdict.other_failure = verdict.output = {};  // used only once, when the test ended
    known_[candidate] = std::move(verdict);
  }
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
};

}  // namespace whittle
