/// How closely a failure must agree with the original one.
#pragma once

#include <cstdint>

namespace whittle {

/// Each level includes the levels before it.
enum class SameBug : std::uint8_t {
  any,      ///< the command ends in the same way: by this signal or with this exit status
  kind,     ///< and announces the same kind of failure
  message,  ///< with the same message
  frames,   ///< in the same functions
};

}  // namespace whittle
