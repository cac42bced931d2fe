/// Binary files as people read them.
#pragma once

#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace whittle {

inline constexpr std::size_t bytes_in_row = 16;

/// "7f 45 4c 46": a row of bytes, or the first row of more.
inline std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes.substr(0, bytes_in_row))
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", static_cast<unsigned char>(byte));
  return text;
}

}  // namespace whittle
