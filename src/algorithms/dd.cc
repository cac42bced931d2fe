// The paper's dd has five cases, because its tests can be unresolved. With two outcomes, only the
// first two cases occur: if neither half of the difference causes the failure, then leaving out the
// first half (which adds the second) does not cause it either, and the second case applies. So the
// difference is always cut in two and halves each time. The paper would ask about that candidate
// once more; we do not, because its outcome is already known.
#include "algorithms/dd.h"

#include <cassert>
#include <utility>

namespace whittle {

Dd::Dd(std::size_t size) : interesting_(Subset::all(size)), uninteresting_(Subset::none(size)) {
  cut();
}

std::optional<Query> Dd::next_query() const {
  if (done_) return std::nullopt;
  Subset kept = uninteresting_;
  for (std::uint32_t element : halves_[half_]) kept.insert(element);
  return Query{std::move(kept),
               0.5,
               {.kind = QueryKind::subset,
                .round = rounds_ - 1,
                .parts = 2,
                .part = static_cast<std::uint32_t>(half_)}};
}

void Dd::observe(Outcome outcome) {
  assert(!done_);
  Subset asked = next_query()->kept;
  if (outcome == Outcome::interesting) {
    interesting_ = std::move(asked);
    cut();
  } else if (half_ == 0) {
    half_ = 1;
  } else {
    uninteresting_ = std::move(asked);
    cut();
  }
}

void Dd::cut() {
  const Subset between = difference();
  half_ = 0;
  ++rounds_;
  done_ = between.count() < 2;
  if (!done_) halves_ = Chunks(between, Direction::forward, 2);
}

}  // namespace whittle
