/// Numbers in binary files: their bytes, the least significant first or last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "document/edit.h"

namespace whittle {

/// The value of up to eight bytes. Requires: not as digits.
inline std::uint64_t read_number(BytesView bytes, NumberForm form) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t at = form == NumberForm::big_endian ? i : bytes.size() - 1 - i;
    value = value << 8 | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

/// The value in `size` bytes, or in as many digits as it needs.
inline std::string write_number(std::uint64_t value, std::size_t size, NumberForm form) {
  if (form == NumberForm::digits) return std::to_string(value);
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i, value >>= 8)
    bytes[form == NumberForm::big_endian ? size - 1 - i : i] = static_cast<char>(value & 0xff);
  return bytes;
}

}  // namespace whittle
