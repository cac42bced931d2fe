// A failed stride is not searched at once: the rest of the list comes first. If elements hardly
// depend on each other, this removes most of a list within the first tens of questions; if they do,
// one use that waits makes the groups with its definitions fail, so strides are only for lists that
// are marked as independent (docs/rejected.md, "Continuing before a failed group is searched"), and
// for chaotic tests.
#include "algorithms/gallop/strides.h"

#include <algorithm>
#include <cmath>

namespace whittle {
namespace {

// Chosen with bench/simulate; docs/rejected.md has the figures of other values.
constexpr std::size_t shortest_stride = 16;   // of a spread
constexpr double few = 0.375, most = 0.75;    // shares of a lap's strides
constexpr std::size_t chaotic_strides = 8;    // in the first chaotic round
constexpr std::size_t failures_allowed = 16;  // in a row, before chaotic strides get shorter
constexpr std::size_t lengths_allowed = 3;    // in a row that remove nothing

}  // namespace

bool Strides::can_spread(std::size_t elements) {
  return elements >= 8 * shortest_stride;
}

void Strides::begin_spread(std::size_t elements) {
  begin_lap(elements, 1);
}

std::optional<double> Strides::next_lap(std::size_t left) {
  const double asked = static_cast<double>(removed_ + failed_);
  const double free = std::clamp(static_cast<double>(removed_) / asked, 0.1, 0.9);
  if (per_lap_ == 1)
    per_lap_ = 8;
  else if (free < few)
    per_lap_ *= 2;
  else if (free >= most)
    per_lap_ = std::max<std::size_t>(4, per_lap_ / 2);
  // A stride of k elements is free with probability (1 - rate)^k, about exp(-rate * k).
  const double needed_rate = -std::log(free) / static_cast<double>(length_);
  begin_lap(left, per_lap_);
  if (left / per_lap_ < shortest_stride) return needed_rate;
  return std::nullopt;
}

void Strides::begin_lap(std::size_t elements, std::size_t strides) {
  per_lap_ = strides;
  length_ = (elements + strides - 1) / strides;
  failed_ = removed_ = in_vain_ = 0;
}

bool Strides::is_in_vain() const {
  return in_vain_ >= std::max<std::size_t>(3, per_lap_ / 4);
}

void Strides::begin_chaotic() {
  length_ = 0;
  failed_ = 0;
  lengths_in_vain_ = 0;
}

bool Strides::next_chaotic(std::size_t left, std::size_t round) {
  if (length_ == 0) {
    length_ = left / chaotic_strides;
  } else if (removed_ > 0) {
    lengths_in_vain_ = 0;
    failed_ = 0;
  } else if (failed_ >= failures_allowed) {
    length_ /= 2;
    ++lengths_in_vain_;
    failed_ = 0;
  }
  shift_ = length_ * (round % 4) / 4;  // the same strides would fail again
  removed_ = 0;
  return length_ >= 2 && lengths_in_vain_ < lengths_allowed;
}

void Strides::removed() {
  ++removed_;
  in_vain_ = 0;
}

void Strides::failed(std::span<const std::uint32_t> stride) {
  ++failed_;
  ++in_vain_;
  keep(stride);
}

void Strides::keep(std::span<const std::uint32_t> elements) {
  kept_.insert(kept_.end(), elements.begin(), elements.end());
}

}  // namespace whittle
