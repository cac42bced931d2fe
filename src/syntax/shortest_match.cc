// One pass over the expression. Each construct returns the shortest text that it matches, so no
// syntax tree is built. A set of characters is 128 bits; the rest of Unicode is left out, since an
// ASCII character is the shortest choice where there is one.
#include "syntax/shortest_match.h"

#include <bitset>
#include <charconv>

namespace whittle {
namespace {

using Set = std::bitset<128>;  // ASCII characters

Set range(int first, int last) {
  Set set;
  for (int c = first; c <= last && c < 128; ++c) set.set(static_cast<std::size_t>(c));
  return set;
}

const Set digits = range('0', '9');
const Set letters = range('a', 'z') | range('A', 'Z');
const Set words = digits | letters | range('_', '_');
const Set spaces = range('\t', '\r') | range(' ', ' ');
const Set printable = range(' ', '~') | spaces;

class ExpressionReader {
 public:
  explicit ExpressionReader(std::string_view expression) : rest_(expression) {}

  std::optional<std::string> read() {
    auto shortest = alternatives();
    return failed_ || !rest_.empty() ? std::nullopt : shortest;
  }

 private:
  using Match =
      // Nothing: no text matches (`[^\s\S]`), or none that is short enough.
      std::optional<std::string>;

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  char next() {
    if (rest_.empty()) {
      failed_ = true;
      return '\0';
    }
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  Match alternatives() {
    Match shortest = sequence();
    while (take("|")) {
      Match other = sequence();
      const bool better = other && (!shortest || other->size() < shortest->size() ||
                                    (other->size() == shortest->size() && *other < *shortest));
      if (better) shortest = std::move(other);
    }
    return shortest;
  }

  Match sequence() {
    Match all = "";
    while (!failed_ && !rest_.empty() && rest_.front() != '|' && rest_.front() != ')') {
      const Match one = atom();
      const auto times = static_cast<std::size_t>(quantifier());
      if (times == 0 || one == "") continue;
      if (!one || (all && all->size() + one->size() * times > longest_text)) all.reset();
      for (std::size_t i = 0; all && i < times; ++i) *all += *one;
    }
    return all;
  }

  // The least number of times that the atom before it must occur.
  int quantifier() {
    int least = 1;
    if (take("*") || take("?")) {
      least = 0;
    } else if (!take("+") && rest_.starts_with('{') && rest_.size() > 1 && rest_[1] >= '0' &&
               rest_[1] <= '9') {
      const std::size_t close = rest_.find('}');
      if (close == std::string_view::npos) return least;
      std::from_chars(rest_.data() + 1, rest_.data() + close, least);
      rest_.remove_prefix(close + 1);
    }
    take("?");  // lazy
    return least;
  }

  Match atom() {
    if (take("(")) {
      if (take("?") && !take(":")) failed_ = true;
      Match inner = alternatives();
      if (!take(")")) failed_ = true;
      return inner;
    }
    if (take("^") || take("$")) return "";
    return representative(rest_.starts_with('[') ? bracketed() : one());
  }

  static Match representative(const Set& set) {
    for (const Set& preferred : {digits, range('a', 'z'), letters, words, printable, ~Set()})
      for (std::size_t c = 0; c < 128; ++c)
        if (set[c] && preferred[c]) return std::string(1, static_cast<char>(c));
    return std::nullopt;
  }

  Set one() {
    const char c = next();
    if (c == '.') return printable & ~range('\n', '\n');
    if (c != '\\') return static_cast<unsigned char>(c) < 128 ? range(c, c) : Set();
    return escape();
  }

  Set escape() {
    const char c = next();
    switch (c) {
      case 'd':
        return digits;
      case 'D':
        return ~digits;
      case 'w':
        return words;
      case 'W':
        return ~words;
      case 's':
        return spaces;
      case 'S':
        return ~spaces;
      case 'n':
        return range('\n', '\n');
      case 't':
        return range('\t', '\t');
      case 'r':
        return range('\r', '\r');
      case 'f':
        return range('\f', '\f');
      case 'v':
        return range('\v', '\v');
      case '0':
        return range(0, 0);
      case 'b':
      case 'B':
        failed_ = true;
        return {};
      case 'p':
        return property();
      case 'P':
        return ~property();
      case 'x':
        return code(rest_.starts_with('{') ? 0 : 2);
      case 'u':
        return code(rest_.starts_with('{') ? 0 : 4);
      default:
        return range(c, c);
    }
  }

  // \x41, \u0041, \u{41}: `length` digits, or the digits in braces.
  Set code(std::size_t length) {
    std::string_view number = rest_.substr(0, length);
    if (take("{")) number = rest_.substr(0, rest_.find('}'));
    rest_.remove_prefix(number.size());
    take("}");
    int value = 128;
    std::from_chars(number.data(), number.data() + number.size(), value, 16);
    return value < 128 ? range(value, value) : Set();
  }

  // \p{L}, \p{XID_Start}: the ASCII part of it.
  Set property() {
    std::string_view name = rest_.substr(0, 1);
    if (take("{")) name = rest_.substr(0, rest_.find('}'));
    rest_.remove_prefix(name.size());
    take("}");
    if (name == "Ll" || name.starts_with("Lower")) return range('a', 'z');
    if (name == "Lu" || name.starts_with("Upper")) return range('A', 'Z');
    if (name == "L" || name == "Letter" || name.starts_with("Alpha") || name.ends_with("_Start"))
      return letters;
    if (name.ends_with("_Continue")) return words;
    if (name.starts_with("Nd") || name == "N" || name.contains("Digit")) return digits;
    if (name.starts_with('Z') || name.contains("Space")) return spaces;
    if (name == "Pc") return range('_', '_');
    return {};
  }

  Set bracketed() {
    take("[");
    const bool negated = take("^");
    Set set;
    while (!rest_.starts_with(']')) {
      if (failed_ || rest_.empty()) {
        failed_ = true;
        return {};
      }
      Set low = class_item();
      if (rest_.starts_with('-') && rest_.size() > 1 && rest_[1] != ']' && low.count() <= 1) {
        take("-");
        low = between(low, class_item());
      }
      set |= low;
    }
    take("]");
    return negated ? ~set & printable : set;
  }
  // In a character class `.` means itself, and `\b` a backspace.
  Set class_item() {
    if (take(".")) return range('.', '.');
    if (take("\\b")) return range('\b', '\b');
    return one();
  }
  // The range from `low` to `high`. A bound outside of ASCII was read as an empty set.
  static Set between(const Set& low, const Set& high) {
    if (low.none()) return {};
    const auto first = static_cast<int>(low._Find_first());
    return range(first, high.none() ? 127 : static_cast<int>(high._Find_first()));
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace

std::optional<std::string> shortest_match(std::string_view expression) {
  return ExpressionReader(expression).read();
}

}  // namespace whittle
