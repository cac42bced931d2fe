#include "base/pattern.h"

#include <algorithm>
#include <bitset>
#include <cassert>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>
#include <string_view>

namespace whittle {
namespace {

re2::RE2::Options options(bool reads_characters = false) {
  re2::RE2::Options options;
  if (!reads_characters) options.set_encoding(re2::RE2::Options::EncodingLatin1);
  options.set_log_errors(false);
  // The line of a golden run becomes a pattern, and such a line may have a megabyte.
  options.set_max_mem(std::int64_t{256} << 20);
  return options;
}

/// RE2's reason, with the place of the part that it does not accept.
std::string reason(const re2::RE2& regex, const std::string& text) {
  const std::string& part = regex.error_arg();
  std::string what = regex.error();
  if (part.empty() || !what.ends_with(": " + part)) return what;
  what.resize(what.size() - part.size() - 2);
  const std::size_t at = text.find(part);
  if (part == text || at == std::string::npos) return what;
  return fmt::format("{}: '{}' at character {}", what, part, at + 1);
}

// Translation for grep. A pattern that RE2 accepts is a sequence of atoms that match one byte,
// assertions, groups, `|` and repetitions. The last three are written alike in both languages. An
// atom can be written in many ways, so RE2 is asked about each of the 256 bytes, and the set of
// those that match is written as a bracket expression. A pattern for characters of UTF-8 is written
// for bytes as well, so that the script needs no locale: RE2 is asked about characters, and the set
// of those that are not ASCII becomes alternatives of byte sequences. Greediness of repetitions and
// captures of groups are ignored, because they do not change whether a line matches.

using ByteSet = std::bitset<256>;

ByteSet matched_by(std::string_view atom, bool ignores_case, bool reads_characters) {
  const re2::RE2 regex(fmt::format("(?s{}){}", ignores_case ? "i" : "", atom),
                       options(reads_characters));
  assert(regex.ok() && "the extent of an atom was misread");
  ByteSet set;
  for (std::size_t byte = 0; byte < (reads_characters ? 0x80 : set.size()); ++byte) {
    const char c = static_cast<char>(byte);
    set[byte] = re2::RE2::FullMatch(re2::StringPiece(&c, 1), regex);
  }
  set['\n'] = false;  // no line holds one
  return set;
}

/// The inside of a bracket expression for `set`, which is not empty.
std::string bracket(ByteSet set) {
  // These four mean something inside brackets, depending on where they stand.
  const bool closing = set[']'], opening = set['['], caret = set['^'], dash = set['-'];
  if (set.count() == 2 && caret && dash) return "-^";
  for (const char c : {']', '[', '^', '-'}) set[static_cast<unsigned char>(c)] = false;
  std::string text = closing ? "]" : "";
  for (std::size_t first = 0; first < set.size(); ++first) {
    if (!set[first]) continue;
    std::size_t last = first;
    while (last + 1 < set.size() && set[last + 1]) ++last;
    text += static_cast<char>(first);
    if (last > first + 1) text += '-';
    if (last > first) text += static_cast<char>(last);
    first = last;
  }
  if (opening) text += '[';
  if (caret) text += '^';
  if (dash) text += '-';
  return text;
}

std::string grep_atom(const ByteSet& set) {
  constexpr std::string_view special = "\\^$.[|()*+?{";
  if (set.none()) return "(.^)";  // matches nowhere
  if (set.count() == 1 && !set[0]) {
    std::string text(1, static_cast<char>(set._Find_first()));
    return special.find(text[0]) == special.npos ? text : "\\" + text;
  }
  ByteSet others = ~set;
  others['\n'] = false;
  if (others.none()) return ".";
  // A command's argument cannot contain a NUL, so a set with a NUL is written as its complement.
  if (set[0] || others.count() < 32) {
    if (!others[0]) return "[^" + bracket(others) + "]";
  }
  return "[" + bracket(set) + "]";
}

using CodePoint = std::uint32_t;
constexpr CodePoint last_code_point = 0x10ffff;

std::string utf8(CodePoint c) {
  std::string text;
  if (c < 0x80) return {static_cast<char>(c)};
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  constexpr unsigned leads[] = {0, 0xc0, 0xe0, 0xf0};
  text += static_cast<char>(leads[more] | c >> 6 * more);
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80 | (c >> 6 * i & 0x3f));
  return text;
}

struct CodePointRange {
  CodePoint first, last;
};

/// The characters beyond ASCII that `atom` matches.
std::vector<CodePointRange> matched_beyond_ascii(std::string_view atom, bool ignores_case) {
  const re2::RE2 regex(fmt::format("(?s{}){}", ignores_case ? "i" : "", atom), options(true));
  assert(regex.ok() && "the extent of an atom was misread");
  const auto matches = [&](CodePoint c) { return re2::RE2::FullMatch(utf8(c), regex); };
  const bool names_some =
      std::ranges::any_of(atom, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) ||
      re2::RE2::PartialMatch(std::string(atom), "\\\\(?:x[89a-fA-F{]|[pP]|[0-7])");
  // An atom that names no such character treats them alike, except for two that are an s and a k
  // if case is ignored.
  constexpr CodePointRange alike[] = {
      {0x80, 0x17e}, {0x17f, 0x17f}, {0x180, 0x2129}, {0x212a, 0x212a}, {0x212b, last_code_point}};
  std::vector<CodePointRange> ranges;
  const auto add = [&](const CodePointRange& range) {
    if (!matches(range.first)) return;
    if (!ranges.empty() && ranges.back().last + 1 == range.first)
      ranges.back().last = range.last;
    else
      ranges.push_back(range);
  };
  if (names_some)
    for (CodePoint c = 0x80; c <= last_code_point; ++c) add({c, c});
  else
    std::ranges::for_each(alike, add);
  return ranges;
}

std::string byte_range(char first, char last) {
  if (first == last) return {first};
  return fmt::format("[{}-{}]", first, last);
}

/// Adds alternatives for the bytes of the characters from `first` to `last`. The range is split
/// until its characters have as many bytes, and all values of the bytes after the first one that
/// differs.
void add_sequences(CodePoint first, CodePoint last, std::vector<std::string>& alternatives) {
  for (const CodePoint limit : {0x7ffu, 0xffffu})
    if (first <= limit && last > limit) {
      add_sequences(first, limit, alternatives);
      return add_sequences(limit + 1, last, alternatives);
    }
  for (unsigned bits = 6; bits <= 18; bits += 6) {
    const CodePoint low = (CodePoint{1} << bits) - 1;
    if ((first & ~low) == (last & ~low)) continue;
    if (first & low) {
      add_sequences(first, first | low, alternatives);
      return add_sequences((first | low) + 1, last, alternatives);
    }
    if ((last & low) != low) {
      add_sequences(first, (last & ~low) - 1, alternatives);
      return add_sequences(last & ~low, last, alternatives);
    }
  }
  const std::string from = utf8(first), to = utf8(last);
  std::string sequence;
  for (std::size_t i = 0; i < from.size(); ++i) sequence += byte_range(from[i], to[i]);
  alternatives.push_back(std::move(sequence));
}

/// A group for one character of UTF-8 that `atom` matches.
std::string character_atom(std::string_view atom, bool ignores_case) {
  const ByteSet ascii = matched_by(atom, ignores_case, true);
  std::vector<std::string> alternatives;
  if (ascii.any()) {
    ByteSet others = ~ascii;
    others['\n'] = false;
    // A set with a NUL, which no argument can contain, is written as its complement.
    alternatives.push_back(ascii[0] ? "[^" + bracket(others) + "]" : grep_atom(ascii));
  }
  for (const CodePointRange& range : matched_beyond_ascii(atom, ignores_case))
    add_sequences(range.first, range.last, alternatives);
  if (alternatives.empty()) return grep_atom({});
  if (alternatives.size() == 1 && ascii.any()) return alternatives.front();
  return fmt::format("({})", fmt::join(alternatives, "|"));
}

class GrepTranslator {
 public:
  GrepTranslator(std::string_view text, bool reads_characters)
      : rest_(text), reads_characters_(reads_characters) {}

  std::string translate() {
    while (!rest_.empty()) step();
    return std::move(result_);
  }

 private:
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  void step() {
    if (rest_.starts_with("\\Q")) {
      take(2);
      const std::size_t end = rest_.find("\\E");
      const std::string_view after = end == rest_.npos ? "" : rest_.substr(end);
      while (rest_.size() > after.size()) {
        const std::string_view c = take(character_length());
        atom(re2::RE2::QuoteMeta(re2::StringPiece(c.data(), c.size())));
      }
      take(2);
      return;
    }
    switch (rest_[0]) {
      case '\\':
        return escape();
      case '[':
        return atom(take(class_length()));
      case '(':
        return open();
      case ')':
        ignores_case_ = outer_.back();
        outer_.pop_back();
        result_ += take(1);
        return;
      case '|':
        result_ += take(1);
        return;
      case '^':
      case '$':
        return assertion(take(1));
      case '*':
      case '+':
      case '?':
        result_ += take(1);
        return skip_lazy();
      case '{':
        if (const std::size_t length = repetition_length()) {
          result_ += take(length);
          return skip_lazy();
        }
        return atom("\\" + std::string(take(1)));
      default:
        return atom(take(character_length()));
    }
  }

  void atom(std::string_view text) {
    // `\\C` is a byte in any pattern.
    result_ += reads_characters_ && text != "\\C"
                   ? character_atom(text, ignores_case_)
                   : grep_atom(matched_by(text, ignores_case_, false));
  }

  /// The length of the character at the front.
  std::size_t character_length() const {
    std::size_t length = 1;
    while (reads_characters_ && length < rest_.size() &&
           (static_cast<unsigned char>(rest_[length]) & 0xc0) == 0x80)
      ++length;
    return length;
  }

  /// Writes an assertion, in a group if it is repeated, because `^*` means something else to grep.
  void assertion(std::string_view text) {
    const bool repeated = !rest_.empty() && (std::string_view("*+?").find(rest_[0]) != rest_.npos ||
                                             repetition_length() > 0);
    result_ += repeated ? fmt::format("({})", text) : std::string(text);
  }

  void escape() {
    const char c = rest_[1];
    if (c == 'E') return void(take(2));  // the end of a quotation that had none
    if (c == 'A' || c == 'z') {
      take(2);
      return assertion(c == 'A' ? "^" : "$");
    }
    if (c == 'b' || c == 'B') return assertion(take(2));
    atom(take(escape_length()));
  }

  std::size_t escape_length() const {
    const char c = rest_[1];
    if ((c == 'x' || c == 'p' || c == 'P') && rest_.substr(2).starts_with('{'))
      return rest_.find('}') + 1;
    if (c == 'x') return 4;
    if (c == 'p' || c == 'P') return 3;
    std::size_t length = 2;
    if (c >= '0' && c <= '7')
      while (length < 4 && length < rest_.size() && rest_[length] >= '0' && rest_[length] <= '7')
        ++length;
    return length;
  }

  /// The length of the character class at the front.
  std::size_t class_length() const {
    std::size_t at = rest_.substr(1).starts_with('^') ? 2 : 1;
    // A bracket that comes first is a character.
    for (bool first = true; first || rest_[at] != ']'; first = false) {
      if (rest_[at] == '\\') {
        at += 2;
      } else if (const std::size_t named = rest_.find(":]", at);
                 rest_.substr(at, 2) == "[:" && named != rest_.npos) {
        at = named + 2;
      } else {
        ++at;
      }
    }
    return at + 1;
  }

  /// The length of `{2}`, `{2,}` or `{2,5}` at the front; 0 if the brace is a character.
  std::size_t repetition_length() const {
    if (!rest_.starts_with('{')) return 0;
    const auto digits = [&](std::size_t at) {
      while (at < rest_.size() && rest_[at] >= '0' && rest_[at] <= '9') ++at;
      return at;
    };
    std::size_t end = digits(1);
    if (end == 1) return 0;
    if (rest_.substr(end).starts_with(',')) end = digits(end + 1);
    return rest_.substr(end).starts_with('}') ? end + 1 : 0;
  }

  void skip_lazy() {
    if (rest_.starts_with('?')) take(1);
  }

  /// `(`, `(?:`, `(?P<name>`, `(?i-s:` or `(?i)`, which opens nothing.
  void open() {
    take(1);
    bool opens = true;
    const bool outside = ignores_case_;
    if (rest_.starts_with("?P<")) {
      take(rest_.find('>') + 1);
    } else if (rest_.starts_with('?')) {
      // Only the flag `i` matters: `s` and `m` are about newlines, and a line has none.
      bool value = true;
      for (take(1); rest_[0] != ')' && rest_[0] != ':'; take(1)) {
        if (rest_[0] == '-') value = false;
        if (rest_[0] == 'i') ignores_case_ = value;
      }
      opens = take(1) == ":";
    }
    if (!opens) return;
    outer_.push_back(outside);
    result_ += '(';
  }

  std::string_view rest_;
  bool reads_characters_;
  std::string result_;
  bool ignores_case_ = false;
  std::vector<bool> outer_;  // `ignores_case_` around each open group
};

}  // namespace

Result<Pattern> Pattern::compile(std::string text) {
  return compile(std::move(text), false);
}

Result<Pattern> Pattern::compile_characters(std::string text) {
  const re2::RE2 plain(text, options(true));
  return compile(std::move(text), plain.error_code() != re2::RE2::ErrorBadUTF8);
}

Result<Pattern> Pattern::compile(std::string text, bool reads_characters) {
  // The user's text is compiled alone first, so that a message is about this text only.
  if (const re2::RE2 plain(text, options(reads_characters)); !plain.ok())
    return fail(ErrorKind::usage,
                fmt::format("bad regular expression '{}': {}", text, reason(plain, text)),
                "patterns are written in RE2's syntax, which has no look-around and no "
                "back-references");
  Pattern pattern;
  pattern.reads_characters_ = reads_characters;
  pattern.compiled_ = std::make_shared<const re2::RE2>("(?m)" + text, options(reads_characters));
  if (!pattern.compiled_->ok())
    return fail(ErrorKind::usage,
                fmt::format("bad regular expression '{}': {}", text, pattern.compiled_->error()));
  pattern.text_ = std::move(text);
  return pattern;
}

bool Pattern::found_in(BytesView bytes) const {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const BytesView line = bytes.substr(0, end);
    if (re2::RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), *compiled_)) return true;
    bytes.remove_prefix(end == BytesView::npos ? bytes.size() : end + 1);
  }
  return false;
}

std::optional<BytesView> Pattern::group_in(BytesView line) const {
  re2::StringPiece part;
  if (!re2::RE2::PartialMatch(re2::StringPiece(line.data(), line.size()), *compiled_, &part))
    return {};
  return BytesView(part.data() ? part.data() : line.data(), part.size());
}

std::vector<Pattern::Match> Pattern::matches(BytesView bytes) const {
  std::vector<Match> found;
  const re2::StringPiece text(bytes.data(), bytes.size());
  re2::StringPiece match;
  for (std::size_t at = 0; at < bytes.size();) {
    if (!compiled_->Match(text, at, bytes.size(), re2::RE2::UNANCHORED, &match, 1)) break;
    const auto begin = static_cast<std::size_t>(match.data() - bytes.data());
    if (!match.empty()) found.push_back({begin, begin + match.size()});
    at = match.empty() ? begin + 1 : begin + match.size();
  }
  return found;
}

std::string Pattern::for_grep() const {
  return GrepTranslator(text_, reads_characters_).translate();
}

}  // namespace whittle
