#include "syntax/tokens.h"

#include <array>

namespace whittle {
namespace {

enum Class : std::uint8_t { other, space, word, digit, quote };

constexpr std::array<Class, 256> classes = [] {
  std::array<Class, 256> table{};
  for (unsigned char c : {' ', '\t', '\n', '\r', '\f', '\v'}) table[c] = space;
  for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = word;
  for (int c = 0x80; c <= 0xff; ++c) table[c] = word;
  table['_'] = table['$'] = word;
  for (int c = '0'; c <= '9'; ++c) table[c] = digit;
  table['"'] = table['\''] = quote;
  return table;
}();

Class class_of(char c) {
  return classes[static_cast<unsigned char>(c)];
}

bool in_number(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '.' ||
         class_of(c) == digit;
}

// Where the string that opens at `at` ends; if it does not close on its line, `closed` is false
// and `end` is where the search gave up.
struct String {
  bool closed;
  std::size_t end;
};
String string_at(BytesView bytes, std::size_t at) {
  for (std::size_t i = at + 1; i < bytes.size(); ++i) {
    if (bytes[i] == bytes[at]) return {true, i + 1};
    if (bytes[i] == '\\') ++i;
    if (i < bytes.size() && bytes[i] == '\n') return {false, i};
  }
  return {false, bytes.size()};
}

}  // namespace

std::vector<Token> tokens_of(BytesView bytes) {
  std::vector<Token> tokens;
  tokens.reserve(bytes.size() / 3);
  // After a quote without a partner, the next such quotes up to where the search gave up are all
  // escaped ones, so they have none either: no line is searched twice for one kind of quote.
  std::size_t hopeless_until[2] = {0, 0};
  for (std::size_t i = 0; i < bytes.size();) {
    const Class kind = class_of(bytes[i]);
    if (kind == space) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    const bool point = bytes[i] == '.' && i + 1 < bytes.size() && class_of(bytes[i + 1]) == digit;
    if (kind == word) {
      while (i < bytes.size() && (class_of(bytes[i]) == word || class_of(bytes[i]) == digit)) ++i;
    } else if (kind == digit || point) {
      ++i;
      while (i < bytes.size() && in_number(bytes[i])) ++i;
    } else if (std::size_t& hopeless = hopeless_until[bytes[i] == '"'];
               kind == quote && i >= hopeless) {
      const String string = string_at(bytes, i);
      if (!string.closed) hopeless = string.end;
      i = string.closed ? string.end : i + 1;
    } else {
      ++i;
    }
    tokens.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(i)});
  }
  return tokens;
}

}  // namespace whittle
