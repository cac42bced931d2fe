#include "run/highlighted.h"

#include <algorithm>
#include <array>

#include "report/pages.h"
#include "syntax/highlight.h"
#include "syntax/languages.h"

namespace whittle {
namespace {

/// Parsing more takes longer than somebody who pressed a key wants to wait.
constexpr std::size_t most_bytes = 1 << 20;

Paint paint_of(Highlighted::Kind kind) {
  switch (kind) {
    case Highlighted::Kind::comment:
      return Paint::comment;
    case Highlighted::Kind::string:
      return Paint::string;
    case Highlighted::Kind::number:
      return Paint::number;
    case Highlighted::Kind::keyword:
    case Highlighted::Kind::directive:
      return Paint::keyword;
    case Highlighted::Kind::type:
      return Paint::type;
  }
  return Paint::plain;
}

}  // namespace

std::vector<Line> highlighted(const File& file) {
  const Bytes& bytes = *file.bytes;
  if (bytes.size() > most_bytes) return plain_lines(file);
  const auto tree = parse(language_of(file.path, bytes), file.bytes);
  if (!tree) return plain_lines(file);
  std::vector<Line> lines(1);
  const auto add = [&](std::size_t begin, std::size_t end, Paint paint) {
    while (begin < end) {
      const std::size_t line_end = std::min(bytes.find('\n', begin), end);
      if (line_end > begin)
        lines.back().push_back(
            {printable(BytesView(bytes).substr(begin, line_end - begin)), paint});
      if (line_end < end) lines.emplace_back();
      begin = line_end + 1;
    }
  };
  std::size_t at = 0;
  for (const Highlighted& part : highlight(**tree)) {
    add(at, part.begin, Paint::plain);
    add(part.begin, part.end, paint_of(part.kind));
    at = part.end;
  }
  add(at, bytes.size(), Paint::plain);
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace whittle
