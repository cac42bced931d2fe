// Directives that say where a text came from or how to compile it: line markers of a preprocessor,
// #pragma and #ident. Few bugs need them. Line markers disturb closures: a marker that returns from
// a file is refused if the marker that enters the file is missing.
#include <algorithm>

#include "document/lines.h"
#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

/// The directive of a line that starts with `#`: "12" of `# 12 "a.h"`, "pragma" of `#pragma once`.
BytesView directive_of(BytesView line) {
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) ++at;
  if (at == line.size() || line[at] != '#') return {};
  do ++at;
  while (at < line.size() && is_blank(line[at]));
  std::size_t end = at;
  while (end < line.size() && !is_space(line[end])) ++end;
  return line.substr(at, end - at);
}

template <typename IsOne>
Found lines_with(const Subject& subject, const IsOne& is_one) {
  Found found;
  found.joining = Joining::exact;  // whole lines
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t newline = text.find('\n', begin);
      std::size_t end = newline == text.npos ? text.size() : newline + 1;
      if (is_one(directive_of(text.substr(begin, end - begin)))) {
        // A pragma may be continued on the next line.
        while (end < text.size() && end >= 2 && text[end - 2] == '\\')
          end = std::min(text.find('\n', end), text.size() - 1) + 1;
        found.edits.push_back(removal(file, {begin, end}, weigh(text.substr(begin, end - begin))));
      }
      begin = end;
    }
  });
  return found;
}

}  // namespace

Found line_markers(const Subject& subject) {
  return lines_with(subject, [](BytesView name) {
    return name == "line" || (!name.empty() && name.front() >= '0' && name.front() <= '9');
  });
}

Found pragmas(const Subject& subject) {
  return lines_with(subject, [](BytesView name) { return name == "pragma" || name == "ident"; });
}

}  // namespace whittle::text
