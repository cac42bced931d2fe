// The token rule is the one our measurements use (one regular expression, for every tool):
//
//     [A-Za-z_$\x80-\xff][A-Za-z0-9_$\x80-\xff]*     word
//     \.?[0-9][A-Za-z0-9_.]*                         number
//     "(\\.|[^"\\\n])*"   '(\\.|[^'\\\n])*'          string
//     any other byte that is not white space
//
// An unclosed quote costs a scan of the rest of its line. Lines of `\"\"\"...` would make that
// quadratic without this observation: if a scan found no end, every later quote of the same kind
// was escaped, so a scan from there takes the same steps and finds no end either. One number for
// each kind of quote remembers how far this holds.
#include "document/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace whittle {
namespace {

enum Class : std::uint8_t { space, letter, digit, dot, quote, open, close, other };

// One table lookup for each byte: counting tokens is the inner loop of weights and of the goal.
constexpr std::array<Class, 256> classes = [] {
  std::array<Class, 256> table{};
  for (std::size_t i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    table[i] = is_space(c)                        ? space
               : is_digit(c)                      ? digit
               : is_word(c)                       ? letter
               : c == '.'                         ? dot
               : c == '"' || c == '\''            ? quote
               : c == '(' || c == '[' || c == '{' ? open
               : c == ')' || c == ']' || c == '}' ? close
                                                  : other;
  }
  return table;
}();

Class class_of(char c) {
  return classes[static_cast<unsigned char>(c)];
}

/// Finds the ends of strings, and remembers the places from which a search is hopeless.
class Strings {
 public:
  explicit Strings(BytesView bytes) : bytes_(bytes) {}

  /// The end of the string that starts at `begin`; `begin` if it is not closed on its line.
  std::size_t end_of(std::size_t begin) {
    const char mark = bytes_[begin];
    std::size_t& hopeless = hopeless_[mark == '"'];
    if (begin < hopeless) return begin;
    std::size_t at = begin + 1;
    while (at < bytes_.size()) {
      const char c = bytes_[at];
      if (c == mark) return at + 1;
      if (c == '\n') break;
      if (c != '\\') {
        ++at;
      } else if (at + 1 < bytes_.size() && bytes_[at + 1] != '\n') {
        at += 2;
      } else {
        break;
      }
    }
    hopeless = at;
    return begin;
  }

 private:
  BytesView bytes_;
  std::size_t hopeless_[2] = {0, 0};  // no string of this kind that starts before here ends
};

/// One loop for `lex` and `count_tokens`, so that they cannot disagree; the visitor is inlined.
template <typename Visit>
void for_each_token(BytesView bytes, Visit visit) {
  Strings strings(bytes);
  const std::size_t size = bytes.size();
  std::size_t at = 0;
  while (at < size) {
    const std::size_t begin = at++;
    TokenKind kind = TokenKind::other;
    switch (class_of(bytes[begin])) {
      case space:
        continue;
      case letter:
        kind = TokenKind::word;
        while (at < size && (class_of(bytes[at]) == letter || class_of(bytes[at]) == digit)) ++at;
        break;
      case dot:
        if (at == size || class_of(bytes[at]) != digit) break;
        [[fallthrough]];
      case digit:
        kind = TokenKind::number;
        // Not every letter continues a number: `$` and bytes past 0x7f start a word.
        while (at < size && (class_of(bytes[at]) == digit || class_of(bytes[at]) == dot ||
                             (class_of(bytes[at]) == letter && bytes[at] != '$' &&
                              static_cast<unsigned char>(bytes[at]) < 0x80)))
          ++at;
        break;
      case quote:
        if (const std::size_t end = strings.end_of(begin); end > begin) {
          kind = TokenKind::string;
          at = end;
        }
        break;
      case open:
        kind = TokenKind::open;
        break;
      case close:
        kind = TokenKind::close;
        break;
      case other:
        break;
    }
    visit(begin, at, kind);
  }
}

bool starts_at(BytesView bytes, std::size_t at, BytesView mark) {
  return bytes.compare(at, mark.size(), mark) == 0;
}

/// Whether the text is a directive such as `# define`, which begins like a comment.
bool is_directive(BytesView rest) {
  static constexpr BytesView words[] = {"include", "define", "undef",  "if",      "ifdef",
                                        "ifndef",  "elif",   "else",   "endif",   "pragma",
                                        "error",   "import", "region", "warning", "line"};
  rest.remove_prefix(1);
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t')) rest.remove_prefix(1);
  const auto end = std::find_if(rest.begin(), rest.end(), [](char c) { return !is_word(c); });
  return std::find(std::begin(words), std::end(words), BytesView(rest.begin(), end)) !=
         std::end(words);
}

/// Finds the comment that starts at a place, if one does. The language is not known, so a mark
/// counts only in a context in which few languages use it for something else: `#` and `--` after
/// white space, `%` at the start of a line, `;` if some line starts with one, `//` not after a
/// colon (`http://`).
class CommentMarks {
 public:
  explicit CommentMarks(BytesView bytes) : bytes_(bytes) {
    for (const Range& line : find_lines(bytes)) {
      const BytesView text = line.in(bytes);
      const std::size_t first = text.find_first_not_of(" \t");
      if (first != BytesView::npos && text[first] == ';') semicolons_ = true;
    }
  }

  /// The end of the comment that starts at `at`; `at` if none does.
  std::size_t end_of(std::size_t at) {
    static constexpr BytesView first_characters = "/<{(#-;%";
    if (class_of(bytes_[at]) <= digit || first_characters.find(bytes_[at]) == BytesView::npos)
      return at;
    static constexpr BytesView blocks[][2] = {
        {"/*", "*/"}, {"<!--", "-->"}, {"{-", "-}"}, {"(*", "*)"}};
    for (std::size_t i = 0; i < std::size(blocks); ++i) {
      const auto& [open_mark, close_mark] = blocks[i];
      if (!starts_at(bytes_, at, open_mark)) continue;
      // `(*p)` is no comment, `(* a *)` and `(** a *)` are.
      const std::size_t inside = at + open_mark.size();
      if (open_mark[0] == '(' &&
          !(inside < bytes_.size() && (is_space(bytes_[inside]) || bytes_[inside] == '*')))
        continue;
      // Without this memory, a file full of `/*` would be searched to its end for each of them.
      if (unclosed_[i]) continue;
      const std::size_t found = bytes_.find(close_mark, inside);
      if (found != BytesView::npos) return found + close_mark.size();
      unclosed_[i] = true;
    }
    if (!starts_line_comment(at)) return at;
    std::size_t end = std::min(bytes_.find('\n', at), bytes_.size());
    if (end > at && bytes_[end - 1] == '\r') --end;
    return end;
  }

 private:
  bool starts_line_comment(std::size_t at) const {
    const auto next = [&](std::size_t ahead) {
      return at + ahead < bytes_.size() ? bytes_[at + ahead] : '\n';
    };
    const char before = at > 0 ? bytes_[at - 1] : '\n';
    switch (bytes_[at]) {
      case '/':
        return next(1) == '/' && before != ':';
      case '#':
        return is_space(before) && (is_space(next(1)) || next(1) == '#' || next(1) == '!') &&
               !is_directive(bytes_.substr(at, 40));
      case '-':
        return is_space(before) && next(1) == '-' && (is_space(next(2)) || next(2) == '-');
      case ';':
        return is_space(before) && semicolons_ && (is_space(next(1)) || next(1) == ';');
      case '%':
        return before == '\n' && (is_space(next(1)) || next(1) == '%');
      default:
        return false;
    }
  }

  BytesView bytes_;
  bool semicolons_ = false;  // lines start with `;`, so it starts comments after code as well
  bool unclosed_[4] = {};    // no closing mark of this kind is left
};

}  // namespace

std::vector<Lexeme> lex(BytesView bytes) {
  std::vector<Lexeme> tokens;
  tokens.reserve(bytes.size() / 4);
  for_each_token(bytes, [&](std::size_t begin, std::size_t end, TokenKind kind) {
    tokens.push_back({begin, end, kind});
  });
  return tokens;
}

std::size_t count_tokens(BytesView bytes) {
  std::size_t count = 0;
  for_each_token(bytes, [&](std::size_t, std::size_t, TokenKind) { ++count; });
  return count;
}

Weight weigh(BytesView bytes) {
  return static_cast<Weight>(
      std::clamp<std::size_t>(count_tokens(bytes), 1, std::numeric_limits<Weight>::max()));
}

std::size_t TokenIndex::starting_in(const Range& range) const {
  const auto first = std::ranges::lower_bound(tokens_, range.begin, {}, &Lexeme::begin);
  const auto last = std::ranges::lower_bound(first, tokens_.end(), range.end, {}, &Lexeme::begin);
  return static_cast<std::size_t>(last - first);
}

std::size_t TokenIndex::touched_by(const Range& range) const {
  if (range.end <= range.begin) return 0;
  const auto first = std::ranges::upper_bound(tokens_, range.begin, {}, &Lexeme::end);
  const auto last = std::ranges::lower_bound(first, tokens_.end(), range.end, {}, &Lexeme::begin);
  return static_cast<std::size_t>(last - first);
}

LineIndex::LineIndex(BytesView bytes) {
  for (const Range& line : find_lines(bytes))
    if (bytes[line.end - 1] == '\n') ends_.push_back(line.end - 1);
}

std::size_t LineIndex::ends_in(const Range& range) const {
  const auto first = std::ranges::lower_bound(ends_, range.begin);
  const auto last = std::ranges::lower_bound(first, ends_.end(), range.end);
  return static_cast<std::size_t>(last - first);
}

std::vector<Range> find_comments(BytesView bytes) {
  std::vector<Range> comments;
  Strings strings(bytes);
  CommentMarks marks(bytes);
  for (std::size_t at = 0; at < bytes.size();) {
    if (class_of(bytes[at]) == quote) {
      at = std::max(strings.end_of(at), at + 1);
    } else if (const std::size_t end = marks.end_of(at); end > at) {
      comments.push_back({at, end});
      at = end;
    } else {
      ++at;
    }
  }
  return comments;
}

std::vector<Range> find_lines(BytesView bytes) {
  std::vector<Range> lines;
  for (std::size_t begin = 0; begin < bytes.size();) {
    const void* newline = std::memchr(bytes.data() + begin, '\n', bytes.size() - begin);
    const std::size_t end =
        newline ? static_cast<std::size_t>(static_cast<const char*>(newline) - bytes.data()) + 1
                : bytes.size();
    lines.push_back({begin, end});
    begin = end;
  }
  return lines;
}

bool is_text(BytesView bytes) {
  // A few control characters are found in real sources (form feeds, escapes in terminal logs).
  std::size_t controls = 0;
  for (const char c : bytes) {
    if (c == '\0') return false;
    controls += static_cast<unsigned char>(c) < 0x20 && !is_space(c);
  }
  // At most one control character in fifty bytes; compressed and compiled files have many more.
  return controls * 50 <= bytes.size();
}

bool is_inside_value(BytesView bytes, std::uint64_t at) {
  constexpr std::uint64_t most_marks = 3;
  const auto is_mark = [&](std::uint64_t i) {
    return std::string_view("-.:/@+%").find(bytes[i]) != std::string_view::npos;
  };
  std::uint64_t begin = at, end = at;
  while (begin > 0 && at - begin < most_marks && is_mark(begin - 1)) --begin;
  while (end < bytes.size() && end - at < most_marks && is_mark(end)) ++end;
  return begin > 0 && end < bytes.size() && end - begin <= most_marks &&
         is_word(bytes[begin - 1]) && is_word(bytes[end]);
}

}  // namespace whittle
