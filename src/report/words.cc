#include "report/words.h"

#include <cmath>
#include <fmt/format.h>

namespace whittle {

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, 1, ',');
  return text;
}

std::string clock_time(std::chrono::seconds time) {
  const auto all = time.count();
  const auto hours = all / 3600, minutes = all / 60 % 60, seconds = all % 60;
  if (hours) return fmt::format("{}:{:02}:{:02}", hours, minutes, seconds);
  return fmt::format("{}:{:02}", minutes, seconds);
}

std::string short_time(std::chrono::microseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 60) return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(number), noun, number == 1 ? "" : "s");
}

}  // namespace whittle
