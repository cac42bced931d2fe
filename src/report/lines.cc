// Widths are counted in columns, not in bytes or characters: a line that is one column too long
// would wrap, and the picture could no longer be redrawn in place.
#include "report/lines.h"

#include <algorithm>

#include "base/utf8.h"

namespace whittle {
namespace {

/// The width of one character. The ranges are the East Asian wide ones and emoji, roughly.
std::size_t columns_of_first(std::string_view text, std::size_t length) {
  if (length < 3) return 1;
  std::uint32_t code = static_cast<unsigned char>(text[0]) & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3fu);
  const bool is_wide = (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
                       (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
                       (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) ||
                       (code >= 0x1f300 && code <= 0x1faff) || (code >= 0x20000 && code <= 0x3fffd);
  return is_wide ? 2 : 1;
}

/// The front of a text that takes at most `width` columns.
std::string_view front(std::string_view text, std::size_t width) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, character_length(text.substr(i)));
    used += columns_of_first(text.substr(i), length);
    if (used > width) return text.substr(0, i);
    i += length;
  }
  return text;
}

std::string_view code_of(Paint paint) {
  switch (paint) {
    case Paint::plain:
      return "";
    case Paint::dim:
    case Paint::comment:
      return "2";
    case Paint::bold:
      return "1";
    case Paint::accent:
    case Paint::type:
      return "36";
    case Paint::good:
    case Paint::string:
      return "32";
    case Paint::bad:
      return "31";
    case Paint::warning:
    case Paint::number:
      return "33";
    case Paint::keyword:
      return "35";
    case Paint::question:
      return "7";  // exchanges the colours of text and ground: can be read on any ground
  }
  return "";
}

}  // namespace

std::size_t columns(std::string_view text) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = std::max<std::size_t>(1, character_length(text.substr(i)));
    used += columns_of_first(text.substr(i), length);
    i += length;
  }
  return used;
}

std::size_t columns(const Line& line) {
  std::size_t used = 0;
  for (const Span& span : line) used += columns(span.text);
  return used;
}

Line cut(const Line& line, std::size_t width) {
  Line cut;
  for (const Span& span : line) {
    cut.push_back({std::string(front(span.text, width)), span.paint});
    if (cut.back().text.size() < span.text.size()) return cut;
    width -= columns(span.text);
  }
  return cut;
}

Line without_front(const Line& line, std::size_t columns) {
  Line rest;
  for (const Span& span : line) {
    const std::size_t size = front(span.text, columns).size();
    columns -= std::min(columns, whittle::columns(span.text));
    if (size < span.text.size()) rest.push_back({span.text.substr(size), span.paint});
  }
  return rest;
}

std::string text_of(const Line& line) {
  std::string text;
  for (const Span& span : line) text += span.text;
  return text;
}

std::string painted(const Line& line, bool coloured) {
  std::string text;
  for (const Span& span : line) {
    const std::string_view code = coloured ? code_of(span.paint) : "";
    if (code.empty())
      text += span.text;
    else
      text.append("\x1b[").append(code).append("m").append(span.text).append("\x1b[m");
  }
  return text;
}

namespace {

/// The blanks at which a text may be broken, in order: behind a word, and not inside '...', which
/// may be an argument to copy.
std::vector<std::size_t> breaks_of(std::string_view text) {
  std::vector<std::size_t> breaks;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'' && !is_quoted)
      is_quoted = (i == 0 || text[i - 1] == ' ' || text[i - 1] == '=') &&
                  text.find('\'', i + 1) != text.npos;
    else if (text[i] == '\'')
      is_quoted = false;
    if (text[i] == ' ' && i > 0 && text[i - 1] != ' ' && !is_quoted) breaks.push_back(i);
  }
  return breaks;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  const std::vector<std::size_t> breaks = breaks_of(text);
  std::string lines;
  std::size_t begin = 0, next = 0, used = 0;  // columns of the last line
  while (width > 0 && columns(text.substr(begin)) + used > width && next < breaks.size()) {
    std::size_t last = next;
    while (last + 1 < breaks.size() &&
           columns(text.substr(begin, breaks[last + 1] - begin)) + used <= width)
      ++last;
    lines.append(text.substr(begin, breaks[last] - begin)).append("\n").append(indent, ' ');
    used = indent;
    begin = std::min(text.find_first_not_of(' ', breaks[last]), text.size());
    next = last + 1;
  }
  return lines.append(text.substr(begin));
}

std::string printable(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t length = character_length(bytes);
    const auto first = static_cast<unsigned char>(bytes[0]);
    if (first == '\t')
      text += "  ";
    else if (length == 0 || first < 0x20 || first == 0x7f ||
             (length == 2 && first == 0xc2 && static_cast<unsigned char>(bytes[1]) < 0xa0))
      text += '?';
    else
      text += bytes.substr(0, length);
    bytes.remove_prefix(std::max<std::size_t>(1, length));
  }
  return text;
}

std::string printable_lines(std::string_view text) {
  std::string lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines += printable(text.substr(begin, end - begin));
    if (end < text.size()) lines += '\n';
    begin = end + 1;
  }
  return lines;
}

}  // namespace whittle
