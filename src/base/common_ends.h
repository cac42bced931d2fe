/// The number of bytes that two texts have in common at their beginning and at their end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/bytes.h"

namespace whittle {

/// Blocks are compared by memcmp, which looks at many bytes at a time; only the block that differs
/// is compared byte by byte.
inline constexpr std::size_t block_compared = 256;

inline std::size_t common_prefix(BytesView a, BytesView b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t same = 0;
  while (same + block_compared <= most &&
         !std::memcmp(a.data() + same, b.data() + same, block_compared))
    same += block_compared;
  while (same < most && a[same] == b[same]) ++same;
  return same;
}

inline std::size_t common_suffix(BytesView a, BytesView b) {
  const std::size_t most = std::min(a.size(), b.size());
  const char *a_end = a.data() + a.size(), *b_end = b.data() + b.size();
  std::size_t same = 0;
  while (same + block_compared <= most &&
         !std::memcmp(a_end - same - block_compared, b_end - same - block_compared, block_compared))
    same += block_compared;
  while (same < most && a_end[-1 - static_cast<std::ptrdiff_t>(same)] ==
                            b_end[-1 - static_cast<std::ptrdiff_t>(same)])
    ++same;
  return same;
}

}  // namespace whittle
