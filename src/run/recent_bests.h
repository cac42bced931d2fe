/// The last few bests of a run. If the last one does not pass the final test, an earlier one
/// becomes the result.
#pragma once

#include <cstddef>
#include <deque>
#include <string_view>
#include <utility>

#include "document/goal.h"
#include "report/event.h"

namespace whittle {

/// Finds the bests among the interesting candidates, and tells observers of each. Keeps at most 16,
/// and fewer if they are large (but always two). It also sees the bests of a replayed run, so a
/// resumed run has them too.
class RecentBests final : public Observer {
 public:
  /// `observer` must outlive this object; it may be a group that this object is part of.
  RecentBests(Document original, Goal goal, Observer& observer)
      : original_(std::move(original)),
        goal_(goal),
        observer_(observer),
        size_of_best_(measure(original_)) {}

  void told(const Told& event) override {
    stage_ = event.stage;
    list_ = event.list;
  }
  void interesting(const Document& candidate) override {
    const Measure size = measure(candidate);
    const auto order = compare(goal_, size, size_of_best_);
    if (order > 0 || (order == 0 && !is_smaller(goal_, candidate, best()))) return;
    add(candidate, size, stage_, list_);
  }
  /// A best that no search has found: the formatter's.
  void add(const Document& best, const Measure& size, std::string_view stage, std::size_t list) {
    bests_.push_back(best);
    bytes_ += best.size();
    while (bests_.size() > 16 || (bests_.size() > 2 && bytes_ > most_bytes)) {
      bytes_ -= bests_.front().size();
      bests_.pop_front();
    }
    size_of_best_ = size;
    observer_.improved({.number = ++count_,
                        .list = list,
                        .stage = stage,
                        .tokens = static_cast<std::size_t>(size.tokens),
                        .bytes = static_cast<std::size_t>(size.bytes),
                        .lines = static_cast<std::size_t>(size.lines),
                        .document = best});
  }

  const Document& best() const { return before(0); }
  /// The best that was found `back` bests ago; the original if fewer are kept.
  const Document& before(std::size_t back) const {
    return back < bests_.size() ? bests_[bests_.size() - 1 - back] : original_;
  }
  std::size_t size() const { return bests_.size(); }
  /// How many there were, those that are no longer kept too.
  std::size_t count() const { return count_; }

 private:
  static constexpr std::size_t most_bytes = 64 << 20;
  Document original_;
  Goal goal_;
  Observer& observer_;
  Measure size_of_best_;
  std::string_view stage_;  // of the outcome that was told last
  std::size_t list_ = 0;
  std::deque<Document> bests_;
  std::size_t bytes_ = 0;
  std::size_t count_ = 0;
};

}  // namespace whittle
