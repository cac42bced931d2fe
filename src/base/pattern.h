/// A regular expression of the user's. All options that take one go through this class.
///
/// The syntax is that of RE2 (https://github.com/google/re2/wiki/Syntax): the common Perl syntax
/// without back-references and look-around. RE2 searches in time linear in the text and does not
/// recurse, so that neither a pattern such as `(a*)*b` nor a line of a megabyte can stop a run.
///
/// `compile` reads a pattern for bytes, which may be of any encoding: `é` finds the two bytes of an
/// `é` in UTF-8, but `[é]` finds either of them. `compile_characters` reads a pattern for
/// characters of UTF-8: `[é]` and `.` match one whole character, and no byte that is not part of
/// one.
///
///     auto pattern = Pattern::compile("error: \\d+");
///     if (pattern && pattern->found_in(output)) ...
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace re2 {
class RE2;
}

namespace whittle {

class Pattern {
 public:
  /// Fails if `text` is not a regular expression; the message has the reason and the position.
  static Result<Pattern> compile(std::string text);
  /// The same for characters of UTF-8. A pattern that is not UTF-8 itself is one for bytes.
  static Result<Pattern> compile_characters(std::string text);

  /// Whether some line of `bytes` matches, as `grep` decides it: each line is looked at alone,
  /// without its newline. Empty bytes have no line.
  bool found_in(BytesView bytes) const;

  /// The text of the first group where the pattern matches in `line`; nothing if it does not match.
  /// Requires: the pattern has a group.
  std::optional<BytesView> group_in(BytesView line) const;

  struct Match {
    std::size_t begin, end;
    bool operator==(const Match&) const = default;
  };
  /// The matches in `bytes` as one text, from left to right; none is empty or overlaps another.
  /// `^` and `$` match at the ends of each line. `.` does not match a newline, unless the pattern
  /// says `(?s)`; `\n`, `\s` and `[^x]` do, so that a match can span lines.
  std::vector<Match> matches(BytesView bytes) const;

  /// A POSIX extended regular expression for `LC_ALL=C grep -a -E` that finds the lines that
  /// `found_in` finds. RE2 itself says which bytes each part of the pattern matches, so that `\d`,
  /// `(?i)` and `\pL` mean the same to both. `\b` and `\B` need a grep that knows them (GNU, BSD).
  std::string for_grep() const;

  const std::string& text() const { return text_; }
  bool reads_characters() const { return reads_characters_; }

 private:
  static Result<Pattern> compile(std::string text, bool reads_characters);

  std::string text_;
  bool reads_characters_ = false;
  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace whittle
