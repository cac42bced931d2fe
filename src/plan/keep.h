/// Text that no pass may touch.
///
/// Three kinds of text are kept:
/// - Matches of the patterns of `--keep`. The syntax is RE2's (`base/pattern.h`). Each file is
///   searched as one text, from left to right: `^` and `$` match at the ends of each line, and a
///   match may span lines (`\n`, `\s`, `[^x]`, or `.` after `(?s)`). An empty match keeps nothing.
/// - The lines of the markers DDBEGIN and DDEND (they are lithium's), everything before DDBEGIN and
///   everything after DDEND, so that only the lines between the markers are reduced. A file has one
///   such part: from its first DDBEGIN to the first DDEND after that. A file without such a pair is
///   reduced as a whole.
/// - Whole files that `add_file` names.
///
/// The ranges are found anew in each document, so a pattern keeps the text that matches at that
/// moment. Text that stops matching because its surroundings were removed is no longer kept. Text
/// that begins to match, such as a number that a pass has made smaller, is kept from then on.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/pattern.h"
#include "base/result.h"
#include "document/edit.h"

namespace whittle {

class Keep {
 public:
  Keep() = default;
  /// Fails if one of the patterns is not a regular expression.
  static Result<Keep> make(const std::vector<std::string>& patterns);
  /// Keeps the whole file that has this path.
  void add_file(std::string path) { whole_files_.push_back(std::move(path)); }

  /// The kept ranges of one document.
  class Ranges {
   public:
    /// Whether applying the edit would change kept text.
    bool touches(const Edit& edit) const;

   private:
    friend class Keep;
    struct Range {
      std::uint64_t begin, end;
    };
    std::vector<std::vector<Range>> files_;  // for each file, sorted and disjoint
  };
  Ranges ranges(const Document& document) const;

 private:
  std::vector<Pattern> patterns_;
  std::vector<std::string> whole_files_;
};

}  // namespace whittle
