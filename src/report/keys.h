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

/// The keys in the bytes that a terminal sends. An unknown escape sequence counts as one other key.
std::vector<Key> keys_in(std::string_view typed);

}  // namespace whittle
