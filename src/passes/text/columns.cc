#include "passes/text/text_passes.h"
#include "syntax/table.h"
#include "syntax/trees.h"

namespace whittle::text {
namespace {

/// A record of many cells in a table of many records would list more changes than are worth it; by
/// then, whole records have not been deleted yet.
constexpr std::size_t most_cells = std::size_t{1} << 20;

void add_columns(std::uint32_t file, BytesView bytes, Found& found) {
  const TextTable table = read_table(bytes);
  if (table.records.empty()) return;
  const std::size_t columns = table.records.front().cells.size();
  if (columns < 2 || table.records.size() * columns > most_cells) return;
  const auto first = static_cast<std::uint32_t>(found.edits.size());
  found.edits.resize(first + columns, Edit{{}, 0});
  std::vector<std::uint32_t> all;
  for (std::size_t column = 0; column < columns; ++column)
    all.push_back(first + static_cast<std::uint32_t>(column));
  for (const TextTable::Record& record : table.records) {
    if (record.cells.size() != columns) continue;  // nobody knows which cell is missing
    Separated row{all, {}};
    for (std::size_t column = 0; column < columns; ++column) {
      const Range& cell = record.cells[column];
      Edit& edit = found.edits[first + column];
      if (cell.size() > 0) edit.changes.push_back({file, cell.begin, cell.end, "", false});
      edit.weight += static_cast<Weight>(count_tokens(cell.in(bytes)) + 1);
      if (column + 1 < columns) row.separators.push_back({file, cell.end, cell.end + 1, "", false});
    }
    found.rows.push_back(std::move(row));
  }
  found.not_all.push_back(std::move(all));
}

}  // namespace

/// name,age,city       name,city
/// Ann,31,Rome     ->  Ann,Rome
Found columns(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView bytes) {
    const std::string& path = subject.document.files()[file].path;
    if (subject.trees.language(path, bytes).parser == Parser::table)
      add_columns(file, bytes, found);
  });
  return found;
}

}  // namespace whittle::text
