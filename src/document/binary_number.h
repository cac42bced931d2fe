/// Numbers in binary files: their bytes, the least significant first or last.
///
/// If a `Counted` (`edit.h`) is such a number, its `number.replacement` names the order. It is
/// empty for a number of digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace whittle {

inline constexpr std::string_view little_endian = "little", big_endian = "big";

/// The value of up to eight bytes.
inline std::uint64_t read_number(BytesView bytes, std::string_view order) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = order == big_endian ? i : bytes.size() - 1 - i;
    value = value << 8 | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

/// The value in `size` bytes.
inline std::string write_number(std::uint64_t value, std::size_t size, std::string_view order) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i, value >>= 8)
    bytes[order == big_endian ? size - 1 - i : i] = static_cast<char>(value & 0xff);
  return bytes;
}

}  // namespace whittle
