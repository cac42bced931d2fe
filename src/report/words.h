/// Numbers and times as people read them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace whittle {

/// 88310 -> "88,310".
std::string with_commas(std::uint64_t number);
/// 41 s -> "0:41"; 3671 s -> "1:01:11".
std::string clock_time(std::chrono::seconds time);
/// "412 ms", "12.4 s", "3 min 20 s".
std::string short_time(std::chrono::microseconds time);
/// "1 test", "3,102 tests".
std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace whittle
