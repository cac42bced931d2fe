#include "oracle/timeout.h"

namespace whittle {

void Timeout::observe(Microseconds duration, Outcome outcome) {
  any_.add(duration);
  if (outcome == Outcome::interesting) interesting_.add(duration);
  // Until something was interesting nothing is known of the tests that matter.
  if (interesting_.seen == 0) return;
  limit_ = std::max({least, 10 * interesting_.get(), 2 * any_.get()});
}

}  // namespace whittle
