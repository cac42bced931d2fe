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
  // A time that would be rounded to a whole unit is said in that unit.
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", seconds * 1000);
  if (seconds < 59.95) return fmt::format("{:.1f} s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string percent_of(double part, double whole) {
  const double share = whole > 0 ? 100 * part / whole : 0;
  // Rounded down: not all of it is not 100 %. The first and the last percent have a digit more:
  // most of a run is spent in the last one.
  const bool has_digit = (share > 0 && share < 1) || (share > 99 && share < 100);
  return has_digit ? fmt::format("{:.1f} %", std::floor(10 * share) / 10)
                   : fmt::format("{:.0f} %", std::floor(share));
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", with_commas(number), noun, number == 1 ? "" : "s");
}

}  // namespace whittle
