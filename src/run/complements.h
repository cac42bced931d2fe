/// Looks for a second bug beside the one that was reduced: which documents to test, as a value.
///
/// A search removes a second bug in a large chunk long before any candidate shows that bug alone.
/// The original without the pieces of the result does show it: first without the lines of these
/// pieces, then without the blocks around them, up to the outermost. A piece of the result may be
/// unlike every line of the original (names become shorter), and then the wrong lines are left out.
/// If the first bug still happens in such a document, the line that it happens at is found by
/// bisection over its beginnings, and is left out too.
///
///     Complements complements(original, result);
///     while (const Document* candidate = complements.next())
///       complements.observe(test(*candidate));
///
/// The caller bounds the number of tests. A bisection of n lines takes log2(n).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

#include "document/document.h"
#include "document/lexer.h"

namespace whittle {

/// The end of a complement, compared with the result.
enum class Complement : std::uint8_t {
  fails_differently,  ///< it shows another bug: the search is over
  fails_alike,        ///< it shows the bug of the result
  shows_nothing,      ///< neither: it passes, or it is broken
};

class Complements {
 public:
  Complements(const Document& original, const Document& result);

  /// The next document to test; null if there is none. It is valid until `observe` is called.
  const Document* next() const { return asked_ ? &*asked_ : nullptr; }
  /// Requires: there is a next one.
  void observe(Complement answer);

 private:
  /// A range of a file, of `base_` or of the original.
  struct FileRange {
    std::uint32_t file = 0;
    Range range;
  };
  static std::vector<FileRange> kept_words(const Document& original, const Document& result);
  void leave_out(const Document& document, const std::vector<FileRange>& places);
  void ask_next();
  void bisect(Document base);
  void ask_in_bisection();
  Document beginning_of_base() const;

  std::vector<Document> waiting_ = {};  // the next one last
  std::optional<Document> asked_ = {};
  std::unordered_set<Hash> known_ = {};
  std::optional<Document> alike_ = {};  // the first of the last group that fails alike
  // The bisection: the first `low_` lines do not show the bug, the first `high_` do.
  bool bisects_ = false;
  Document base_ = {};
  std::vector<FileRange> lines_ = {};
  std::size_t low_ = 0, high_ = 0;
};

}  // namespace whittle
