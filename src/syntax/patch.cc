#include "syntax/patch.h"

#include <algorithm>
#include <charconv>

#include "document/lines.h"
#include "document/units.h"

namespace whittle {
namespace {

std::optional<HunkCount> count_behind(BytesView text, const Range& line, char sign) {
  std::size_t at = text.find(sign, line.begin);
  if (at >= line.end) return std::nullopt;
  at = text.find_first_not_of("0123456789", at + 1);
  if (at >= line.end || text[at] != ',') return std::nullopt;
  HunkCount count{{at + 1, at + 1}};
  const auto [stop, error] =
      std::from_chars(text.data() + at + 1, text.data() + line.end, count.value);
  if (error != std::errc()) return std::nullopt;
  count.digits.end = static_cast<std::uint64_t>(stop - text.data());
  return count;
}

/// A line with one end, whether it is the last of its file or not.
std::string line_text(BytesView line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return std::string(line) + '\n';
}

}  // namespace

std::optional<std::array<HunkCount, 2>> hunk_counts(BytesView text, const Range& line) {
  if (!line.in(text).starts_with("@@ -")) return std::nullopt;
  const auto before = count_behind(text, line, '-'), after = count_behind(text, line, '+');
  if (!before || !after) return std::nullopt;
  return std::array{*before, *after};
}

PatchParts::PatchParts(BytesView patch) {
  Parsed parsed = read(patch);
  hunks_ = std::move(parsed.hunks);
  lines_.insert(parsed.lines.begin(), parsed.lines.end());
}

PatchParts::Parsed PatchParts::read(BytesView text) {
  Parsed parsed;
  std::size_t left_before = 0, left_after = 0;
  for (const Range& range : find_lines(text)) {
    std::string line = line_text(range.in(text));
    if (left_before + left_after == 0) {
      if (const auto counts = hunk_counts(text, range)) {
        left_before = counts->front().value, left_after = counts->back().value;
        parsed.hunks.emplace_back();
      } else {
        parsed.lines.push_back(std::move(line));
      }
      continue;
    }
    if (line.front() == '\\') continue;  // "\ No newline at end of file"
    const bool is_old = line.front() != '+', is_new = line.front() != '-';
    if ((is_old && left_before == 0) || (is_new && left_after == 0)) parsed.is_whole = false;
    left_before -= is_old && left_before > 0;
    left_after -= is_new && left_after > 0;
    OldLines& hunk = parsed.hunks.back();
    hunk.ends_with_change = !(is_old && is_new);
    if (is_old) hunk.text += line.substr(line.front() == ' ' || line.front() == '-');
    if (!is_old) parsed.lines.push_back(std::move(line));
  }
  parsed.is_whole = parsed.is_whole && left_before + left_after == 0;
  return parsed;
}

bool PatchParts::has_hunk(const OldLines& hunk) const {
  return std::ranges::any_of(hunks_, [&](const OldLines& whole) {
    for (std::size_t at = 0; (at = whole.text.find(hunk.text, at)) != std::string::npos; ++at) {
      const bool is_at_end = at + hunk.text.size() == whole.text.size();
      if ((at == 0 || whole.text[at - 1] == '\n') &&
          (!hunk.ends_with_change || (whole.ends_with_change && is_at_end)))
        return true;
    }
    return false;
  });
}

bool PatchParts::has_part(BytesView version) const {
  const Parsed parsed = read(version);
  return parsed.is_whole &&
         std::ranges::all_of(parsed.lines,
                             [&](const std::string& line) { return lines_.contains(line); }) &&
         std::ranges::all_of(parsed.hunks, [&](const OldLines& hunk) { return has_hunk(hunk); });
}

}  // namespace whittle
