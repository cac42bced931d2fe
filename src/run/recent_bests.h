/// The last few bests of a run. If the last one does not pass the final test, an earlier one
/// becomes the result.
#pragma once

#include <deque>
#include <utility>

#include "document/goal.h"
#include "report/event.h"

namespace whittle {

/// Keeps at most 16 bests, and fewer if they are large (but always two). It also sees the bests of
/// a replayed run, so a resumed run has them too.
class RecentBests final : public Observer {
 public:
  RecentBests(Document original, Goal goal) : original_(std::move(original)), goal_(goal) {}

  void interesting(const Document& candidate) override {
    if (!is_smaller(goal_, candidate, before(0))) return;
    bests_.push_back(candidate);
    bytes_ += candidate.size();
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
  std::size_t size() const { return bests_.size(); }

 private:
  static constexpr std::size_t most_bytes = 64 << 20;
  Document original_;
  Goal goal_;
  std::deque<Document> bests_;
  std::size_t bytes_ = 0;
};

}  // namespace whittle
