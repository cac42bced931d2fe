// All randomness comes from the generator in the value, so a copy draws the same subsets. The
// constants are those of the authors' program; see the header.
#include "algorithms/active_coarsen.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>

namespace whittle {
namespace {

const double target_rate = std::exp(-1.0);
constexpr std::size_t most_to_scan = 30;
constexpr double last_alpha = 0.999;

}  // namespace

ActiveCoarsen::ActiveCoarsen(std::size_t size, ActiveCoarsenOptions options)
    : remaining_(Subset::all(size)),
      open_(list_of(remaining_, Direction::forward)),
      logit_(std::log(options.start / (1 - options.start))),
      rate_(options.rate),
      random_(options.seed) {
  assert(0 < options.start && options.start < 1 && options.rate > 0);
  if (size > 1) draw();
}

double ActiveCoarsen::alpha() const {
  return 1 / (1 + std::exp(-logit_));
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
  logit_ += rate_ * (target_rate - (interesting ? 1 : 0));
  if (interesting) remaining_ = without(std::move(remaining_), removed_);
  if (interesting || removed_.size() == 1) {
    std::vector<std::uint32_t> left;
    std::ranges::set_difference(*open_, removed_, std::back_inserter(left));
    open_ = std::make_shared<const std::vector<std::uint32_t>>(std::move(left));
  }
  removed_.clear();
  if (open_->empty()) return;
  if (!scanning_) {
    if (remaining_.count() == 1) return;
    scanning_ = open_->size() <= most_to_scan;
    if (!scanning_ && alpha() >= last_alpha) return;
  }
  draw();
}

void ActiveCoarsen::draw() {
  const std::size_t count = open_->size();
  if (scanning_) {
    removed_ = {(*open_)[random_.below(count)]};
    return;
  }
  const double removal_rate = 1 - alpha();
  // The number of elements that stay before the next removed one is geometric, so one number is
  // drawn for each removed element, not for each element.
  const bool can_keep_some = count > 1;
  while (removed_.empty() || (can_keep_some && removed_.size() == count)) {
    removed_.clear();
    for (double place = -1;;) {
      place += 1 + std::floor(std::log1p(-random_.unit()) / std::log1p(-removal_rate));
      if (place >= static_cast<double>(count)) break;
      removed_.push_back((*open_)[static_cast<std::size_t>(place)]);
    }
  }
}

}  // namespace whittle
