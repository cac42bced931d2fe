/// The shortest text that a regular expression of a grammar matches: `a` for `[a-z_]\w*`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace whittle {

/// A longer text would stand in for nothing; `((a{999}){999}){999}` need not be written out to
/// know.
inline constexpr std::size_t longest_text = 4096;

/// Nothing if the expression uses what we do not read (look-around, back references), or matches
/// nothing up to `longest_text`. Among equally short texts digits are taken before letters before
/// marks.
std::optional<std::string> shortest_match(std::string_view expression);

}  // namespace whittle
