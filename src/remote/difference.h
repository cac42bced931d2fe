/// A text as a difference to a base that was indexed once.
///
/// `store/delta.h` does the same for two texts, but zstd reads all of the base for each difference:
/// 5 ms for 2 MB, and a coordinator makes a thousand differences a second. Here the base is cut
/// into blocks, which a table finds by their content. A candidate is the base with parts removed,
/// so mostly a difference is a list of ranges to copy.
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
  /// Costs O(bytes of `after`) at the speed of memcmp, and a look into the table for each byte that
  /// the base does not have where it is expected.
  Bytes difference(BytesView after) const;

 private:
  std::size_t find(BytesView block, std::size_t from) const;

  Bytes bytes_;
  std::vector<std::uint32_t> first_;  // block of each hash, plus 1; 0: none
  std::vector<std::uint32_t> next_;   // block with the same hash, plus 1
};

/// What `difference` was given; `ErrorKind::stale` for bytes that it did not write.
Result<Bytes> applied(BytesView base, BytesView difference);

}  // namespace whittle
