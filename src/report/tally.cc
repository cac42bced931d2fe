#include "report/tally.h"

#include <algorithm>

namespace whittle {

void Tally::told(const Told& event) {
  std::size_t removed = 0;
  if (event.outcome == Outcome::interesting && event.bytes < bytes_) {
    removed = bytes_ - event.bytes;
    bytes_ = event.bytes;
  }
  stage_ = event.stage;
  count(total_, event, removed);
  count(stages_[event.stage], event, removed);
}

void Tally::count(Counts& counts, const Told& event, std::size_t removed) {
  ++counts.asked;
  if (event.remembered) ++counts.remembered;
  if (event.outcome == Outcome::interesting) ++counts.interesting;
  if (event.combination) {
    ++counts.combinations;
    if (event.outcome == Outcome::interesting) ++counts.unambiguous;
  }
  if (!event.remembered) {
    counts.time += event.duration;
    if (event.timed_out) ++counts.timed_out;
  }
  counts.bytes_removed += removed;
}

}  // namespace whittle
