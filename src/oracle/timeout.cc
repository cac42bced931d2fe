// A limit that is too low turns interesting candidates into uninteresting ones, and one that is too
// high costs minutes for each candidate that hangs. The rule and its reasons are in the header.
#include "oracle/timeout.h"

namespace whittle {

void Timeout::observe(Microseconds duration, Outcome outcome) {
  any_.add(duration);
  if (outcome == Outcome::interesting) interesting_.add(duration);
  // Before the first interesting test, nothing is known about the tests that matter.
  if (interesting_.seen == 0) return;
  const Microseconds longest = interesting_.get();
  const Microseconds wanted = interesting_.seen < few
                                  ? std::max({least, 10 * longest, 2 * any_.get()})
                                  : std::max(least, 5 * longest);
  // The limit changes in few, large steps: each rise makes the memo forget the tests that timed
  // out, and they are tested again.
  if (limit_ == first || wanted < limit_ / 2) limit_ = wanted;
  if (wanted > limit_) limit_ = std::max(wanted, limit_ * 3 / 2);
}

}  // namespace whittle
