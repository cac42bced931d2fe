#include "base/hash.h"

#include <array>
#include <fmt/format.h>
#include <xxhash.h>

namespace whittle {

std::string Hash::hex() const {
  return fmt::format("{:016x}{:016x}", high, low);
}

Hash hash_of(BytesView bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

Hash combine(Hash a, Hash b) {
  const std::array<std::uint64_t, 4> words{a.high, a.low, b.high, b.low};
  const XXH128_hash_t hash = XXH3_128bits(words.data(), sizeof(words));
  return {hash.high64, hash.low64};
}

}  // namespace whittle
