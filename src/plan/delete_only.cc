#include "plan/delete_only.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "document/lexer.h"
#include "document/lines.h"
#include "passes/input_kinds.h"
#include "syntax/trees.h"

namespace whittle {
namespace {

/// The changes to a file that an edit may make.
enum class MayDelete : std::uint8_t {
  anything,      ///< and write: the file is none of these
  tokens,        ///< code: a grammar says what belongs together
  whole_values,  ///< `2024-01-05` is three numbers, but one value
  whole_lines,   ///< a setting and its value
  nothing,
};

MayDelete may_delete(const Pass& pass, const Language& language) {
  if (pass.effect != Effect::deletes) return MayDelete::nothing;
  if (language.parser == Parser::table) {
    const bool keeps_cells =
        pass.family == Family::tree || pass.input.matches == input::table.matches;
    return keeps_cells ? MayDelete::tokens : MayDelete::nothing;
  }
  // Text has no comments. If a file of lines has them, its lines are settings. If its lines are
  // continued, as in a Dockerfile, a line may be a script of many words.
  const Outline& outline = language.profile.outline;
  if (outline.only_lines && !outline.continued && !language.comments.line.empty())
    return MayDelete::whole_lines;
  const bool is_code = language.parser == Parser::tree_sitter && !language.profile.is_data;
  return is_code ? MayDelete::tokens : MayDelete::whole_values;
}

/// The ranges of a file that an edit changes; changes that touch are one range. Requires: the
/// changes are sorted.
std::vector<Range> changed_ranges(const Edit& edit, std::uint32_t file) {
  std::vector<Range> ranges;
  for (const Change& change : edit.changes) {
    if (change.file != file || change.drops_file) continue;
    if (!ranges.empty() && ranges.back().end == change.begin)
      ranges.back().end = change.end;
    else
      ranges.push_back({change.begin, change.end});
  }
  return ranges;
}

/// Whether a deletion leaves the lines before and behind it as they are. White space at the ends of
/// a line is no part of it.
bool leaves_lines_whole(BytesView bytes, Range range) {
  const bool from_start = range.begin == 0 || bytes[range.begin - 1] == '\n';
  const bool to_end = range.end == bytes.size() || bytes[range.end] == '\n';
  const BytesView deleted = range.in(bytes);
  if ((from_start || to_end) && is_all_space(deleted) && !deleted.contains('\n')) return true;
  if (from_start) return to_end || (range.end > 0 && bytes[range.end - 1] == '\n');
  return bytes[range.begin] == '\n' && to_end;
}

/// Whether a deletion leaves only a part of a value, or of a line that must stay whole.
bool cuts_value(const Edit& edit, const Document& document, std::span<const MayDelete> files) {
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    if (files[file] != MayDelete::whole_values && files[file] != MayDelete::whole_lines) continue;
    const BytesView bytes = document.bytes(file);
    const bool is_cut = std::ranges::any_of(changed_ranges(edit, file), [&](const Range& range) {
      if (files[file] == MayDelete::whole_lines) return !leaves_lines_whole(bytes, range);
      return is_inside_value(bytes, range.begin) || is_inside_value(bytes, range.end);
    });
    if (is_cut) return true;
  }
  return false;
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
                                  // A Python block keeps `pass` if all of its statements go.
                                  return !change.drops_file && may != MayDelete::anything &&
                                         (may == MayDelete::nothing || !change.replacement.empty());
                                }) &&
           !cuts_value(edit, subject.document, files);
  });
}

}  // namespace whittle
