/// The screens that keys of the display open: lines that can be scrolled.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "document/document.h"
#include "report/lines.h"
#include "report/run_state.h"

namespace whittle {

struct Page {
  std::string title;
  std::vector<Line> lines;
};

/// Gives the lines of a file in colours.
using Highlight = std::function<std::vector<Line>(const File&)>;

/// The text without colours.
std::vector<Line> plain_lines(const File& file);

/// The files, with numbers before the lines.
Page best_page(const RunState& state, const Highlight& highlight);
/// The text that was removed from the original, and its replacements. Long removals are counted.
Page diff_page(const RunState& state);
/// The passes, the one that removed most first.
Page table_page(const RunState& state);
/// The output of the last refused tests, the last one first.
Page output_page(const RunState& state);
Page help_page();

}  // namespace whittle
