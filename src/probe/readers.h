/// Readers of what recorders leave in their folder (`RecorderRow::read`).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "document/document.h"
#include "probe/coverage.h"
#include "process/tools.h"

namespace whittle::probe {

/// The coverage that Node.js writes for NODE_V8_COVERAGE.
Coverage read_v8(const std::string& folder, const Document& document, Tools& tools);
/// The lines that the Python agent writes.
Coverage read_python(const std::string& folder, const Document& document, Tools& tools);
/// The folders of the compilers' wrapper: by gcov, and by llvm-cov.
Coverage read_compilers(const std::string& folder, const Document& document, Tools& tools);

/// Where the document's text is in a file that a test used: tests copy the candidate to other names
/// and put text before it, so it is found by content.
struct FoundText {
  std::uint32_t file = 0;   ///< of the document
  std::uint64_t begin = 0;  ///< of its text, in the other file
};
std::optional<FoundText> find_text(const Document& document, BytesView content);

/// The lines of a file, from 1.
class TextLines {
 public:
  explicit TextLines(BytesView text);
  std::size_t count() const { return starts_.size(); }
  /// The line without the blanks around it. Requires: the line exists.
  CountedRange line(std::size_t number, bool ran) const;
  /// A place by line and column, both from 1; the end of the text if there is no such line.
  std::uint64_t place(std::size_t line, std::size_t column) const;

 private:
  BytesView text_;
  std::vector<std::uint64_t> starts_;
};

/// Lines of a file of the document, by the file and the number that a compiler gives them: line
/// markers (`# 88 "file.h" 2`) say other names than that of the file itself.
class PresentedLines {
 public:
  /// `content` is what was compiled under the name `name`, and `found` where the document is in it.
  PresentedLines(BytesView content, std::string name, const FoundText& found, const Bytes& text);
  /// The lines of the document; empty if there are none.
  const std::vector<std::size_t>& lines(std::string_view file, std::size_t number) const;

 private:
  std::map<std::string, std::map<std::size_t, std::vector<std::size_t>>, std::less<>> lines_;
};

}  // namespace whittle::probe
