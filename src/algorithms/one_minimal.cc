// Walks over the elements in circles and ends when as many removals in a row were refused as there
// are elements left: then each of them was tried on the final subset.
#include "algorithms/one_minimal.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace whittle {

OneMinimal::OneMinimal(Subset kept, OneMinimalOptions options)
    : options_(options),
      remaining_(std::move(kept)),
      remaining_count_(remaining_.count()),
      elements_(list_of(remaining_, options.direction)) {}

std::optional<Query> OneMinimal::next_query() const {
  if (done()) return std::nullopt;
  Subset kept = remaining_;
  kept.erase((*elements_)[next_]);
  return Query{std::move(kept),
               rate_.value(),
               {.kind = next_ < reached_ ? QueryKind::revisit : QueryKind::single,
                .round = laps_,
                .parts = static_cast<std::uint32_t>(elements_->size()),
                .part = static_cast<std::uint32_t>(next_)}};
}

void OneMinimal::observe(Outcome outcome) {
  assert(!done());
  rate_.count(outcome == Outcome::interesting);
  reached_ = std::max(reached_, next_ + 1);
  if (outcome == Outcome::interesting) {
    remaining_.erase((*elements_)[next_]);
    --remaining_count_;
    failures_ = 0;
    if (options_.after_success == AfterSuccess::restart) next_ = elements_->size() - 1;
  } else {
    ++failures_;
  }
  if (!done()) advance();
}

/// Goes on to the next element that is still there, from the first again after the last.
void OneMinimal::advance() {
  do {
    next_ = (next_ + 1) % elements_->size();
    laps_ += next_ == 0;
  } while (!remaining_.contains((*elements_)[next_]));
}

}  // namespace whittle
