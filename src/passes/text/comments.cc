// Comments are the cheapest to remove: only a test that reads the text can depend on them. The
// white space around a comment is removed with it, so that no blank line is left.
#include "document/lines.h"
#include "passes/text/text_passes.h"

namespace whittle::text {
namespace {

/// A comment that fills its lines is removed with the lines; one at the end of a line is removed
/// with the blanks before it.
Range with_its_space(BytesView bytes, Range comment) {
  const Margins margins = margins_of(bytes, comment);
  // In the middle of a line, the blanks on both sides of the comment stay, because they keep words
  // apart.
  if (!margins.ends_line) return comment;
  if (margins.starts_line) return lines_of(bytes, margins);
  return {margins.blanks.begin, comment.end};
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
