// Most units are a scan over the bytes. `brackets` is a tree without a grammar: groups of brackets,
// the lines that a group spans, blocks by indentation, and lines, kept if they nest. It works for
// languages that have no grammar and for files with syntax errors, and it is the cheap substitute
// for HDD there.
#include "document/units.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/utf8.h"
#include "document/lines.h"

namespace whittle {
namespace {

constexpr std::pair<std::string_view, Unit> names[] = {
    {"bytes", Unit::bytes}, {"chars", Unit::chars},       {"tokens", Unit::tokens},
    {"lines", Unit::lines}, {"brackets", Unit::brackets}, {"auto", Unit::automatic}};

void cut_bytes(std::uint32_t file, BytesView bytes, Units& units) {
  for (std::size_t at = 0; at < bytes.size(); ++at)
    units.edits.push_back(removal(file, {at, at + 1}, 1));
}

void cut_chars(std::uint32_t file, BytesView bytes, Units& units) {
  for (std::size_t at = 0; at < bytes.size();) {
    // Bytes that are not UTF-8 are characters of their own.
    const std::size_t end = at + std::max<std::size_t>(1, character_length(bytes.substr(at)));
    units.edits.push_back(removal(file, {at, end}, 1));
    at = end;
  }
}

void cut_lines(std::uint32_t file, BytesView bytes, Units& units) {
  for (const Range& line : find_lines(bytes))
    units.edits.push_back(removal(file, line, weigh(line.in(bytes))));
}

void cut_tokens(std::uint32_t file, BytesView bytes, Units& units) {
  for (const Lexeme& token : lex(bytes))
    units.edits.push_back(removal(file, with_white_space(bytes, token), 1));
}

// A range is balanced if its two ends have the same innermost group, because then no group has only
// one bracket in the range. `around_` gives the innermost group of each token, so this takes two
// lookups.
class Brackets {
 public:
  explicit Brackets(BytesView bytes) : bytes_(bytes), tokens_(lex(bytes)) {
    groups_ = find_groups(bytes, tokens_);
    partners_.assign(tokens_.size(), none);
    for (const Group& group : groups_) {
      partners_[group.open] = group.close;
      partners_[group.close] = group.open;
    }
    std::vector<std::uint32_t> open;
    around_.reserve(tokens_.size() + 1);
    for (std::uint32_t i = 0; i < tokens_.size(); ++i) {
      around_.push_back(open.empty() ? none : open.back());
      if (partners_[i] == none) continue;
      if (partners_[i] > i)
        open.push_back(i);
      else
        open.pop_back();
    }
    around_.push_back(none);
  }

  /// All candidates for units; `keep_nested` then drops those that cross others. A line with
  /// unbalanced brackets is no unit, because removing it would break the text, so its balanced
  /// pieces are.
  std::vector<Range> ranges() const {
    const std::vector<Range> lines = find_lines(bytes_);
    std::vector<Range> found;
    for (const Group& group : groups_) {
      found.push_back({tokens_[group.open].begin, tokens_[group.close].end});
      if (const auto hull = lines_around(group, lines)) found.push_back(*hull);
    }
    for (const Range& block : find_indented_blocks(bytes_, lines))
      if (balanced(block)) found.push_back(block);
    for (const Range& line : lines) {
      if (balanced(line))
        found.push_back(line);
      else
        add_pieces(line, found);
    }
    keep_nested(found);
    return found;
  }

  Weight weight(Range range) const {
    return static_cast<Weight>(
        std::max<std::size_t>(token_at(range.end) - token_at(range.begin), 1));
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// The first token that starts at `at` or later.
  std::size_t token_at(std::uint64_t at) const {
    const auto found = std::lower_bound(
        tokens_.begin(), tokens_.end(), at,
        [](const Lexeme& token, std::uint64_t place) { return token.begin < place; });
    return static_cast<std::size_t>(found - tokens_.begin());
  }
  bool balanced(Range range) const {
    return around_[token_at(range.begin)] == around_[token_at(range.end)];
  }
  /// The lines a group is on; and if another group is open at their end, as in `} else {`, those
  /// of that one too. Nothing if they start inside a group that ends there.
  std::optional<Range> lines_around(const Group& group, const std::vector<Range>& lines) const {
    const auto line_of = [&](std::uint32_t token) {
      const auto next = std::upper_bound(
          lines.begin(), lines.end(), tokens_[token].begin,
          [](std::uint64_t place, const Range& line) { return place < line.begin; });
      return *(next - 1);
    };
    Range hull{line_of(group.open).begin, line_of(group.close).end};
    const std::size_t first = token_at(hull.begin);
    for (;;) {
      const std::uint32_t still_open = around_[token_at(hull.end)];
      if (still_open == around_[first]) return hull;
      if (still_open == none || still_open < first) return std::nullopt;
      hull.end = line_of(partners_[still_open]).end;
    }
  }
  /// The texts between those brackets of a line that have their partners on other lines.
  void add_pieces(Range line, std::vector<Range>& found) const {
    const std::size_t first = token_at(line.begin), last = token_at(line.end);
    const auto leads_away = [&](std::size_t i) {
      return partners_[i] != none && (partners_[i] < first || partners_[i] >= last);
    };
    for (std::size_t i = first; i < last;) {
      std::size_t end = i;
      while (end < last && !leads_away(end)) ++end;
      if (end > i)
        found.push_back({tokens_[i].begin, end < last ? tokens_[end].begin : tokens_[end - 1].end});
      i = end + 1;
    }
  }

  BytesView bytes_;
  std::vector<Lexeme> tokens_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> partners_;  // of each token: the bracket that belongs to it
  std::vector<std::uint32_t> around_;    // before each token: the innermost bracket open there
};

void cut_brackets(std::uint32_t file, BytesView bytes, Units& units) {
  const Brackets brackets(bytes);
  std::vector<std::pair<Range, std::uint32_t>> open;
  for (const Range& range : brackets.ranges()) {
    while (!open.empty() && open.back().first.end <= range.begin) open.pop_back();
    units.parents.push_back(open.empty() ? Units::no_parent : open.back().second);
    open.emplace_back(range, static_cast<std::uint32_t>(units.edits.size()));
    units.edits.push_back(removal(file, range, brackets.weight(range)));
  }
}

/// How far a line is indented; nothing for a blank line. Tabs go to the next multiple of eight.
std::optional<std::size_t> indentation(BytesView line) {
  std::size_t column = 0;
  for (const char c : line) {
    if (c == '\t')
      column += 8 - column % 8;
    else if (c == ' ')
      ++column;
    else if (is_space(c))
      break;
    else
      return column;
  }
  return std::nullopt;
}

/// Whether the line only closes blocks of the lines above: `}`, `);`, `</ul>`, `end`.
bool closes_block(BytesView line) {
  line = trimmed(line);
  if (line.empty()) return false;
  const bool opens_again =
      line.back() == '{' || line.back() == '(' || line.back() == '[' || line.back() == ':';
  const bool closes = line[0] == '}' || line[0] == ')' || line[0] == ']' ||
                      line.starts_with("</") ||
                      (line.starts_with("end") && (line.size() == 3 || !is_word(line[3])));
  return closes && !opens_again;
}

}  // namespace

std::string_view name_of(Unit unit) {
  for (const auto& [name, known] : names)
    if (known == unit) return name;
  return {};
}

Units cut(const Document& document, Unit unit) {
  if (unit == Unit::automatic) unit = choose_unit(document);
  Units units;
  if (unit == Unit::tokens || unit == Unit::brackets) units.joining = Joining::separated;
  if (unit == Unit::bytes) units.edits.reserve(document.size());
  for (std::uint32_t file = 0; file < document.files().size(); ++file) {
    if (document.files()[file].kind != File::Kind::regular) continue;
    const BytesView bytes = document.bytes(file);
    switch (unit) {
      case Unit::bytes:
        cut_bytes(file, bytes, units);
        break;
      case Unit::chars:
        cut_chars(file, bytes, units);
        break;
      case Unit::tokens:
        cut_tokens(file, bytes, units);
        break;
      case Unit::lines:
        cut_lines(file, bytes, units);
        break;
      case Unit::brackets:
        cut_brackets(file, bytes, units);
        break;
      case Unit::automatic:
        break;
    }
  }
  return units;
}

Unit choose_unit(const Document& document) {
  std::size_t lines = 0, bytes = 0;
  for (const File& file : document.files()) {
    if (file.kind != File::Kind::regular) continue;
    if (!is_text(*file.bytes)) return Unit::bytes;
    lines += static_cast<std::size_t>(std::count(file.bytes->begin(), file.bytes->end(), '\n'));
    bytes += file.bytes->size();
  }
  // Minified code and one-line data have little to gain from lines.
  return lines >= 8 && bytes / lines <= 200 ? Unit::lines : Unit::tokens;
}

std::size_t count_tokens(const Document& document) {
  std::size_t count = 0;
  for (const File& file : document.files())
    if (file.kind == File::Kind::regular) count += count_tokens(*file.bytes);
  return count;
}

Edit removal(std::uint32_t file, Range range, Weight weight) {
  Edit edit;
  edit.changes.push_back({file, range.begin, range.end, {}, false});
  edit.weight = weight;
  return edit;
}

Edit replacement(std::uint32_t file, Range range, BytesView by, Weight weight) {
  Edit edit = removal(file, range, weight);
  edit.changes[0].replacement = by;
  return edit;
}

// A closing bracket skips opening brackets of other kinds that were never closed, so one stray
// bracket costs one group and not all groups around it. A count of the open brackets of each kind
// keeps a stray closing bracket from searching the whole stack.
std::vector<Group> find_groups(BytesView bytes, const std::vector<Lexeme>& tokens) {
  const auto kind_of = [&](std::size_t token) -> std::size_t {
    const char c = bytes[tokens[token].begin];
    return c == '(' || c == ')' ? 0 : c == '[' || c == ']' ? 1 : 2;
  };
  std::vector<Group> groups;
  std::vector<std::uint32_t> open;
  std::size_t open_of[3] = {0, 0, 0};
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == TokenKind::open) {
      open.push_back(i);
      ++open_of[kind_of(i)];
    } else if (tokens[i].kind == TokenKind::close && open_of[kind_of(i)] > 0) {
      std::uint32_t partner = 0;
      do {
        partner = open.back();
        open.pop_back();
        --open_of[kind_of(partner)];
      } while (kind_of(partner) != kind_of(i));
      groups.push_back({partner, i});
    }
  }
  std::sort(groups.begin(), groups.end(),
            [](const Group& a, const Group& b) { return a.open < b.open; });
  return groups;
}

// A stack of lines by their columns: a line closes all open lines that are deeper, and its equal,
// which it extends if it only closes a bracket (`}`). Blank lines are skipped.
std::vector<Range> find_indented_blocks(BytesView bytes, const std::vector<Range>& lines) {
  struct Open {
    std::size_t line, column;
  };
  std::vector<Range> blocks;
  std::vector<Open> open;
  std::size_t last = 0;  // the last line that was not blank
  const auto close = [&](std::size_t end) {
    if (end > open.back().line) blocks.push_back({lines[open.back().line].begin, lines[end].end});
    open.pop_back();
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto column = indentation(lines[i].in(bytes));
    if (!column) continue;
    while (!open.empty() && open.back().column > *column) close(last);
    if (!open.empty() && open.back().column == *column)
      close(last > open.back().line && closes_block(lines[i].in(bytes)) ? i : last);
    open.push_back({i, *column});
    last = i;
  }
  while (!open.empty()) close(last);
  std::sort(blocks.begin(), blocks.end(), [](const Range& a, const Range& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  return blocks;
}

// Sorted by begin, longest first, a range is nested if it ends before the innermost open one does.
void keep_nested(std::vector<Range>& ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  std::vector<Range> open;
  std::erase_if(ranges, [&](const Range& range) {
    while (!open.empty() && open.back().end <= range.begin) open.pop_back();
    if (!open.empty() && range.end > open.back().end) return true;
    open.push_back(range);
    return false;
  });
}

Range with_white_space(BytesView bytes, const Lexeme& token) {
  const Margins margins = margins_of(bytes, {token.begin, token.end});
  if (margins.is_alone()) return lines_of(bytes, margins);
  if (margins.ends_line) return {token.begin, token.end};
  // The blank after a closing bracket belongs to the next token: `f(x) y` becomes `f y`.
  const bool is_close = token.kind == TokenKind::close && margins.blanks.begin == token.begin;
  return {token.begin, is_close ? token.end : margins.blanks.end};
}

}  // namespace whittle
