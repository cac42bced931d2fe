/// Why a search ended.
#pragma once

#include <cstdint>

namespace whittle {

enum class Ending : std::uint8_t {
  finished,     ///< it has no more questions
  no_gain,      ///< see `Budget::without_gain`
  tests_spent,  ///< see `Budget::tests`
  enough,       ///< see `Budget::is_enough`
  interrupted,  ///< by the user, or because the time is over
  revoked,      ///< the oracle has taken back outcomes that the search was told
};

}  // namespace whittle
