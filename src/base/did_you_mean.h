/// The known name that a mistyped one is closest to.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace whittle {

/// How many single letters must be put in, left out, replaced or swapped with their neighbour to
/// make one of the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name in `known` closest to `mistyped`, if it is close enough to have been meant: a third of
/// its letters wrong at most. Of several as close, the first.
std::optional<std::string_view> did_you_mean(std::string_view mistyped,
                                             std::span<const std::string_view> known);

/// "unknown algorithm 'prodd', did you mean 'probdd'?"; without a guess it ends after the name.
std::string unknown_name(std::string_view what, std::string_view mistyped,
                         std::span<const std::string_view> known);

}  // namespace whittle
