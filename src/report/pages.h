/// What the keys of the view show: each a page of lines that can be scrolled.
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

/// Without colours.
std::vector<Line> plain_lines(const File& file);

/// The files, with numbers before the lines.
Page best_page(const RunState& state, const Highlight& highlight);
/// What was removed from the original, and what was put there instead. Long removals are counted.
Page diff_page(const RunState& state);
/// The passes, the one that removed most first.
Page table_page(const RunState& state);
/// What the last refused tests printed, the last one first.
Page output_page(const RunState& state);
Page help_page();

}  // namespace whittle
