/// The definition of "smaller": a total order on documents, so that every accepted step is strictly
/// smaller and no two steps can undo each other.
///
/// This is the only place that decides it: passes ask it which edits to list, plans which to try,
/// and the run which candidate is the best.
///
/// Two steps may make a document larger, and neither can lead in a circle: a pump
/// (`plan/default_plan/pump.h`) makes the document larger for a while, and is kept only if it ends
/// smaller; and the formatter (`plan/formatter.h`) adds white space once, when the search is over.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "document/edit.h"
#include "document/lexer.h"

namespace whittle {

enum class Goal : std::uint8_t { tokens, bytes, lines };

/// Counts of a document, or of a part of it.
struct Measure {
  std::int64_t tokens = 0;
  std::int64_t bytes = 0;
  std::int64_t lines = 0;

  /// The count that the goal minimises.
  std::int64_t of(Goal goal) const;

  Measure& operator+=(const Measure& other);
  friend bool operator==(const Measure&, const Measure&) = default;
};

Measure measure(BytesView bytes);
Measure measure(const Document& document);

/// The goal first, then the others; equal only if all counts are.
std::strong_ordering compare(Goal goal, const Measure& a, const Measure& b);

/// Whether `after` has a smaller count of the goal or, if it is equal, fewer tokens. Stricter than
/// `compare`: with tokens as the goal, `x` for `xyz` is smaller, but saves nothing. Passes that
/// rewrite whole nodes ask for this, and leave shorter words and less white space to the passes
/// that look for those.
bool saves(Goal goal, const Measure& before, const Measure& after);

/// The weight of an edit that makes `after` of `before`: the tokens it saves, at least 1.
Weight weight_saved(const Measure& before, const Measure& after);

/// Whether `a` comes before `b`: by the goal, then bytes, then number of files, then text.
bool is_smaller(Goal goal, const Document& a, const Document& b);

/// The counts of any range of a document's files, by lookup in an index: edits may be nested
/// 100,000 levels deep, so that counting each of them would be quadratic. The index of a file is
/// made at its first use.
class RangeCounts {
 public:
  explicit RangeCounts(Document document)
      : document_(std::move(document)), files_(document_.files().size()) {}

  const Document& document() const { return document_; }
  /// Tokens with at least one byte in the range, the bytes of the range, and its line ends.
  Measure operator()(std::uint32_t file, const Range& range) const;

 private:
  struct Counted {
    TokenIndex tokens;
    LineIndex lines;
  };
  Document document_;
  mutable std::vector<std::optional<Counted>> files_;
};

/// Whether applying an edit to a document gives a smaller one, judged by the edit's own text: the
/// counts of edits add up, so edits that each pass this make a smaller document together.
///
///     const Downhill goes_down(Goal::tokens, document);
///     std::erase_if(edits, [&](const Edit& edit) { return !goes_down(edit); });
class Downhill {
 public:
  Downhill(Goal goal, const Document& base)
      : Downhill(goal, std::make_shared<const RangeCounts>(base)) {}
  Downhill(Goal goal, std::shared_ptr<const RangeCounts> counts)
      : goal_(goal), counts_(std::move(counts)) {}

  bool operator()(const Edit& edit) const;

  /// The removed and the inserted text of an edit, as counts.
  struct Exchange {
    Measure before, after;
  };
  Exchange exchange(const Edit& edit) const;

 private:
  Goal goal_;
  std::shared_ptr<const RangeCounts> counts_;
};

}  // namespace whittle
