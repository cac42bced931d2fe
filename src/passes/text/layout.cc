// White space at the edges of lines, which few languages give a meaning. The joining is exact:
// these passes remove blanks, so rendering must not put any back.
#include <map>

#include "document/lines.h"
#include "passes/text/text_passes.h"

namespace whittle::text {

// Removes several blank lines in a row, all of them or all but one, and the blanks at the end of
// other lines.
Found blank(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    const std::vector<Range> all = find_lines(text);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const BytesView line = all[i].in(text);
      if (!is_all_space(line)) {
        const std::size_t last = line.find_last_not_of(" \t\r\n\f\v") + 1;
        // The trailing blanks end before the line break, which stays.
        std::size_t end = line.size();
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

namespace {

/// Replaces every indentation with as many blanks as its rank among the depths of the text, for
/// languages in which depth has a meaning. All lines change in one edit: with some lines unchanged,
/// blocks would begin and end at the wrong places.
Edit shallow(std::uint32_t file, const std::vector<Range>& indents) {
  std::map<std::size_t, std::size_t> depths;  // the new number of blanks for each
  for (const Range& indent : indents) depths.emplace(indent.size(), 0);
  std::size_t depth = 0;
  for (auto& [blanks, fewer] : depths) fewer = ++depth;
  Edit edit;
  for (const Range& indent : indents)
    if (const std::size_t stay = depths.at(indent.size()); stay < indent.size())
      edit.changes.push_back({file, indent.begin + stay, indent.end, "", false});
  return edit;
}

}  // namespace

Found indentation(const Subject& subject) {
  Found found;
  found.joining = Joining::exact;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    std::vector<Range> indents;
    for (const Range& line : find_lines(text)) {
      const std::size_t first = line.in(text).find_first_not_of(" \t");
      if (first == BytesView::npos || first == 0 || is_space(text[line.begin + first])) continue;
      indents.push_back({line.begin, line.begin + first});
      found.edits.push_back(removal(file, indents.back(), 1));
    }
    if (subject.goal != Goal::bytes) return;
    if (Edit all = shallow(file, indents); !all.changes.empty()) found.edits.push_back(all);
  });
  return found;
}

}  // namespace whittle::text
