/// Which parts of a document ran in a test, and which never did.
///
/// Recorders report nested ranges with counts, or lines. Both are painted onto the bytes of a file:
/// a smaller range decides over a larger one around it. A byte of several observations (processes,
/// programs) ran if it ran in one of them. Bytes that no recorder knows about, such as comments and
/// declarations, have no colour.
///
///     Coverage coverage;
///     coverage.paint(0, ranges_of_one_process);
///     if (coverage.never_ran(0, body.begin, body.end)) ...
///
/// A value; `to_text` and `from_text` are for the journal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace whittle::probe {

/// Bytes [begin, end) of a file.
struct CountedRange {
  std::uint64_t begin = 0, end = 0;
  bool ran = false;

  friend bool operator==(const CountedRange&, const CountedRange&) = default;
};

class Coverage {
 public:
  /// Adds what one observation reports of a file.
  void paint(std::uint32_t file, std::vector<CountedRange> ranges);

  bool empty() const { return files_.empty(); }
  /// Whether something in these bytes was observed, and nothing in them ran.
  bool never_ran(std::uint32_t file, std::uint64_t begin, std::uint64_t end) const;

  std::string to_text() const;
  /// Nothing if the text is no coverage.
  static std::optional<Coverage> from_text(BytesView text);

  friend bool operator==(const Coverage&, const Coverage&) = default;

  std::string recorder = {};  ///< the name of the row that recorded it
  /// Functions with a body that could be observed, and how many of them never ran.
  std::size_t functions = 0, idle_functions = 0;

 private:
  // Disjoint and sorted; neighbours differ.
  std::map<std::uint32_t, std::vector<CountedRange>> files_;
};

}  // namespace whittle::probe
