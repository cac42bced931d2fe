/// Outcomes by content: no candidate is tested twice.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/hash.h"
#include "oracle/oracle.h"

namespace whittle {

class Memo {
 public:
  /// What is known of a candidate. A test that ran into its time limit is known only as long as
  /// the limit has not risen since.
  std::optional<Verdict> find(const Hash& candidate) const {
    const auto found = known_.find(candidate);
    if (found == known_.end()) return std::nullopt;
    if (found->second.timed_out && found->second.limit < limit_) return std::nullopt;
    return found->second;
  }
  void remember(const Hash& candidate, Verdict verdict) {
    verdict.other_failure = {};  // of use once, when the test ended
    known_[candidate] = std::move(verdict);
  }
  /// The time limit tests run under from now on.
  void set_limit(std::chrono::microseconds limit) { limit_ = limit; }
  std::size_t size() const { return known_.size(); }

 private:
  std::unordered_map<Hash, Verdict> known_;
  std::chrono::microseconds limit_{0};
};

}  // namespace whittle
