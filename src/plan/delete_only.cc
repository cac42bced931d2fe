#include "plan/delete_only.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "document/lexer.h"
#include "passes/input_kinds.h"
#include "syntax/trees.h"

namespace whittle {
namespace {

/// What an edit may do to a file.
enum class MayDelete : std::uint8_t {
  anything,      ///< and write: the file is none of these
  tokens,        ///< code: a grammar says what belongs together
  whole_values,  ///< `2024-01-05` is three numbers, but one value
  nothing,
};

MayDelete may_delete(const Pass& pass, const Language& language) {
  if (pass.effect != Effect::deletes) return MayDelete::nothing;
  if (language.parser == Parser::table) {
    const bool keeps_cells =
        pass.family == Family::tree || pass.input.matches == input::table.matches;
    return keeps_cells ? MayDelete::tokens : MayDelete::nothing;
  }
  const bool is_code = language.parser == Parser::tree_sitter && !language.profile.is_data;
  return is_code ? MayDelete::tokens : MayDelete::whole_values;
}

/// Whether one end of what the edit deletes is inside a value. Changes that touch are one deletion.
bool cuts_value(const Edit& edit, const Document& document, std::span<const MayDelete> files) {
  const auto is_end = [&](std::uint32_t file, std::uint64_t at, auto other_end) {
    return std::ranges::none_of(edit.changes, [&](const Change& change) {
      return change.file == file && change.*other_end == at;
    });
  };
  return std::ranges::any_of(edit.changes, [&](const Change& change) {
    if (change.drops_file || files[change.file] != MayDelete::whole_values) return false;
    const BytesView bytes = document.bytes(change.file);
    return (is_inside_value(bytes, change.begin) &&
            is_end(change.file, change.begin, &Change::end)) ||
           (is_inside_value(bytes, change.end) && is_end(change.file, change.end, &Change::begin));
  });
}

}  // namespace

void leave_values_whole(const Pass& pass, const Subject& subject,
                        std::span<const std::string> delete_only_files, Found& found) {
  std::vector<MayDelete> files;
  for (const File& file : subject.document.files()) {
    const bool is_one = std::ranges::find(delete_only_files, file.path) != delete_only_files.end();
    files.push_back(is_one && file.kind == File::Kind::regular
                        ? may_delete(pass, subject.trees.language(file.path, *file.bytes))
                        : MayDelete::anything);
  }
  found.filter([&](std::size_t, const Edit& edit) {
    return std::ranges::none_of(edit.changes,
                                [&](const Change& change) {
                                  const MayDelete may = files[change.file];
                                  // Of a Python block, `pass` stays if all statements go.
                                  return !change.drops_file && may != MayDelete::anything &&
                                         (may == MayDelete::nothing || !change.replacement.empty());
                                }) &&
           !cuts_value(edit, subject.document, files);
  });
}

}  // namespace whittle
