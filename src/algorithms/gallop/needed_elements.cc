// "Needed" is relative to the subset on which an element was tried. So each element is stored with
// the stamp of its merge, and stamps decide which elements are worth another try.
#include "algorithms/gallop/needed_elements.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace whittle {
namespace {

constexpr MergeStamp refuted_stamp = std::numeric_limits<MergeStamp>::max();

}  // namespace

bool NeededElements::add(std::uint32_t element, MergeStamp stamp) {
  set_.insert(element);
  pins_.push_back({element, stamp});
  if (ever_.size() == 0 || ever_.contains(element)) return false;
  ever_.insert(element);
  return true;
}

void NeededElements::refute_after(MergeStamp stamp) {
  for (Pin& pin : pins_)
    if (pin.stamp > stamp) pin.stamp = refuted_stamp;
}

Subset NeededElements::release(std::span<const std::uint32_t> elements) {
  Subset released = Subset::none(set_.size());
  for (const std::uint32_t element : elements) released.insert(element);
  std::erase_if(pins_, [&](const Pin& pin) { return released.contains(pin.element); });
  set_ -= released;
  return released;
}

std::vector<std::uint32_t> NeededElements::release_all() {
  std::vector<std::uint32_t> all;
  for (const Pin& pin : std::exchange(pins_, {})) all.push_back(pin.element);
  set_ = Subset::none(set_.size());
  return all;
}

NeededElements::Revisit NeededElements::to_revisit(const Subset& kept, MergeStamp now) const {
  Revisit revisit;
  for (const Pin& pin : pins_) {
    if (!kept.contains(pin.element)) continue;
    if (pin.stamp == refuted_stamp)
      revisit.refuted.push_back(pin.element);
    else if (pin.stamp < now)
      revisit.outdated.push_back(pin.element);
  }
  std::ranges::sort(revisit.outdated);
  std::ranges::sort(revisit.refuted);
  return revisit;
}

std::vector<std::uint32_t> NeededElements::latest(std::size_t count, const Subset& kept) const {
  std::vector<std::uint32_t> found;
  for (auto pin = pins_.rbegin(); pin != pins_.rend() && found.size() < count; ++pin)
    if (kept.contains(pin->element)) found.push_back(pin->element);
  return found;
}

std::vector<std::uint32_t> NeededElements::since(MergeStamp stamp, const Subset& kept) const {
  std::vector<std::uint32_t> found;
  for (const Pin& pin : pins_)
    if (pin.stamp >= stamp && kept.contains(pin.element)) found.push_back(pin.element);
  return found;
}

}  // namespace whittle
