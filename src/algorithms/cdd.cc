// The sizes of all rounds follow from p0 alone, so nothing is stored for an element: a round is a
// list that is cut into chunks of one size.
#include "algorithms/cdd.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace whittle {
namespace {

double probability(std::size_t round, double p0) {
  // The listing prints the factor as 1.582, its Lemma III.2 says where that comes from.
  static const double factor = 1 / (1 - std::exp(-1.0));
  return p0 * std::pow(factor, static_cast<double>(round));
}

}  // namespace

Cdd::Cdd(std::size_t size, CddOptions options) : options_(options), remaining_(Subset::all(size)) {
  assert(0 < options.p0 && options.p0 < 1);
  begin_round();
}

/// The s that makes s * (1-p)^s largest is next to -1 / ln(1-p); of two that are as good the
/// larger, as in the paper's example: p = 1/4 gives 4, though 3 would gain as much.
std::size_t Cdd::chunk_size(std::size_t round, double p0) {
  const double p = probability(round, p0);
  if (p >= 1) return 1;
  const auto gain = [&](double s) { return s * std::pow(1 - p, s); };
  const double lower = std::max(1.0, std::floor(-1 / std::log1p(-p)));
  constexpr double rounding = 1 - 1e-9;
  return static_cast<std::size_t>(gain(lower + 1) >= gain(lower) * rounding ? lower + 1 : lower);
}

std::optional<Query> Cdd::next_query() const {
  if (done_) return std::nullopt;
  const double p = std::min(probability(round_, options_.p0), 0.9);
  return Query{without(remaining_, chunk()),
               std::pow(1 - p, static_cast<double>(chunk().size())),
               {.kind = removal_of(chunk().size()),
                .round = static_cast<std::uint32_t>(round_),
                .parts = static_cast<std::uint32_t>((elements_->size() + size_ - 1) / size_),
                .part = static_cast<std::uint32_t>(start_ / size_)}};
}

void Cdd::observe(Outcome outcome) {
  assert(!done_);
  if (outcome == Outcome::interesting) remaining_ = without(std::move(remaining_), chunk());
  start_ += size_;
  if (start_ < elements_->size()) return;
  if (size_ == 1) {
    done_ = true;
    return;
  }
  ++round_;
  begin_round();
}

void Cdd::begin_round() {
  elements_ = list_of(remaining_, options_.direction);
  size_ = chunk_size(round_, options_.p0);
  start_ = 0;
  done_ = elements_->empty() ||
          (options_.threshold && probability(round_, options_.p0) >= *options_.threshold);
}

ElementSpan Cdd::chunk() const {
  return ElementSpan(*elements_).subspan(start_, std::min(size_, elements_->size() - start_));
}

}  // namespace whittle
