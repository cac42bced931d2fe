#include "syntax/table.h"

#include <algorithm>
#include <string_view>

namespace whittle {
namespace {

/// Reads records one after the other.
class TableReader {
 public:
  TableReader(BytesView bytes, char separator) : bytes_(bytes), separator_(separator) {}

  /// The record that begins at `at`, which moves to the next line.
  TextTable::Record record(std::uint64_t& at) {
    TextTable::Record record;
    for (;;) {
      const std::uint64_t begin = at;
      if (at < bytes_.size() && bytes_[at] == '"') at = quoted_end(at);
      while (at < bytes_.size() && bytes_[at] != '\n' && bytes_[at] != separator_) ++at;
      const bool is_last = at == bytes_.size() || bytes_[at] == '\n';
      const bool has_return = is_last && at > begin && bytes_[at - 1] == '\r';
      record.cells.push_back({begin, has_return ? at - 1 : at});
      at = std::min<std::uint64_t>(at + 1, bytes_.size());
      if (is_last) return record;
    }
  }

 private:
  /// Behind the closing quote, or `open` if there is none. A doubled quote closes nothing.
  std::uint64_t quoted_end(std::uint64_t open) {
    if (open >= unclosed_) return open;
    for (std::size_t at = open; (at = bytes_.find('"', at + 1)) != BytesView::npos; ++at)
      if (at + 1 == bytes_.size() || bytes_[at + 1] != '"') return at + 1;
    unclosed_ = open;
    return open;
  }

  BytesView bytes_;
  char separator_;
  std::uint64_t unclosed_ = ~std::uint64_t{0};  // from here on, no quote is closed
};

char likely_separator(BytesView bytes) {
  char best = ',';
  std::size_t most = 1;
  for (const char separator : std::string_view(",\t;|")) {
    std::uint64_t at = 0;
    const std::size_t cells = TableReader(bytes, separator).record(at).cells.size();
    if (cells <= most) continue;
    best = separator;
    most = cells;
  }
  return best;
}

}  // namespace

TextTable read_table(BytesView bytes, std::optional<char> separator) {
  TextTable table;
  table.separator = separator.value_or(likely_separator(bytes));
  TableReader reader(bytes, table.separator);
  for (std::uint64_t at = 0; at < bytes.size();) {
    TextTable::Record record = reader.record(at);
    const Range range = record.range();
    if (record.cells.size() > 1 || !std::ranges::all_of(range.in(bytes), is_space))
      table.records.push_back(std::move(record));
  }
  return table;
}

}  // namespace whittle
