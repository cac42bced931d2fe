/// The shortest text that a regular expression of a grammar matches: `a` for `[a-z_]\w*`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace whittle {

/// A longer text would be of no use as a stand-in. The limit also keeps `((a{999}){999}){999}` from
/// being written out.
inline constexpr std::size_t longest_text = 4096;

/// Nothing if the expression uses syntax that is not supported (look-around), or if it matches no
/// text of at most `longest_text` bytes. From a set of characters a digit is taken before a letter,
/// and a letter before a mark; of alternatives of equal length, the first in byte order is taken.
std::optional<std::string> shortest_match(std::string_view expression);

}  // namespace whittle
