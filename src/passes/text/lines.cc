// Lines and blocks of lines: the units that need no knowledge of the text at all.
//
// Blocks are found by blank lines and by indentation. They nest, so they are one list and the
// algorithm asks about an outer block first.
#include "document/lines.h"

#include <algorithm>

#include "passes/text/text_passes.h"

namespace whittle::text {

/// Paragraphs (lines up to a blank one), and lines together with the deeper indented lines that
/// follow them. Blocks that cross others are left out.
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
    // The weight of a block is the difference of two prefix sums. Counting the tokens of each block
    // would be quadratic, because blocks may be nested as deep as there are lines.
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

}  // namespace whittle::text
