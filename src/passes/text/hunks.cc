// Lines of a patch. The head of a hunk, `@@ -1,4 +1,5 @@`, counts them: those of the old file
// (blank or minus in front) and those of the new one (blank or plus). Both numbers are lowered with
// each line that is deleted. Whole hunks and files are blocks of the tree, and need no pass of
// their own.
#include <charconv>
#include <optional>

#include "passes/text/text_passes.h"
#include "syntax/trees.h"

namespace whittle::text {
namespace {

/// `4` in `-1,4`. Nothing if it is left out, which means 1.
std::optional<Counted> count_behind(BytesView text, std::uint32_t file, std::size_t sign,
                                    std::size_t end) {
  std::size_t at = sign + 1;
  while (at < end && is_digit(text[at])) ++at;
  if (at >= end || text[at] != ',') return std::nullopt;
  const std::size_t begin = at + 1;
  Counted counted{{file, begin, begin, "", false}, 0, {}};
  const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, counted.value);
  if (error != std::errc()) return std::nullopt;
  counted.number.end = static_cast<std::uint64_t>(stop - text.data());
  return counted;
}

/// The lines of the hunk whose head is `lines[head]`.
void add_hunk(std::uint32_t file, BytesView text, const std::vector<Range>& lines, std::size_t head,
              Found& found) {
  const Range& line = lines[head];
  const std::size_t minus = text.find('-', line.begin), plus = text.find('+', line.begin);
  if (minus >= line.end || plus >= line.end) return;
  std::optional<Counted> before = count_behind(text, file, minus, line.end),
                         after = count_behind(text, file, plus, line.end);
  if (!before || !after) return;
  std::size_t left_before = before->value, left_after = after->value;
  for (std::size_t i = head + 1; i < lines.size() && left_before + left_after > 0; ++i) {
    const char sign = text[lines[i].begin];
    const bool is_old = sign != '+', is_new = sign != '-';
    if ((is_old && left_before == 0) || (is_new && left_after == 0)) return;
    const auto number = static_cast<std::uint32_t>(found.edits.size());
    if (is_old) before->items.push_back(number);
    if (is_new) after->items.push_back(number);
    left_before -= is_old;
    left_after -= is_new;
    found.edits.push_back(removal(file, lines[i], weigh(lines[i].in(text))));
  }
  found.counts.push_back(std::move(*before));
  found.counts.push_back(std::move(*after));
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
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].in(text).starts_with("@@ -")) add_hunk(file, text, lines, i, found);
  });
  return found;
}

}  // namespace whittle::text
