// Inputs that say how many items follow: `p cnf 60 330` before 330 clauses, `3` before three lines,
// `2 10 20`. There an item cannot be removed alone, because the reader of the input expects it. So
// it is removed together with lowering the number.
//
// A number is assumed to count items if it matches their number exactly. The match can be
// accidental, or possible in two ways, so each way is a separate pass, and the test decides whether
// it is right. Programs contain many numbers, few of which count anything, so these passes apply
// only to text without a grammar.
#include <charconv>
#include <optional>

#include "passes/text/text_passes.h"
#include "syntax/trees.h"

namespace whittle::text {
namespace {

// The length of a header; further down, a match is likely accidental.
constexpr std::size_t first_lines = 8;
constexpr std::size_t most_lines_an_item = 4;  // more are likely accidental, too

struct CountedLine {
  Range range;
  std::vector<Range> words;  // separated by white space
};

/// All lines except blank ones at the end, which readers ignore and counts leave out.
std::vector<CountedLine> read_lines(BytesView text) {
  std::vector<CountedLine> lines;
  for (const Range& range : find_lines(text)) {
    CountedLine line{range, {}};
    for (std::uint64_t at = range.begin; at < range.end; ++at) {
      if (is_space(text[at])) continue;
      if (at == range.begin || is_space(text[at - 1])) line.words.push_back({at, at});
      line.words.back().end = at + 1;
    }
    lines.push_back(std::move(line));
  }
  while (!lines.empty() && lines.back().words.empty()) lines.pop_back();
  return lines;
}

class Finder {
 public:
  Finder(std::uint32_t file, BytesView text, Found& found)
      : file_(file), text_(text), lines_(read_lines(text)), found_(found) {}

  /// Finds a number in one of the first lines that counts all lines after its own, one or a few
  /// lines an item. Only the first such number is used.
  void find_lines() {
    for (std::size_t i = 0; i + 1 < std::min(first_lines, lines_.size()); ++i)
      for (const Range& word : lines_[i].words) {
        const std::size_t behind = lines_.size() - i - 1, items = value(word).value_or(0);
        if (items < 2 || behind % items != 0 || behind / items > most_lines_an_item) continue;
        return count_lines(word, i + 1, lines_.size(), behind / items);
      }
  }

  /// Finds links: a line that ends with a number, followed by that many lines, repeated from one of
  /// the first lines to the end of the file. If the line before the first link contains the number
  /// of links, whole links can be removed as well.
  void find_links() {
    std::vector<std::size_t> heads;
    std::optional<Range> counter;
    for (std::size_t first = 0; !counter && first < std::min(first_lines, lines_.size()); ++first) {
      std::vector<std::size_t> links = links_from(first);
      if (links.empty()) continue;
      if (first > 0)
        for (const Range& word : lines_[first - 1].words)
          if (value(word) == links.size()) counter = word;
      if (counter || heads.empty()) heads = std::move(links);
    }
    if (heads.empty()) return;
    heads.push_back(lines_.size());
    std::vector<std::uint32_t> links;
    for (std::size_t i = 0; i + 1 < heads.size(); ++i)
      links.push_back(remove_lines(heads[i], heads[i + 1]));
    if (counter) count(*counter, links);
    for (std::size_t i = 0; i + 1 < heads.size(); ++i)
      count_lines(lines_[heads[i]].words.back(), heads[i] + 1, heads[i + 1], 1);
  }

  /// Finds a number at the beginning of a line that counts the other words of the line, or a number
  /// at the end of a line that counts the words of the next line.
  void find_words() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const std::vector<Range>& words = lines_[i].words;
      if (words.empty()) continue;
      if (value(words.front()) == words.size() - 1)
        count_words(words.front(), i, 1);
      else if (i + 1 < lines_.size() && value(words.back()) == lines_[i + 1].words.size())
        count_words(words.back(), i + 1, 0);
    }
  }

 private:
  std::optional<std::uint64_t> value(const Range& word) const {
    std::uint64_t result = 0;
    const BytesView digits = word.in(text_);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return result;
  }

  std::uint32_t remove(const Range& range) {
    found_.edits.push_back(removal(file_, range, weigh(range.in(text_))));
    return static_cast<std::uint32_t>(found_.edits.size() - 1);
  }
  /// From the beginning of line `first` to that of line `end`.
  std::uint32_t remove_lines(std::size_t first, std::size_t end) {
    return remove({lines_[first].range.begin, lines_[end - 1].range.end});
  }
  /// Requires: the number at `word` is the number of `items`.
  void count(const Range& word, std::vector<std::uint32_t> items) {
    const std::uint64_t value = items.size();
    found_.counts.push_back({{file_, word.begin, word.end, {}, false}, value, std::move(items)});
  }

  /// The first lines of the links that fill the file from line `first` to its end; empty if they do
  /// not.
  std::vector<std::size_t> links_from(std::size_t first) const {
    std::vector<std::size_t> heads;
    std::size_t counted = 0;
    for (std::size_t at = first; at < lines_.size();) {
      const std::vector<Range>& words = lines_[at].words;
      const auto length = words.empty() ? std::nullopt : value(words.back());
      if (!length || *length >= lines_.size() - at) return {};
      heads.push_back(at);
      counted += *length;
      at += *length + 1;
    }
    // One link alone is left to `find_lines`. If there are more links than counted lines, most of
    // the numbers are probably zeros that count nothing.
    if (heads.size() < 2 || counted < heads.size()) heads.clear();
    return heads;
  }

  void count_lines(const Range& word, std::size_t first, std::size_t end, std::size_t an_item) {
    std::vector<std::uint32_t> items;
    for (std::size_t at = first; at < end; at += an_item)
      items.push_back(remove_lines(at, at + an_item));
    if (!items.empty()) count(word, std::move(items));
  }

  void count_words(const Range& number, std::size_t line, std::size_t first) {
    const std::vector<Range>& words = lines_[line].words;
    if (words.size() - first < 2) return;
    std::vector<std::uint32_t> items;
    for (std::size_t i = first; i < words.size(); ++i)
      items.push_back(
          remove({words[i].begin, i + 1 < words.size() ? words[i + 1].begin : words[i].end}));
    count(number, std::move(items));
  }

  std::uint32_t file_;
  BytesView text_;
  std::vector<CountedLine> lines_;
  Found& found_;
};

Found in_plain_text(const Subject& subject, void (Finder::*find)()) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const std::string& path = subject.document.files()[file].path;
    if (subject.trees.language(path, text).parser == Parser::brackets)
      (Finder(file, text, found).*find)();
  });
  return found;
}

}  // namespace

Found counted_lines(const Subject& subject) {
  return in_plain_text(subject, &Finder::find_lines);
}
Found counted_links(const Subject& subject) {
  return in_plain_text(subject, &Finder::find_links);
}
Found counted_words(const Subject& subject) {
  return in_plain_text(subject, &Finder::find_words);
}

}  // namespace whittle::text
