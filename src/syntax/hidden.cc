// A small reader of words and brackets is enough: hidden words are found by their neighbours, not
// by grammar. A look-alike in a comment or a string does no harm, because the parser skips these
// anyway. The gain is large: of 426 errors in the preprocessed <iostream> of libstdc++, 90 are left
// (`languages.cc`).
#include "syntax/hidden.h"

#include <algorithm>

#include "document/lexer.h"

namespace whittle {
namespace {

/// Reads words, signs and groups from a place on.
class Reader {
 public:
  Reader(BytesView bytes, std::size_t at) : bytes_(bytes), at_(at) { skip_space(); }

  std::size_t at() const { return at_; }
  bool starts(std::string_view text) const { return bytes_.substr(at_).starts_with(text); }
  /// The word that begins here; empty if there is none.
  std::string_view word() {
    const std::size_t begin = at_;
    while (at_ < bytes_.size() && is_word(bytes_[at_])) ++at_;
    const std::string_view found = bytes_.substr(begin, at_ - begin);
    skip_space();
    return found;
  }
  bool skip(std::string_view text) {
    if (!starts(text)) return false;
    at_ += text.size();
    skip_space();
    return true;
  }
  /// The end of the group in parentheses that begins here; 0 if there is none.
  std::size_t group_end() {
    if (!starts("(")) return 0;
    std::size_t depth = 0, end = at_;
    do {
      if (end == bytes_.size() || bytes_[end] == '{' || bytes_[end] == ';') return 0;
      if (bytes_[end] == '(') ++depth;
      if (bytes_[end] == ')') --depth;
      ++end;
    } while (depth > 0);
    at_ = end;
    skip_space();
    return end;
  }

 private:
  void skip_space() {
    while (at_ < bytes_.size() && is_space(bytes_[at_])) ++at_;
  }

  BytesView bytes_;
  std::size_t at_;
};

/// Calls `visit` with the end of each word of that spelling.
template <typename Visit>
void for_each_word(BytesView bytes, std::string_view word, Visit visit) {
  for (std::size_t at = bytes.find(word); at != BytesView::npos; at = bytes.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool is_whole =
        (at == 0 || !is_word(bytes[at - 1])) && (end == bytes.size() || !is_word(bytes[end]));
    if (is_whole) visit(at, end);
  }
}

Hidden hidden_by(const HiddenWord& rule, std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), rule.kind,
          !rule.before.empty()};
}

/// Whether the sign comes directly before a place, blanks aside.
bool follows(std::string_view sign, BytesView bytes, std::size_t at) {
  const std::size_t last = bytes.substr(0, at).find_last_not_of(" \t\r\n");
  return last != BytesView::npos && bytes.substr(0, last + 1).ends_with(sign);
}

/// Adds each `word(...)` of a head that begins at `at`: `n __attribute__((...)) {`. A head is names
/// and `::` up to a brace. Anything else is no head, and nothing of it is hidden.
void add_in_head(const HiddenWord& rule, BytesView bytes, std::size_t at,
                 std::vector<Hidden>& found) {
  Reader reader(bytes, at);
  const std::size_t before = found.size();
  for (;;) {
    const std::size_t begin = reader.at();
    const std::string_view word = reader.word();
    if (word == rule.word) {
      const std::size_t end = rule.has_group ? reader.group_end() : begin + word.size();
      if (end == 0) break;
      found.push_back(hidden_by(rule, begin, end));
    } else if (word.empty() && !reader.skip("::")) {
      break;
    }
  }
  if (!reader.starts("{")) found.resize(before);
}

}  // namespace

std::vector<Hidden> find_hidden(const Language& language, BytesView bytes) {
  std::vector<Hidden> found;
  for (const HiddenWord& rule : language.profile.hidden) {
    if (!rule.in_head_of.empty()) {
      for_each_word(bytes, rule.in_head_of,
                    [&](std::size_t, std::size_t end) { add_in_head(rule, bytes, end, found); });
      continue;
    }
    for_each_word(bytes, rule.word, [&](std::size_t begin, std::size_t end) {
      Reader reader(bytes, end);
      if (!rule.before.empty() && reader.word() != rule.before) return;
      if (!rule.after.empty() && !follows(rule.after, bytes, begin)) return;
      if (rule.has_group && (end = reader.group_end()) == 0) return;
      found.push_back(hidden_by(rule, begin, end));
    });
  }
  std::ranges::sort(found, {}, &Hidden::begin);
  return found;
}

void blank(const std::vector<Hidden>& hidden, Bytes& bytes) {
  for (const Hidden& one : hidden)
    std::replace_if(
        bytes.begin() + one.begin, bytes.begin() + one.end, [](char c) { return c != '\n'; }, ' ');
}

}  // namespace whittle
