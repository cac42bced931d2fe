/// Patches as `diff -u` and git write them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "document/lexer.h"

namespace whittle {

/// `4` in `@@ -1,4 +1,5 @@`.
struct HunkCount {
  Range digits;
  std::size_t value = 0;
};

/// The numbers of old and of new lines in the head of a hunk, which is `line`. Nothing if it is no
/// head, or if it leaves out a number (which means 1).
std::optional<std::array<HunkCount, 2>> hunk_counts(BytesView text, const Range& line);

/// Decides which versions of a patch are parts of it.
///
/// A part is made of lines of the patch, and each of its hunks changes lines that are beside each
/// other in the old file. Without this rule a hunk that applies would become one that does not: by
/// a line that is removed from its middle, by half a line, or because git looks for a hunk without
/// lines behind its last change only at the end of the file.
class PatchParts {
 public:
  explicit PatchParts(BytesView patch);

  bool has_part(BytesView version) const;

 private:
  struct OldLines {
    std::string text;               // lines that the hunk expects in the old file
    bool ends_with_change = false;  // rather than with a line that stays
  };
  struct Parsed {
    std::vector<OldLines> hunks;
    std::vector<std::string> lines;  // all others except the heads of hunks; added lines too
    bool is_whole = true;            // the heads count the lines that follow
  };
  static Parsed read(BytesView text);
  bool has_hunk(const OldLines& hunk) const;

  std::vector<OldLines> hunks_;
  std::set<std::string> lines_;
};

}  // namespace whittle
