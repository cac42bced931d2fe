// Lines of a patch. The head of a hunk, `@@ -1,4 +1,5 @@`, counts them: those of the old file
// (blank or minus in front) and those of the new one (blank or plus). Both numbers are lowered with
// each line that is deleted. Whole hunks and files are blocks of the tree, and need no pass of
// their own.
#include "passes/text/text_passes.h"
#include "syntax/patch.h"
#include "syntax/trees.h"

namespace whittle::text {
namespace {

/// The lines of the hunk whose head is `lines[head]`.
void add_hunk(std::uint32_t file, BytesView text, const std::vector<Range>& lines, std::size_t head,
              Found& found) {
  const auto counts = hunk_counts(text, lines[head]);
  if (!counts) return;
  const auto counted = [&](const HunkCount& count) {
    return Counted{{file, count.digits.begin, count.digits.end, "", false}, count.value, {}};
  };
  Counted before = counted(counts->front()), after = counted(counts->back());
  std::size_t left_before = before.value, left_after = after.value;
  for (std::size_t i = head + 1; i < lines.size() && left_before + left_after > 0; ++i) {
    const char sign = text[lines[i].begin];
    const bool is_old = sign != '+', is_new = sign != '-';
    if ((is_old && left_before == 0) || (is_new && left_after == 0)) return;
    const auto number = static_cast<std::uint32_t>(found.edits.size());
    if (is_old) before.items.push_back(number);
    if (is_new) after.items.push_back(number);
    left_before -= is_old;
    left_after -= is_new;
    found.edits.push_back(removal(file, lines[i], weigh(lines[i].in(text))));
  }
  found.counts.push_back(std::move(before));
  found.counts.push_back(std::move(after));
}

}  // namespace

/// @@ -1,2 +1,3 @@      @@ -1,2 +1,2 @@
///  a                ->  a
/// +b                    c
///  c
Found hunk_lines(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const std::string& path = subject.document.files()[file].path;
    if (!subject.trees.language(path, text).is_any(Dialect::patch)) return;
    const std::vector<Range> lines = find_lines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) add_hunk(file, text, lines, i, found);
  });
  return found;
}

}  // namespace whittle::text
