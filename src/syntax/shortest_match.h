/// The shortest text that a regular expression of a grammar matches: `a` for `[a-z_]\w*`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace whittle {

/// Nothing if the expression uses what we do not read (look-around, back references), or matches
/// nothing. Among equally short texts digits are taken before letters before marks.
std::optional<std::string> shortest_match(std::string_view expression);

}  // namespace whittle
