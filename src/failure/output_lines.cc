#include "failure/output_lines.h"

namespace whittle {
namespace {

/// Longer lines are data, and a pattern of a megabyte helps nobody.
constexpr std::size_t longest_line = 4000;

}  // namespace

std::vector<std::string> output_lines(const CommandRun& run) {
  std::vector<std::string> lines;
  for (const Bytes& text : {run.err.text(), run.out.text()})
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (end > begin && end - begin <= longest_line)
        lines.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  return lines;
}

}  // namespace whittle
