/// What the user's test said of a candidate, and what a part of a document weighs.
#pragma once

#include <cstdint>

namespace whittle {

/// "Pass" and "fail" mislead here: a test script that exits 0 has found the failure.
enum class Outcome : std::uint8_t { uninteresting, interesting };

constexpr Outcome outcome_of(bool interesting) {
  return interesting ? Outcome::interesting : Outcome::uninteresting;
}

/// How many tokens something is made of.
using Weight = std::uint32_t;

}  // namespace whittle
