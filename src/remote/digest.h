/// SHA-256 (FIPS 180-4): the name of content on the network.
///
/// `Hash` (XXH3) is quicker, but anybody can make two texts with the same hash: a user who can
/// write to the server could replace a test that was checked by another one. On the network a file
/// therefore has this name, and a signed message that contains the name vouches for the bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "base/bytes.h"

namespace whittle {

struct Digest {
  std::array<std::uint32_t, 8> words = {};
  friend bool operator==(const Digest&, const Digest&) = default;
  friend auto operator<=>(const Digest&, const Digest&) = default;

  /// 64 hexadecimal digits.
  std::string hex() const;
};

/// Some 200 MB/s.
Digest digest_of(BytesView bytes);

}  // namespace whittle
