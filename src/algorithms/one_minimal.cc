#include "algorithms/one_minimal.h"

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
  return Query{std::move(kept), tally_.rate()};
}

void OneMinimal::observe(Outcome outcome) {
  assert(!done());
  tally_.count(outcome == Outcome::interesting);
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
  do next_ = next_ + 1 == elements_->size() ? 0 : next_ + 1;
  while (!remaining_.contains((*elements_)[next_]));
}

}  // namespace whittle
