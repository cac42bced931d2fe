/// Numbers, shares and times as people read them. The page says shares and times in the same way
/// (page/web/words.js): tests/report/words.json has examples, and tests of both read it.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace whittle {

/// 88310 -> "88,310"; -1204 -> "-1,204".
std::string with_commas(std::uint64_t number);
std::string with_commas(std::signed_integral auto number) {
  const auto size = static_cast<std::uint64_t>(number);
  return number < 0 ? "-" + with_commas(-size) : with_commas(size);
}
/// 41 s -> "0:41"; 3671 s -> "1:01:11".
std::string clock_time(std::chrono::seconds time);
/// "412 ms", "12.4 s", "3 min 20 s".
std::string short_time(std::chrono::microseconds time);
/// 2 of 3 -> "66 %"; 993 of 1000 -> "99.3 %".
std::string percent_of(double part, double whole);
std::string percent_of(std::integral auto part, std::integral auto whole) {
  return percent_of(static_cast<double>(part), static_cast<double>(whole));
}
/// "1 test", "3,102 tests".
std::string counted(std::uint64_t number, std::string_view noun);

}  // namespace whittle
