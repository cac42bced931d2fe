/// How much is tested before a search ends.
#pragma once

#include <cstddef>
#include <cstdint>

namespace whittle {

enum class Effort : std::uint8_t {
  quick,   ///< as normal, but stops when `quick_patience` tests in a row remove no token
  normal,  ///< leaves out edits that earlier refusals make hopeless; see plan/hopeless.h
  full,    ///< tests everything
};

inline constexpr std::size_t quick_patience = 100;

}  // namespace whittle
