#include "failure/mask.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <string_view>
#include <vector>

#include "document/lexer.h"

namespace whittle {
namespace {

constexpr std::string_view address_mask = "0xADDR", path_mask = "PATH", number_mask = "N";

bool ends_path(char c) {
  return static_cast<unsigned char>(c) <= ' ' || std::strchr("\"'`()[]{}<>,;:=", c);
}

std::size_t end_of_address(BytesView text, std::size_t at) {
  if (text.substr(at, 2) != "0x") return at;
  std::size_t end = at + 2;
  while (end < text.size() && std::isxdigit(static_cast<unsigned char>(text[end]))) ++end;
  return end == at + 2 || (end < text.size() && is_word(text[end])) ? at : end;
}

/// The end of the path that begins at `at`; `at` itself if none does. A slash alone is a division,
/// and "and/or" a word: a path is absolute or names a file.
std::size_t end_of_path(BytesView text, std::size_t at) {
  if ((at > 0 && !ends_path(text[at - 1])) || ends_path(text[at])) return at;
  std::size_t end = at;
  while (end < text.size() && !ends_path(text[end])) ++end;
  const BytesView part = text.substr(at, end - at);
  const bool is_path = part.size() > 1 && part.find('/') != BytesView::npos &&
                       (part[0] == '/' || part.find('.') != BytesView::npos);
  return is_path ? end : at;
}

std::size_t end_of_number(BytesView text, std::size_t at) {
  std::size_t end = at;
  // A sign belongs to the number: the same overflow happens at 3 and at -3.
  if (text[at] == '-' && (at == 0 || !is_word(text[at - 1]))) ++end;
  const std::size_t digits = end;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end == digits || (end < text.size() && is_word(text[end])) ? at : end;
}

/// Words and single characters that are not part of a word.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    words.push_back(text.substr(at, std::max<std::size_t>(end - at, 1)));
    at += words.back().size();
  }
  return words;
}

/// A path that is a name, with masks for the positions in lists that it may contain: `/a/3/b`.
std::string masked_numbers(BytesView path, Numbers numbers) {
  if (numbers == Numbers::stay) return std::string(path);
  std::string result;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = at > 0 && path[at - 1] == '/' ? end_of_number(path, at) : at;
    const bool is_whole = end > at && (end == path.size() || path[end] == '/');
    result += is_whole ? number_mask : path.substr(at, 1);
    at = is_whole ? end : at + 1;
  }
  return result;
}

}  // namespace

std::string masked(BytesView text, Numbers numbers, const NamedInInput& is_name) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const bool at_word_start = at == 0 || !is_word(text[at - 1]);
    std::size_t end = at;
    if (at_word_start && (end = end_of_address(text, at)) > at)
      result += address_mask;
    else if ((end = end_of_path(text, at)) > at)
      result += is_name && is_name(text.substr(at, end - at))
                    ? masked_numbers(text.substr(at, end - at), numbers)
                    : std::string(path_mask);
    else if (numbers == Numbers::are_masked && at_word_start &&
             (end = end_of_number(text, at)) > at)
      result += number_mask;
    else
      result += text[end++];
    at = end;
  }
  return result;
}

std::string quoted_pattern(BytesView text) {
  std::string pattern;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\'' || static_cast<unsigned char>(c) > '~')
      pattern += '.';
    else if (std::strchr("\\^$.[]|()*+?{}", c))
      (pattern += '\\') += c;
    else
      pattern += c;
  }
  return pattern;
}

std::string pattern_of_mask(BytesView mask) {
  std::string pattern;
  for (std::size_t at = 0; at < mask.size();) {
    const BytesView rest = mask.substr(at);
    const bool whole_word = at == 0 || !is_word(mask[at - 1]);
    const auto is_mask = [&](std::string_view word) {
      return whole_word && rest.starts_with(word) &&
             (rest.size() == word.size() || !is_word(rest[word.size()]));
    };
    if (rest.starts_with(varying_mask)) {
      pattern += ".*", at += varying_mask.size();
    } else if (is_mask(address_mask)) {
      // The patterns also match the words 0xADDR, PATH and N themselves, which a line may contain.
      pattern += "0x([0-9a-fA-F]+|ADDR)", at += address_mask.size();
    } else if (is_mask(path_mask)) {
      pattern += "[^[:space:]\"'`(),;:=<>]+", at += path_mask.size();
    } else if (is_mask(number_mask)) {
      // A number may be padded: `line  9`, `line 10`.
      const std::size_t padding = pattern.size() - (pattern.find_last_not_of(' ') + 1);
      if (padding > 0) pattern.replace(pattern.size() - padding, padding, " +");
      pattern += "(-?[0-9]+|N)", at += number_mask.size();
    } else {
      pattern += quoted_pattern(rest.substr(0, 1)), ++at;
    }
  }
  return pattern;
}

// The longest common prefix and suffix stay, and the middle is one mask. A message has one varying
// part in nearly all cases (a name of a file, of a folder, of a thread).
std::string masked_difference(const std::string& a, const std::string& b) {
  if (a == b) return a;
  const std::vector<std::string> left = words_of(a), right = words_of(b);
  const std::size_t most = std::min(left.size(), right.size());
  std::size_t front = 0, back = 0;
  while (front < most && left[front] == right[front]) ++front;
  while (back < most - front && left[left.size() - 1 - back] == right[right.size() - 1 - back])
    ++back;
  std::string result;
  for (std::size_t i = 0; i < front; ++i) result += left[i];
  result += varying_mask;
  for (std::size_t i = left.size() - back; i < left.size(); ++i) result += left[i];
  return result;
}

}  // namespace whittle
