// Why 1/32 of the weight, and powers of two: heavier elements first make later tests smaller, but
// break the order of uses before definitions. docs/rejected.md ("Lists: heaviest first", "Trees:
// the next level later") has the figures of other limits and of sorting the whole list.
#include "algorithms/gallop/weight_sieve.h"

#include <algorithm>
#include <bit>

namespace whittle {

bool WeightSieve::find_heavy(std::span<const std::uint32_t> elements) {
  double total = 0, most = 0;
  for (const std::uint32_t element : elements) {
    total += elements_.weight(element);
    most = std::max<double>(most, elements_.weight(element));
  }
  heavy_ = total / 32;
  return most > 0 && most >= heavy_;
}

void WeightSieve::sift(std::vector<std::uint32_t>& siblings) {
  std::erase_if(siblings, [&](std::uint32_t element) {
    if (elements_.weight(element) >= heavy_) return false;
    waiting_.push_back(element);
    return true;
  });
  // Elements of a similar weight keep their order, which is that of the document.
  std::ranges::stable_sort(siblings, std::ranges::greater{}, [&](std::uint32_t element) {
    return std::bit_width(elements_.weight(element));
  });
}

}  // namespace whittle
