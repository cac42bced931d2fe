/// Records of binary files, as far as they can be guessed.
///
/// Many formats are sequences of records, which may contain records: a tag, a length, as many
/// bytes, perhaps a checksum (PNG, RIFF, MIDI, MP4, ASN.1, captured packets). Nothing says which
/// bytes are the length, so several shapes of a record are tried. A shape that divides a file
/// exactly up to its end is hardly there by chance.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "document/edit.h"
#include "document/lexer.h"

namespace whittle::text {

struct Record {
  static constexpr std::uint32_t no_parent = ~std::uint32_t{0};

  Range range;   ///< the whole record
  Range number;  ///< the place of its length
  NumberForm form = NumberForm::big_endian;
  std::uint64_t value = 0;           ///< the length
  std::uint32_t parent = no_parent;  ///< the record directly around it, which comes earlier
  bool is_leaf = true;               ///< it contains no other record
};

/// The most convincing division of a file into records; nothing if none convinces.
std::vector<Record> guess_records(BytesView bytes);

}  // namespace whittle::text
