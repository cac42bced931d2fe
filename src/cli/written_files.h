/// Files that an option names and whittle writes: events, reports, explanations.
///
/// Each begins with the name and version of the program. So a later run can tell such a file from a
/// file of the user, and replaces only the first kind.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/options.h"

namespace whittle {

/// "whittle 0.1.0"
std::string program_and_version();

/// The first line of a report, in HTML and in Markdown.
std::string report_header();

/// Lines of JSON, the first of which names the program.
std::string with_program(std::string json_lines);

/// Checks that the files that a run writes are neither one another nor its test nor its input, by
/// whichever names: each would destroy what the other has written.
Result<void> check_apart(const Options& options);

/// Checks that writing `path` loses nothing: there is no such file, it is empty, it is a pipe or a
/// device, or whittle has written it. `option` is for the message.
Result<void> check_may_write(const std::string& path, std::string_view option, bool force);

}  // namespace whittle
