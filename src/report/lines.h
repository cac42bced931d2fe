/// Lines for a terminal, as values: text in a few paints. The display and its screens are made of
/// these (view_lines.h, pages.h); terminal.h draws them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whittle {

enum class Paint : std::uint8_t {
  plain,
  dim,
  bold,
  accent,
  good,
  bad,
  warning,
  question,
  comment,
  string,
  number,
  keyword,
  type,
};

struct Span {
  std::string text;
  Paint paint = Paint::plain;
};
using Line = std::vector<Span>;

/// How many columns a text takes: one for each character of UTF-8, two for the wide ones.
std::size_t columns(std::string_view text);
std::size_t columns(const Line& line);
/// The line, cut off after this many columns.
Line cut(const Line& line, std::size_t width);
/// The line without its first columns.
Line without_front(const Line& line, std::size_t columns);
/// The text without paints.
std::string text_of(const Line& line);
/// The line with escape sequences for the paints; without them if not `coloured`.
std::string painted(const Line& line, bool coloured);
/// The text in lines of at most so many columns, broken at blanks; all but the first are indented.
/// A longer word has a line of its own, and so has a text in single quotes, which may be an
/// argument to copy. 0 columns: as it is.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);
/// Any bytes as text that no terminal interprets: tabs become blanks; other control characters and
/// invalid UTF-8 become '?'.
std::string printable(std::string_view bytes);
/// The same for a text of several lines, whose line breaks stay.
std::string printable_lines(std::string_view text);

}  // namespace whittle
