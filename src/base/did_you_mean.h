/// Finds the known name that a mistyped name is closest to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace whittle {

/// How many letters must be inserted, deleted, replaced or swapped with a neighbour to turn one
/// name into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name in `known` closest to `mistyped`, if at most a third of its letters are wrong. The
/// first one, if several are equally close.
std::optional<std::string_view> did_you_mean(std::string_view mistyped,
                                             std::span<const std::string_view> known);

/// "unknown algorithm 'prodd', did you mean 'probdd'?"; without a guess it ends after the name.
std::string unknown_name(std::string_view what, std::string_view mistyped,
                         std::span<const std::string_view> known);

}  // namespace whittle
