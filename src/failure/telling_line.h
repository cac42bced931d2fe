/// A line that tells one failure from another where neither the end of the command nor a message in
/// a known format does.
#pragma once

#include <string>
#include <vector>

#include "process/command_run.h"

namespace whittle {

/// A line, masked, that each of `shown` prints and `other` does not; empty if there is none. Lines
/// that say that something is wrong come first, and lines that are not in `rather_not` either.
/// Words in which the runs `shown` differ are masked. If the runs end by a signal, error messages
/// about the input do not count: they would have to stay in the result.
///
/// Requires: `shown` is not empty.
std::string telling_line(const std::vector<CommandRun>& shown, const CommandRun& other,
                         const CommandRun& rather_not);

/// Whether a line of `run` says what is wrong: by its words, or because `run` prints little else.
bool says_why(const std::string& line, const CommandRun& run);

/// The first line of `run` that is not in `other`, as it is; empty if there is none.
std::string differing_line(const CommandRun& run, const CommandRun& other);

/// The first line that says that a file, a module or a folder is missing; empty if none does.
std::string line_about_missing_file(const CommandRun& run);

}  // namespace whittle
