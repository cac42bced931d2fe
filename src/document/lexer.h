/// One lexer for every language: words, numbers, strings, brackets, and single other characters.
///
/// It knows no language, takes any bytes, and never fails: a quote that is not closed on its line
/// is a character like any other. Comments are not special to it (the words in them are tokens);
/// `find_comments` finds text that is a comment in most languages with such marks.
///
/// Linear in the size for any bytes; about 1.5 ns a byte for counting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/outcome.h"

namespace whittle {

enum class TokenKind : std::uint8_t {
  word,    ///< letters, digits, `_`, `$` and every byte past 0x7f; does not start with a digit
  number,  ///< starts with a digit, or a dot and a digit; takes suffixes, exponents and dots along
  string,  ///< between two `"` or two `'` on one line, with `\` escapes
  open,    ///< ( [ {
  close,   ///< ) ] }
  other,   ///< any other single character that is not white space
};

/// The place and the kind of one token.
struct Lexeme {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  TokenKind kind = TokenKind::other;

  std::size_t size() const { return end - begin; }
  BytesView in(BytesView bytes) const { return bytes.substr(begin, end - begin); }
  friend bool operator==(const Lexeme&, const Lexeme&) = default;
};

/// All tokens, in order; between them is only white space.
std::vector<Lexeme> lex(BytesView bytes);

/// The number of tokens: the size of a result, and the unit of weights.
std::size_t count_tokens(BytesView bytes);

/// The same as a weight: at least 1, so that nothing is free to keep.
Weight weigh(BytesView bytes);

/// A half-open range of bytes.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  std::size_t size() const { return end - begin; }
  BytesView in(BytesView bytes) const { return bytes.substr(begin, end - begin); }
  friend bool operator==(const Range&, const Range&) = default;
};

/// Counts the tokens of many ranges of the same bytes. Each count is a binary search, so nested
/// ranges do not cost quadratic time.
class TokenIndex {
 public:
  explicit TokenIndex(BytesView bytes) : tokens_(lex(bytes)) {}

  /// Tokens that begin in the range.
  std::size_t starting_in(const Range& range) const;
  /// Tokens with at least one byte in the range; a range inside a string touches one token.
  std::size_t touched_by(const Range& range) const;

 private:
  std::vector<Lexeme> tokens_;
};

/// Counts the line ends of many ranges of the same bytes.
class LineIndex {
 public:
  explicit LineIndex(BytesView bytes);

  std::size_t ends_in(const Range& range) const;

 private:
  std::vector<std::uint64_t> ends_;
};

/// Likely comments: from the opening mark to the closing one or the end of the line,
/// without the line's end. Marks inside strings do not count, nor do those that mostly mean
/// something else: `#include`, `http://`, `i--`, a `;` after code in a file where no line starts
/// with one. Disjoint, in order.
std::vector<Range> find_comments(BytesView bytes);

/// Lines with their ends: every byte is in one. The last may lack its newline.
std::vector<Range> find_lines(BytesView bytes);

/// Whether passes that think in words and lines make sense: no NUL, hardly any control characters.
bool is_text(BytesView bytes);

constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// Whether the byte can be part of a word; digits can.
constexpr bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || is_digit(c) || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$';
}

/// Whether the place is inside what people read as one value, although it may be several tokens:
/// `2024-01-05T12:30`, `1.2.3`, `a/b@c`, `https://x.y`. Up to three marks belong to a value if
/// words or numbers are on both sides.
bool is_inside_value(BytesView bytes, std::uint64_t at);

}  // namespace whittle
