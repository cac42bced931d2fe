/// What a search learns from a refusal: if one element is kept, another must be.
#pragma once

#include <compare>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/hash.h"

namespace whittle {

struct Need {
  std::uint32_t piece = 0;   ///< if this one is kept,
  std::uint32_t needed = 0;  ///< this one is
  friend auto operator<=>(const Need&, const Need&) = default;
};

/// Why candidates were refused. One without needs was looked at, and nothing was found.
using Reasons = std::unordered_map<Hash, std::vector<Need>>;

}  // namespace whittle
