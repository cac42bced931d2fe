#include "syntax/block_words.h"

#include <algorithm>
#include <array>

namespace whittle {
namespace {

using namespace std::string_view_literals;

constexpr std::array continuing_words{"else"sv,   "elseif"sv,  "elsif"sv,  "elif"sv,  "catch"sv,
                                      "except"sv, "finally"sv, "rescue"sv, "ensure"sv};
constexpr std::array closing_words{"end"sv, "fi"sv, "done"sv, "esac"sv};

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_same(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool is_one_of(std::string_view word, const auto& words) {
  return std::ranges::any_of(words, [&](std::string_view one) { return is_same(word, one); });
}

}  // namespace

BlockWord block_word(std::string_view word, std::string_view head) {
  if (is_one_of(head, continuing_words)) return BlockWord::none;  // it is itself a part of a block
  if (is_one_of(word, continuing_words)) return BlockWord::continues;
  const bool ends_head =
      word.size() > 3 && is_same(word.substr(0, 3), "end") && is_same(word.substr(3), head);
  return ends_head || is_one_of(word, closing_words) ? BlockWord::closes : BlockWord::none;
}

}  // namespace whittle
