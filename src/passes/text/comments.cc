// A comment is the cheapest thing to lose: no test but one that reads the text can depend on it.
// It takes the white space along that was there for its sake, so that no blank line stays behind.
#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

bool is_blank(char c) {
  return is_space(c) && c != '\n';
}

/// A comment alone on its lines goes with them, one at the end of a line with the blanks before it.
Range with_its_space(BytesView bytes, Range comment) {
  std::uint64_t begin = comment.begin, end = comment.end;
  while (begin > 0 && is_blank(bytes[begin - 1])) --begin;
  while (end < bytes.size() && is_blank(bytes[end])) ++end;
  const bool starts_line = begin == 0 || bytes[begin - 1] == '\n';
  const bool ends_line = end == bytes.size() || bytes[end] == '\n';
  if (!ends_line)
    return comment;  // in the middle of a line: the blanks on its sides keep words apart
  if (starts_line) return {begin, end + (end < bytes.size())};
  return {begin, comment.end};
}

}  // namespace

Found comments(const Subject& subject) {
  Found found;
  for_each_text(subject, [&](std::uint32_t file, BytesView text) {
    for (const Range& comment : find_comments(text))
      found.edits.push_back(removal(file, with_its_space(text, comment), weigh(comment.in(text))));
  });
  return found;
}

}  // namespace whittle::text
