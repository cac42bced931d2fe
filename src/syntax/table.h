/// Tables in text: records on lines, cells between separators (RFC 4180, and its relatives).
#pragma once

#include <optional>
#include <vector>

#include "base/bytes.h"
#include "document/lexer.h"

namespace whittle {

struct TextTable {
  struct Record {
    std::vector<Range> cells;  ///< at least one; a quoted cell with its quotes

    /// Without the end of its line.
    Range range() const { return {cells.front().begin, cells.back().end}; }
  };
  char separator = ',';
  std::vector<Record> records;  ///< blank lines are none
};

/// Takes any bytes, in linear time. Without a separator it is the comma, tab, semicolon or bar that
/// is most frequent in the first record. A quote that is never closed is a character like any
/// other.
TextTable read_table(BytesView bytes, std::optional<char> separator = std::nullopt);

}  // namespace whittle
