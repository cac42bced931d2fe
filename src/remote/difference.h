/// A text as a difference from a base that was indexed once.
///
/// `store/delta.h` does the same for two texts, but zstd reads the whole base for each difference:
/// 5 ms for 2 MB, and a coordinator makes a thousand differences a second. Here the base is cut
/// into blocks, and a table finds blocks by their content. A candidate is the base with parts
/// removed, so a difference is mostly a list of ranges to copy.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace whittle {

class IndexedBase {
 public:
  explicit IndexedBase(Bytes bytes);

  const Bytes& bytes() const { return bytes_; }
  /// Costs O(bytes of `after`) at the speed of memcmp, and a table lookup for each byte that does
  /// not match the base at the expected place.
  Bytes difference(BytesView after) const;

 private:
  std::size_t find(BytesView block, std::size_t from) const;

  Bytes bytes_;
  std::vector<std::uint32_t> first_;  // the first block of each hash, plus 1; 0: none
  std::vector<std::uint32_t> next_;   // the next block with the same hash, plus 1; 0: none
};

/// The text from which `difference` was made; `ErrorKind::stale` for bytes that `difference` did
/// not write.
Result<Bytes> applied(BytesView base, BytesView difference);

}  // namespace whittle
