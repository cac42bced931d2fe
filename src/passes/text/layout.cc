// White space at the edges of lines, which few languages give a meaning. The joining is exact:
// these passes remove blanks, so rendering must not put any back.
#include "document/lines.h"
#include "passes/text/text_passes.h"

namespace whittle::text {

// A run of blank lines goes as a whole or down to one; of other lines the blanks at the end go.
Found blank(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const std::vector<Range> all = find_lines(text);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const BytesView line = all[i].in(text);
      if (!is_all_space(line)) {
        const std::size_t last = line.find_last_not_of(" \t\r\n\f\v") + 1;
        std::size_t end = line.size();  // of the blanks: the line's own end stays
        if (line.ends_with("\r\n"))
          end -= 2;
        else if (line.ends_with('\n'))
          end -= 1;
        if (end > last)
          found.edits.push_back(removal(file, {all[i].begin + last, all[i].begin + end}, 1));
        continue;
      }
      const std::size_t first = i;
      while (i + 1 < all.size() && is_all_space(all[i + 1].in(text))) ++i;
      found.edits.push_back(removal(file, {all[first].begin, all[i].end}, 1));
      // The first blank line may have to stay: it ends a paragraph, or a header.
      if (i > first) found.edits.push_back(removal(file, {all[first].end, all[i].end}, 1));
    }
  });
  return found;
}

Found indentation(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    for (const Range& line : find_lines(text)) {
      const std::size_t first = line.in(text).find_first_not_of(" \t");
      if (first == BytesView::npos || first == 0 || is_space(text[line.begin + first])) continue;
      found.edits.push_back(removal(file, {line.begin, line.begin + first}, 1));
    }
  });
  return found;
}

}  // namespace whittle::text
