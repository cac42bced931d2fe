/// What "smaller" means: a total order on documents, so that every accepted step goes down and no
/// two steps can undo each other.
///
/// Two things go up, each where it cannot lead in a circle: a pump (`pump.h`) makes the document
/// larger for a while, and is kept only if it ends smaller; and the formatter (`formatter.h`) adds
/// white space once, when the search is over.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "document/edit.h"
#include "document/lexer.h"

namespace whittle {

enum class Goal : std::uint8_t { tokens, bytes, lines };

/// Counts of a document, or what an edit changes about them.
struct Measure {
  std::int64_t tokens = 0;
  std::int64_t bytes = 0;
  std::int64_t lines = 0;

  friend bool operator==(const Measure&, const Measure&) = default;
};

Measure measure(BytesView bytes);
Measure measure(const Document& document);

/// The goal first, then the others; equal only if all counts are.
std::strong_ordering compare(Goal goal, const Measure& a, const Measure& b);

/// Whether `a` comes before `b`: by the goal, then bytes, then number of files, then text.
bool is_smaller(Goal goal, const Document& a, const Document& b);

/// Whether applying an edit to a document gives a smaller one, judged by the edit's own text: the
/// counts of edits add up, so edits that each pass this make a smaller document together.
///
///     const Downhill goes_down(Goal::tokens, document);
///     std::erase_if(edits, [&](const Edit& edit) { return !goes_down(edit); });
///
/// What an edit takes away is looked up, not counted: edits may nest 100,000 deep.
class Downhill {
 public:
  Downhill(Goal goal, const Document& base)
      : goal_(goal), base_(base), counts_(base.files().size()) {}

  bool operator()(const Edit& edit) const;

 private:
  struct Counts {
    TokenIndex tokens;
    std::vector<std::uint64_t> line_ends;
  };
  Measure measure_old(const Change& change) const;

  Goal goal_;
  const Document& base_;
  mutable std::vector<std::optional<Counts>> counts_;  // by file; only of those asked about
};

}  // namespace whittle
