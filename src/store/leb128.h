/// Numbers as bytes (LEB128), for `store/` and `remote/`.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace whittle {

inline void put_number(Bytes& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

inline void put_bytes(Bytes& out, BytesView bytes) {
  put_number(out, bytes.size());
  out += bytes;
}

/// Reads from the front of arbitrary bytes; nothing if they end too early or a number is too large.
class NumberReader {
 public:
  explicit NumberReader(BytesView bytes) : rest_(bytes) {}

  std::optional<std::uint64_t> number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      const std::uint64_t part = byte & 0x7fu;
      if (part << shift >> shift != part) return std::nullopt;  // past 64 bits
      number |= part << shift;
      if (byte < 0x80) return number;
    }
    return std::nullopt;
  }
  std::optional<BytesView> bytes() {
    const std::optional<std::uint64_t> size = number();
    if (!size || *size > rest_.size()) return std::nullopt;
    const BytesView taken = rest_.substr(0, *size);
    rest_.remove_prefix(*size);
    return taken;
  }
  bool at_end() const { return rest_.empty(); }
  BytesView rest() const { return rest_; }

 private:
  BytesView rest_;
};

}  // namespace whittle
