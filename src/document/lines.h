/// The white space and lines around removed text: one rule for every pass.
///
/// Removing text must not leave a page of empty lines, and must not join two lines either. If a
/// range is alone on its lines, these lines are removed with it; the caller decides about other
/// white space.
#pragma once

#include <algorithm>
#include <cstdint>

#include "document/lexer.h"

namespace whittle {

/// White space inside a line.
constexpr bool is_blank(char c) {
  return is_space(c) && c != '\n';
}

/// Whether there is nothing but white space, line ends included.
constexpr bool is_all_space(BytesView text) {
  return std::ranges::all_of(text, is_space);
}

/// The text without the white space around it.
constexpr BytesView trimmed(BytesView text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The beginning of the blanks before a place, and the end of the blanks after it.
inline std::uint64_t blanks_begin(BytesView bytes, std::uint64_t at) {
  while (at > 0 && is_blank(bytes[at - 1])) --at;
  return at;
}
inline std::uint64_t blanks_end(BytesView bytes, std::uint64_t at) {
  while (at < bytes.size() && is_blank(bytes[at])) ++at;
  return at;
}

/// The position of a range on its lines.
struct Margins {
  Range blanks;              ///< the range with the blanks on both sides
  bool starts_line = false;  ///< only blanks are before it on its first line
  bool ends_line = false;    ///< only blanks are behind it on its last line

  bool is_alone() const { return starts_line && ends_line; }
};
inline Margins margins_of(BytesView bytes, const Range& range) {
  const Range blanks{blanks_begin(bytes, range.begin), blanks_end(bytes, range.end)};
  return {blanks, blanks.begin == 0 || bytes[blanks.begin - 1] == '\n',
          blanks.end == bytes.size() || bytes[blanks.end] == '\n'};
}

/// The lines of a range that is alone on them, with the end of the last.
inline Range lines_of(BytesView bytes, const Margins& margins) {
  return {margins.blanks.begin, std::min<std::uint64_t>(margins.blanks.end + 1, bytes.size())};
}

/// The range; with its lines if it is alone on them.
inline Range with_its_lines(BytesView bytes, const Range& range) {
  const Margins margins = margins_of(bytes, range);
  return margins.is_alone() ? lines_of(bytes, margins) : range;
}

/// The white space that is removed with a mark between two items, such as a comma.
enum class Gap : std::uint8_t {
  blanks,  ///< the blanks beside the mark: the next item stays on its line
  all,     ///< all white space between the items, if only marks and white space are there: the next
           ///< item moves to where this one was
};

/// The mark with its gap. `room` is the range between the items.
inline Range with_gap(BytesView bytes, const Range& mark, const Range& room, Gap gap) {
  if (gap == Gap::blanks)
    return {std::max(blanks_begin(bytes, mark.begin), std::min(room.begin, mark.begin)),
            std::min(blanks_end(bytes, mark.end), std::max(room.end, mark.end))};
  const BytesView sign = mark.in(bytes);
  const bool only_marks = std::ranges::all_of(
      room.in(bytes), [&](char c) { return is_space(c) || sign.find(c) != BytesView::npos; });
  return only_marks ? room : mark;
}

}  // namespace whittle
