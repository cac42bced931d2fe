// Shortens the contents of strings: to nothing, to the first half, to the second half. The quotes
// stay, and an escape is removed as a whole or not at all, so the string stays a string.
#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

/// The end of the character or escape that starts at `at`; at most `end`. The language is not known
/// here, so the escapes are those that C, Python, JavaScript and Rust have in common. If an escape
/// is read as too long, only one possible edit is lost.
std::size_t item_end(BytesView text, std::size_t at, std::size_t end) {
  const auto is_hex = [](char c) {
    return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
  };
  std::size_t next = at + 1;
  if (text[at] == '\\' && next < end) {
    const char kind = text[next++];
    const std::size_t most = kind == 'x'      ? 2
                             : kind == 'u'    ? 4
                             : kind == 'U'    ? 8
                             : is_digit(kind) ? 2
                                              : 0;
    if (most > 0 && next < end && text[next] == '{') {  // \u{1f600}
      const std::size_t close = text.find('}', next);
      if (close < end) next = close + 1;
    } else {
      for (std::size_t i = 0; i < most && next < end && is_hex(text[next]); ++i) ++next;
    }
  }
  while (next < end && (static_cast<unsigned char>(text[next]) & 0xc0) == 0x80) ++next;
  return next;
}

/// For each string with at least `least` characters, lists the removal of `part(inside, middle)`.
template <typename Part>
Found shorten(const Subject& subject, std::size_t least, Part part) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    for (const Lexeme& token : lex(text)) {
      if (token.kind != TokenKind::string) continue;
      const Range inside{token.begin + 1, token.end - 1};
      std::size_t count = 0, middle = inside.begin;
      for (std::size_t at = inside.begin; at < inside.end; at = item_end(text, at, inside.end))
        ++count;
      if (count < least) continue;
      for (std::size_t i = 0; i < (count + 1) / 2; ++i) middle = item_end(text, middle, inside.end);
      found.edits.push_back(removal(file, part(inside, middle), 1));
    }
  });
  return found;
}

}  // namespace

// The two passes below halve a string: a needed part of a long string is approached from both
// sides, in about log2 of its length steps.
Found empty_strings(const Subject& subject) {
  return shorten(subject, 1, [](Range inside, std::size_t) { return inside; });
}

Found front_of_strings(const Subject& subject) {
  return shorten(subject, 2, [](Range inside, std::size_t middle) {
    return Range{middle, inside.end};
  });
}

Found back_of_strings(const Subject& subject) {
  return shorten(subject, 2, [](Range inside, std::size_t middle) {
    return Range{inside.begin, middle};
  });
}

}  // namespace whittle::text
