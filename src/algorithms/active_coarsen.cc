// The way in which alpha is adjusted is ours. The paper finds the point at which the rate of
// success is 1/e by stochastic gradient; a fixed step on the logit has the same fixed point, and
// follows m as it falls.
#include "algorithms/active_coarsen.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace whittle {
namespace {

const double target_rate = std::exp(-1.0);

}  // namespace

ActiveCoarsen::ActiveCoarsen(std::size_t size, std::uint64_t seed)
    : remaining_(Subset::all(size)),
      elements_(list_of(remaining_, Direction::forward)),
      random_(seed) {
  draw();
}

std::optional<Query> ActiveCoarsen::next_query() const {
  if (removed_.empty()) return std::nullopt;
  return Query{without(remaining_, removed_),
               target_rate,
               {.kind = removal_of(removed_.size()), .round = scanning_ ? 1u : 0u}};
}

void ActiveCoarsen::observe(Outcome outcome) {
  assert(!removed_.empty());
  const bool interesting = outcome == Outcome::interesting;
  if (interesting) remaining_ = without(std::move(remaining_), removed_);
  if (!scanning_) {
    logit_ += target_rate - (interesting ? 1 : 0);
    if (interesting) elements_ = list_of(remaining_, Direction::forward);
  }
  draw();
}

void ActiveCoarsen::draw() {
  removed_.clear();
  const std::size_t count = elements_->size();
  const double removal_rate = 1 / (1 + std::exp(logit_));
  scanning_ = scanning_ || removal_rate * static_cast<double>(count) < 1;
  if (scanning_) {
    if (scanned_ < count) removed_.push_back((*elements_)[scanned_++]);
    return;
  }
  // The number of elements that stay before the next removed one is geometric, so one number is
  // drawn for each removed element, not for each element. Removing nothing would be pointless, so
  // such a draw is repeated.
  while (removed_.empty())
    for (double place = -1;;) {
      place += 1 + std::floor(std::log1p(-random_.unit()) / std::log1p(-removal_rate));
      if (place >= static_cast<double>(count)) break;
      removed_.push_back((*elements_)[static_cast<std::size_t>(place)]);
    }
}

}  // namespace whittle
