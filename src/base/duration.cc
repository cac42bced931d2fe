#include "base/duration.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace whittle {

Result<std::chrono::microseconds> parse_duration(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 4> units{
      {{"ms", 1e3}, {"s", 1e6}, {"m", 60e6}, {"h", 3600e6}}};
  const Error wrong{ErrorKind::usage,
                    fmt::format("'{}' is not a time; write it as 500ms, 10s, 5m or 1h30m", text),
                    {}};
  double total = 0;
  std::string_view rest = text;
  if (rest.empty()) return std::unexpected(wrong);
  // Numbers and units in turn. A number without a unit is seconds, and must be alone: "1h30" could
  // mean minutes or seconds.
  while (!rest.empty()) {
    double number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc{} || !std::isfinite(number) || number < 0) return std::unexpected(wrong);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    const auto unit = std::ranges::find_if(
        units, [&](const auto& candidate) { return rest.starts_with(candidate.first); });
    if (unit == units.end()) {
      if (!rest.empty() || total > 0) return std::unexpected(wrong);
      total = number * 1e6;  // bare seconds
    } else {
      total += number * unit->second;
      rest.remove_prefix(unit->first.size());
    }
  }
  if (total < 1 || total > 1e15) return std::unexpected(wrong);
  return std::chrono::microseconds(static_cast<std::int64_t>(total));
}

}  // namespace whittle
