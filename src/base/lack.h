/// A dependency that a search learns from a refusal: an element was kept without one it needs.
#pragma once

#include <compare>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/hash.h"

namespace whittle {

struct Lack {
  std::uint32_t piece = 0;   ///< this one is kept and
  std::uint32_t needed = 0;  ///< lacks this one
  friend auto operator<=>(const Lack&, const Lack&) = default;
};

/// The reasons for refusals, by candidate. An empty list means that the candidate was examined and
/// no missing element was found.
using Reasons = std::unordered_map<Hash, std::vector<Lack>>;

}  // namespace whittle
