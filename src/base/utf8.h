/// Reads text that may or may not be UTF-8.
#pragma once

#include <cstddef>

#include "base/bytes.h"

namespace whittle {

/// The number of bytes of the character at the front of `text`; 0 if the bytes are no character:
/// overlong forms, surrogates, and code points above U+10FFFF. Requires: `text` is not empty.
inline std::size_t character_length(BytesView text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  if (length == 3 && ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) > 0x9f)))
    return 0;
  if (length == 4 && ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) > 0x8f)))
    return 0;
  return length;
}

}  // namespace whittle
