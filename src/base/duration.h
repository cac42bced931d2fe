/// Times as users write them.
#pragma once

#include <chrono>
#include <string_view>

#include "base/result.h"

namespace whittle {

/// Reads "10m", "1h30m", "500ms", "2.5s" or "90" (seconds). Fails below 1 µs and above 31 years.
Result<std::chrono::microseconds> parse_duration(std::string_view text);

}  // namespace whittle
