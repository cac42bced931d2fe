// The list is from the errors in preprocessed headers of libstdc++: of 426 in <iostream> 90 are
// left, of 733 in <regex> 151. Those in declarators are from programs in C that were merged from
// several files.
#include "syntax/hidden.h"

#include <algorithm>

#include "document/lexer.h"

namespace whittle {
namespace {

constexpr std::string_view attribute = "__attribute__";

/// Reads on from a place, piece by piece.
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
  /// Where a group in parentheses that begins here ends; 0 if there is none.
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

}  // namespace

std::vector<Hidden> find_hidden(const Language& language, BytesView bytes) {
  std::vector<Hidden> found;
  if (!language.profile.hides_extensions) return found;
  const auto add = [&](std::size_t begin, std::size_t end, std::string_view kind, bool next) {
    found.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), kind, next});
  };
  for_each_word(bytes, "namespace", [&](std::size_t, std::size_t end) {
    Reader reader(bytes, end);
    const std::size_t before = found.size();
    for (;;) {
      const std::size_t begin = reader.at();
      const std::string_view word = reader.word();
      if (word == attribute) {
        const std::size_t group = reader.group_end();
        if (group == 0) break;
        add(begin, group, "attribute_specifier", false);
      } else if (word.empty() && !reader.skip("::")) {
        break;
      }
    }
    if (!reader.starts("{")) found.resize(before);
  });
  for (std::string_view word : {"extern", "__extension__"})
    for_each_word(bytes, word, [&](std::size_t begin, std::size_t end) {
      if (Reader(bytes, end).word() == "template") add(begin, end, "storage_class_specifier", true);
    });
  // `int(__attribute__((leaf)) f)(int x);`, as programs that merge files print it.
  for_each_word(bytes, attribute, [&](std::size_t begin, std::size_t end) {
    const std::size_t before = bytes.substr(0, begin).find_last_not_of(" \t\r\n");
    if (before == BytesView::npos || bytes[before] != '(') return;
    if (const std::size_t group = Reader(bytes, end).group_end(); group != 0)
      add(begin, group, "attribute_specifier", false);
  });
  std::ranges::sort(found, {}, &Hidden::begin);
  return found;
}

void blank(const std::vector<Hidden>& hidden, Bytes& bytes) {
  for (const Hidden& one : hidden)
    std::replace_if(
        bytes.begin() + one.begin, bytes.begin() + one.end, [](char c) { return c != '\n'; }, ' ');
}

}  // namespace whittle
