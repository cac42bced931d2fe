// Numbers approach 0 as in a search: first 0 and 1, then half, then by smaller and smaller parts,
// then by 1. A pass has no memory, so each step is a separate pass, which continues from the
// current number when it runs again. Each result is no longer than the number was, and comes before
// it as text.
#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

/// A number as it is written: `0x`, `1F`, `UL`.
struct Written {
  BytesView prefix, digits, suffix;
  unsigned base = 10;

  /// Nothing if the value does not fit into 64 bits or the digits contain separators.
  std::optional<std::uint64_t> value() const {
    std::uint64_t result = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result,
                                              static_cast<int>(base));
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return result;
  }
  std::string with(std::uint64_t value) const {
    char buffer[64];
    const auto [end, error] =
        std::to_chars(buffer, buffer + sizeof buffer, value, static_cast<int>(base));
    std::string text(buffer, end);
    // Capitals sort before small letters, so they make the smaller text by `is_less`.
    for (char& c : text)
      if (c >= 'a') c = static_cast<char>(c - 'a' + 'A');
    return std::string(prefix) + text + std::string(suffix);
  }
};

Written read(BytesView number) {
  Written written;
  if (number.size() > 2 && number[0] == '0') {
    const char mark = static_cast<char>(number[1] | 0x20);
    const unsigned base = mark == 'x' ? 16 : mark == 'b' ? 2 : mark == 'o' ? 8 : 10;
    std::uint64_t ignored = 0;
    const bool has_digit =
        std::from_chars(number.data() + 2, number.data() + 3, ignored, static_cast<int>(base)).ec ==
        std::errc();
    if (base != 10 && has_digit) {
      written.base = base;
      written.prefix = number.substr(0, 2);
      number.remove_prefix(2);
    }
  }
  const auto is_ours = [&](char c) {
    return c == '_' || is_digit(c) ||
           (written.base == 16 && ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'));
  };
  const auto end = std::find_if_not(number.begin(), number.end(), is_ours);
  written.digits = BytesView(number.begin(), end);
  written.suffix = BytesView(end, number.end());
  return written;
}

// The order of `goal.h` for two numbers: shorter first, then by text. Every edit must be smaller by
// it, or the passes could undo each other.
bool is_less(BytesView a, BytesView b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

/// Lists `rewrite(number)` for each number for which the result is smaller.
template <typename Rewrite>
Found rewrite_numbers(const Subject& subject, Rewrite rewrite) {
  Found found;
  // Exact joining: a number replaces a number, so no two words can meet.
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    if (keeps_values(subject, file, text)) return;
    for (const Lexeme& token : lex(text)) {
      if (token.kind != TokenKind::number) continue;
      const BytesView number = token.in(text);
      const std::optional<std::string> smaller = rewrite(number);
      if (smaller && is_less(*smaller, number))
        found.edits.push_back(replacement(file, {token.begin, token.end}, *smaller, 1));
    }
  });
  return found;
}

}  // namespace

Found numbers_to_zero(const Subject& subject) {
  return rewrite_numbers(subject, [](BytesView) { return std::optional<std::string>("0"); });
}

Found numbers_to_one(const Subject& subject) {
  return rewrite_numbers(subject, [](BytesView number) {
    return number == "0" ? std::nullopt : std::optional<std::string>("1");
  });
}

/// `0x1F` to `31`, `10UL` to `10`, `1.50` and `1e9` to `1`, `007` to `7`.
Found plain_numbers(const Subject& subject) {
  return rewrite_numbers(subject, [](BytesView number) -> std::optional<std::string> {
    Written written = read(number);
    std::string digits(written.digits);
    std::erase(digits, '_');
    written.digits = digits;
    const auto value = written.value();
    if (!value) return std::nullopt;
    return std::to_string(*value);
  });
}

Found lower_numbers(const Subject& subject, std::size_t shift) {
  return rewrite_numbers(subject, [=](BytesView number) -> std::optional<std::string> {
    const Written written = read(number);
    const auto value = written.value();
    if (value && *value > 0)
      return written.with(*value - std::max<std::uint64_t>(*value >> shift, 1));
    // A number above 64 bits loses digits instead, in the same proportion.
    const std::size_t digits = written.digits.size();
    if (digits < 20) return std::nullopt;
    const std::size_t fewer = digits - std::max<std::size_t>(digits >> shift, 1);
    return std::string(written.prefix) + std::string(written.digits.substr(0, fewer)) +
           std::string(written.suffix);
  });
}

}  // namespace whittle::text
