/// A 128-bit content hash (XXH3): the name of a candidate in the memo and in the journal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "base/bytes.h"

namespace whittle {

struct Hash {
  static constexpr std::size_t size = 16;  ///< bytes, as stored

  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend bool operator==(const Hash&, const Hash&) = default;
  friend auto operator<=>(const Hash&, const Hash&) = default;

  /// 32 hexadecimal digits.
  std::string hex() const;
};

Hash hash_of(BytesView bytes);

/// Mixes two hashes; the order matters.
Hash combine(Hash a, Hash b);

}  // namespace whittle

template <>
struct std::hash<whittle::Hash> {
  std::size_t operator()(const whittle::Hash& key) const noexcept { return key.low; }
};
