/// The keys of the view.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace whittle {

enum class Key : std::uint8_t {
  best,
  diff,
  table,
  output,
  skip,
  pause,
  quit,
  help,
  up,
  down,
  left,
  right,
  page_up,
  page_down,
  top,
  bottom,
  escape,
  other,
};

/// What was typed, as a terminal sends it. An escape sequence that is none of ours is one other
/// key.
std::vector<Key> keys_in(std::string_view typed);

}  // namespace whittle
