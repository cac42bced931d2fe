#include "document/lines.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

std::size_t indentation_of(BytesView line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

/// How many more brackets it opens than it closes.
int opened_brackets(BytesView line) {
  int opened = 0;
  for (const Lexeme& token : lex(line))
    opened += (token.kind == TokenKind::open) - (token.kind == TokenKind::close);
  return opened;
}

// The lines of `unwrap_blocks` are listed once for each block around them. Past this many changes
// the outermost blocks of a very deep file are left to other passes.
constexpr std::size_t most_changes = 1 << 18;

}  // namespace

/// Lines that stand further up already, word for word. A line without a word or number (`}`) is as
/// good as never one too many.
Found duplicate_lines(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    std::unordered_set<std::string_view> seen;  // only asked, never walked
    for (const Range& line : find_lines(text)) {
      const BytesView words = trimmed(line.in(text));
      if (std::none_of(words.begin(), words.end(), is_word)) continue;
      if (!seen.insert(words).second) found.edits.push_back(removal(file, line, weigh(words)));
    }
  });
  return found;
}

/// Paragraphs (lines up to a blank one) and lines with the deeper indented ones below; nested.
Found line_blocks(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const std::vector<Range> all = find_lines(text);
    std::vector<Range> blocks = find_indented_blocks(text, all);
    for (std::size_t i = 0; i < all.size();) {
      const std::size_t first = i;
      while (i < all.size() && !is_all_space(all[i].in(text))) ++i;
      while (i < all.size() && is_all_space(all[i].in(text))) ++i;
      blocks.push_back({all[first].begin, all[i - 1].end});
    }
    keep_nested(blocks);
    // A weight is what lies between two lines' sums: blocks may be nested as deep as there are
    // lines.
    std::vector<std::size_t> tokens_before{0};
    for (const Range& line : all)
      tokens_before.push_back(tokens_before.back() + count_tokens(line.in(text)));
    const auto tokens_at = [&](std::uint64_t place) {
      const auto line =
          std::lower_bound(all.begin(), all.end(), place,
                           [](const Range& range, std::uint64_t at) { return range.begin < at; });
      return tokens_before[static_cast<std::size_t>(line - all.begin())];
    };
    for (const Range& block : blocks) {
      const std::size_t weight = tokens_at(block.end) - tokens_at(block.begin);
      found.edits.push_back(
          removal(file, block, static_cast<Weight>(std::max<std::size_t>(weight, 1))));
    }
  });
  return found;
}

Found lines(const Subject& subject) {
  Units units = cut(subject.document, Unit::lines);
  return {std::move(units.edits), units.joining, {}};
}

/// A block's first line and the one that closes it go, and what is between them moves out to where
/// they stood: `if x:` to its body, `{` and `}` to what they hold.
Found unwrap_blocks(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  std::size_t changes = 0;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const std::vector<Range> all = find_lines(text);
    std::vector<std::size_t> columns;
    std::vector<bool> is_blank;
    for (const Range& line : all) {
      columns.push_back(indentation_of(line.in(text)));
      is_blank.push_back(is_all_space(line.in(text)));
    }
    const auto line_at = [&](std::uint64_t begin) {
      const auto found_line = std::ranges::lower_bound(all, begin, {}, &Range::begin);
      return static_cast<std::size_t>(found_line - all.begin());
    };
    for (const Range& block : find_indented_blocks(text, all)) {
      const std::size_t first = line_at(block.begin), last = line_at(block.end) - 1;
      if ((changes += last - first) > most_changes) return;
      const std::size_t column = columns[first];
      // The line with `}` or `end` belongs to the block; Python has none, and all lines are deeper.
      const bool has_closing = columns[last] == column;
      int opened = opened_brackets(all[first].in(text));
      if (has_closing) opened += opened_brackets(all[last].in(text));
      if (opened != 0) continue;  // a bracket would be left without its partner
      Edit edit = removal(file, all[first], weigh(all[first].in(text)));
      const std::size_t body_end = last + !has_closing;
      std::size_t step = BytesView::npos;  // how far the body is indented at least
      for (std::size_t i = first + 1; i < body_end; ++i)
        if (!is_blank[i]) step = std::min(step, columns[i]);
      for (std::size_t i = first + 1; i < body_end; ++i) {
        const std::size_t deeper = std::min(columns[i], step);
        if (deeper > column)
          edit.changes.push_back({file, all[i].begin + column, all[i].begin + deeper, {}, false});
      }
      if (has_closing) {
        edit.changes.push_back({file, all[last].begin, all[last].end, {}, false});
        edit.weight += weigh(all[last].in(text));
      }
      found.edits.push_back(std::move(edit));
    }
  });
  return found;
}

}  // namespace whittle::text
