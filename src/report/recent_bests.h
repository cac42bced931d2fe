/// The last few bests of a run. If the last one does not pass the final test, an earlier one
/// becomes the result.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

#include "document/document.h"

namespace whittle {

/// Keeps at most 16, and fewer if they are large (but always two).
class RecentBests {
 public:
  explicit RecentBests(Document original) : original_(std::move(original)) {}

  void add(const Document& best) {
    bests_.push_back(best);
    bytes_ += best.size();
    ++count_;
    while (bests_.size() > 16 || (bests_.size() > 2 && bytes_ > most_bytes)) {
      bytes_ -= bests_.front().size();
      bests_.pop_front();
    }
  }

  const Document& best() const { return before(0); }
  /// The best that was found `back` bests ago; the original if fewer are kept.
  const Document& before(std::size_t back) const {
    return back < bests_.size() ? bests_[bests_.size() - 1 - back] : original_;
  }
  /// The number of bests that are kept.
  std::size_t size() const { return bests_.size(); }
  /// The number of all bests so far.
  std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t most_bytes = 64 << 20;
  Document original_;
  std::deque<Document> bests_;
  std::size_t bytes_ = 0;
  std::size_t count_ = 0;
};

}  // namespace whittle
