/// The display of a run as lines: a function of the state, the time and the size of the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/lines.h"
#include "report/run_state.h"

namespace whittle {

struct ViewSize {
  std::size_t width = 80, height = 24;  ///< of the terminal
  bool unicode = true;                  ///< whether it shows more than ASCII
  bool keys = true;                     ///< whether keys can be pressed
  bool paused = false;
  std::string message = {};  ///< an answer to a key, in place of the last line
};

/// At most a third of the height, and each shorter than the width. A part that does not fit is left
/// out as a whole.
std::vector<Line> view_lines(const RunState& state, RunState::Clock::time_point now,
                             const ViewSize& size);

/// The same as one line, for a file or a screen reader. Requires: the search has begun.
std::string plain_line(const RunState& state, RunState::Clock::time_point now);

/// The size of the best over time in braille, with the size on a logarithmic scale: `rows` lines of
/// `columns` characters. The lower edge is the size now, or half of the original if that is less.
std::vector<std::string> braille_curve(const RunState& state, std::chrono::duration<double> now,
                                       std::size_t columns, std::size_t rows);

}  // namespace whittle
