/// JSON that comes from a disk, a network or another process.
///
/// nlohmann's library parses without recursion, but it copies, compares and prints values with it.
/// A text of 100,000 brackets would overflow the stack.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace whittle {

/// Parses a text that is nested at most this deep. Grammars of tree-sitter have about 30 levels.
inline constexpr int most_json_levels = 1000;

/// `is_discarded()` if the text is no JSON or is nested deeper.
nlohmann::json parse_json(std::string_view text);

}  // namespace whittle
