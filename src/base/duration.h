/// Times as users write them.
#pragma once

#include <chrono>
#include <string_view>

#include "base/result.h"

namespace whittle {

/// "10m", "1h30m", "500ms", "2.5s", "90" (seconds).
Result<std::chrono::microseconds> parse_duration(std::string_view text);

}  // namespace whittle
