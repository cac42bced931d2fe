/// The outcome of the user's test on a candidate, and the weight of a part of a document.
#pragma once

#include <cstdint>

namespace whittle {

/// "Pass" and "fail" mislead here: a test script that exits 0 has found the failure.
enum class Outcome : std::uint8_t { uninteresting, interesting };

constexpr Outcome outcome_of(bool interesting) {
  return interesting ? Outcome::interesting : Outcome::uninteresting;
}

/// A number of tokens.
using Weight = std::uint32_t;

}  // namespace whittle
