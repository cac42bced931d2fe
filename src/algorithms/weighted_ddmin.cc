// A part is a range of the original list, so a query erases a range of bits, and the sums of
// weights before each element make a cut in the middle a binary search. Nothing is summed again
// when parts are halved.
#include "algorithms/weighted_ddmin.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace whittle {

WeightedDdmin::WeightedDdmin(Elements elements)
    : remaining_(Subset::all(elements.count())), remaining_count_(elements.count()) {
  std::vector<std::uint64_t> before(1, 0);
  before.reserve(elements.count() + 1);
  for (Weight weight : elements.weights()) before.push_back(before.back() + weight);
  weight_before_ = std::make_shared<const std::vector<std::uint64_t>>(std::move(before));
  halve({WeightedPart{0, static_cast<std::uint32_t>(elements.count())}});
}

std::optional<Query> WeightedDdmin::next_query() const {
  if (sweep_) {
    std::optional<Query> query = sweep_->next_query();
    if (query) query->role.round += rounds_;
    return query;
  }
  const WeightedPart part = (*parts_)[part_];
  if (phase_ == WeightedPhase::subsets) {
    Subset kept = Subset::none(remaining_.size());
    kept.insert_range(part.begin, part.end);
    return Query{std::move(kept), subset_rate_.value(), role(QueryKind::subset)};
  }
  Subset kept = remaining_;
  kept.erase_range(part.begin, part.end);
  return Query{std::move(kept), complement_rate_.value(),
               role(part_ < refused_ ? QueryKind::revisit : removal_of(part.size()))};
}

QueryRole WeightedDdmin::role(QueryKind kind) const {
  return {.kind = kind,
          .round = rounds_ - 1,
          .parts = static_cast<std::uint32_t>(parts_->size()),
          .part = static_cast<std::uint32_t>(part_)};
}

void WeightedDdmin::observe(Outcome outcome) {
  if (sweep_) return sweep_->observe(outcome);
  const bool interesting = outcome == Outcome::interesting;
  (phase_ == WeightedPhase::subsets ? subset_rate_ : complement_rate_).count(interesting);
  const WeightedPart part = (*parts_)[part_];
  if (interesting && phase_ == WeightedPhase::subsets) {
    remaining_ = Subset::none(remaining_.size());
    remaining_.insert_range(part.begin, part.end);
    remaining_count_ = part.size();
    halve({part});
  } else if (interesting) {
    remaining_.erase_range(part.begin, part.end);
    remaining_count_ -= part.size();
    Parts others = *parts_;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(part_));
    if (part_ < refused_) --refused_;
    set_parts(std::move(others));
  } else {
    ++part_;
    if (phase_ == WeightedPhase::complements) refused_ = std::max(refused_, part_);
    if (part_ < parts_->size()) return;
    part_ = 0;
    if (phase_ == WeightedPhase::subsets)
      phase_ = WeightedPhase::complements;
    else
      halve(*parts_);
  }
}

/// Goes on with these parts, from the first.
void WeightedDdmin::set_parts(Parts parts) {
  // A part that contains all elements is known to be interesting, so asking about it alone is
  // needless.
  if (parts.size() == 1 && parts.front().size() == remaining_count_) return halve(parts);
  parts_ = std::make_shared<const Parts>(std::move(parts));
  part_ = 0;
  phase_ = WeightedPhase::subsets;
  ++rounds_;
  if (parts_->empty())
    sweep_.emplace(remaining_, OneMinimalOptions{Direction::forward, AfterSuccess::restart});
}

void WeightedDdmin::halve(const Parts& parts) {
  Parts halves;
  for (WeightedPart part : parts) {
    if (part.size() < 2) continue;
    halves.push_back({part.begin, middle(part)});
    halves.push_back({middle(part), part.end});
  }
  refused_ = 0;
  set_parts(std::move(halves));
}

/// The place to cut so that both sides weigh as nearly the same as possible. An element that may go
/// to either side goes left, and each side has at least one.
std::uint32_t WeightedDdmin::middle(WeightedPart part) const {
  const auto before = [&](std::uint32_t element) { return (*weight_before_)[element]; };
  const std::uint64_t twice_half = before(part.begin) + before(part.end);
  const auto first = weight_before_->begin() + part.begin;
  const auto crossing =
      std::partition_point(first, weight_before_->begin() + part.end,
                           [&](std::uint64_t weight) { return 2 * weight <= twice_half; });
  // Cutting at `cut` makes the left side too heavy; at `cut` - 1 it is too light, or just right.
  auto cut = static_cast<std::uint32_t>(crossing - weight_before_->begin());
  if (cut > part.begin + 1 && twice_half - 2 * before(cut - 1) < 2 * before(cut) - twice_half)
    --cut;
  return std::clamp(cut, part.begin + 1, part.end - 1);
}

}  // namespace whittle
