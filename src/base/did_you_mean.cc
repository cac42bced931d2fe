// Optimal string alignment: the Levenshtein distance with swaps of neighbours, by dynamic
// programming. O(|a| * |b|) time and memory, which is nothing for names of options. Swaps matter:
// "--jbos" should suggest "--jobs" and not a name that needs two replacements.
#include "base/did_you_mean.h"

#include <algorithm>
#include <fmt/core.h>
#include <vector>

namespace whittle {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Row i holds the distances of a's first i letters to every beginning of b.
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& distance = rows[i][j];
      if (i == 0 || j == 0) {
        distance = i + j;
        continue;
      }
      distance = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1,
                           rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        distance = std::min(distance, rows[i - 2][j - 2] + 1);
    }
  return rows[a.size()][b.size()];
}

std::optional<std::string_view> did_you_mean(std::string_view mistyped,
                                             std::span<const std::string_view> known) {
  std::optional<std::string_view> closest;
  std::size_t least = 0;
  for (std::string_view name : known) {
    const std::size_t distance = edit_distance(mistyped, name);
    const bool close = 3 * distance <= std::max(mistyped.size(), name.size());
    if (close && (!closest || distance < least)) {
      closest = name;
      least = distance;
    }
  }
  return closest;
}

std::string unknown_name(std::string_view what, std::string_view mistyped,
                         std::span<const std::string_view> known) {
  const std::string unknown = fmt::format("unknown {} '{}'", what, mistyped);
  const auto meant = did_you_mean(mistyped, known);
  return meant ? fmt::format("{}, did you mean '{}'?", unknown, *meant) : unknown;
}

}  // namespace whittle
