// Inputs that say how many items follow: `p cnf 60 330` before 330 clauses, `3` before three lines,
// `2 10 20`. An item cannot be removed alone there, because the reader expects it; it is removed
// together with lowering the number.
//
// A number is assumed to count items if it matches their number exactly. The match can be
// accidental, or possible in two ways, so each way is a separate pass, and the test decides whether
// it is right. Programs have many numbers and few that count, so this is for text without a
// grammar.
#include <charconv>
#include <optional>

#include "passes/text/text_passes.h"
#include "syntax/trees.h"

namespace whittle::text {
namespace {

constexpr std::size_t first_lines = 8;         // a header's; further down it is likely chance
constexpr std::size_t most_lines_an_item = 4;  // so is more

struct CountedLine {
  Range range;
  std::vector<Range> words;  // what stands between blanks
};

/// All but blank ones at the end.
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

  /// All lines behind a number in one of the first, one by one or a few at a time.
  void find_lines() {
    for (std::size_t i = 0; i + 1 < std::min(first_lines, lines_.size()); ++i)
      for (const Range& word : lines_[i].words) {
        const std::size_t behind = lines_.size() - i - 1, items = value(word).value_or(0);
        if (items < 2 || behind % items != 0 || behind / items > most_lines_an_item) continue;
        return count_lines(word, i + 1, lines_.size(), behind / items);
      }
  }

  /// Lines that end with a number and have as many behind them, one after the other from one of the
  /// first lines to the end; and those together, if the line before says how many there are.
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

  /// The words behind a number that begins a line, or those of the line behind one that ends it.
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
  /// `items` are as many as the number at `word` says.
  void count(const Range& word, std::vector<std::uint32_t> items) {
    const std::uint64_t value = items.size();
    found_.counts.push_back({{file_, word.begin, word.end, {}, false}, value, std::move(items)});
  }

  /// The first lines of links that fill the file from line `first` on; none if they do not.
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
    // One is what `find_lines` finds, and many without lines are hardly meant.
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
