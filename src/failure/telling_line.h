/// A line that tells one failure from another where neither the end of the command nor a message in
/// a known format does.
#pragma once

#include <string>
#include <vector>

#include "failure/mask.h"
#include "process/command_run.h"

namespace whittle {

/// Lines, masked.
struct TellingLines {
  std::string line;    ///< empty if there is none
  std::string detail;  ///< of the same message; empty if there is none
};

/// A line that each of `shown` prints and `other` does not. Lines that say that something is wrong
/// come first, and lines that are not in `rather_not` either. Lines that only show the input again
/// come last.
///
/// A message may have several lines: those around the line that are indented at least as far. Of
/// these, `detail` is the one that names most words of the input, as `is_name` says, if it names
/// three: the place of a mistake, or the values of an assertion. A line that only shows the input
/// again does not count.
///
/// Words in which the runs `shown` differ are masked, and paths that are no names. If the runs end
/// by a signal, error messages about the input do not count: they would have to stay in the result.
///
/// Requires: `shown` is not empty.
TellingLines telling_lines(const std::vector<CommandRun>& shown, const CommandRun& other,
                           const CommandRun& rather_not, const NamedInInput& is_name = {});

/// Whether a line of `run` says what is wrong: by its words, or because `run` prints little else.
bool says_why(const std::string& line, const CommandRun& run);

/// Whether a line says that something is wrong or may be.
bool warns(const std::string& line);

/// A line, as it is, that all of `shown` print and none of `others` does, whatever its paths and
/// addresses: the first one that warns, or the first one of all. Empty if there is none. A line
/// that differs only in numbers does not count if `others` differ in these too, as in a time.
///
/// Requires: `shown` is not empty.
std::string steady_line(const std::vector<CommandRun>& shown,
                        const std::vector<CommandRun>& others);

/// The first line that says that a file, a module or a folder is missing; empty if none does.
std::string line_about_missing_file(const CommandRun& run);

}  // namespace whittle
