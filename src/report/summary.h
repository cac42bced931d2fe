/// The end of a run as text: the result, the passes that made it, the checks, the warnings, and
/// hints for the next run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/report.h"

namespace whittle {

/// The lines below the first one; each is a sentence or two.
std::vector<std::string> summary_details(const Report& report);

/// "95 tokens, 263 bytes -> 7 tokens, 20 bytes; 173 tests run, 140 used, 39 remembered; 4.5 s".
///
/// A test is *run* when it is started. It is *used* when the search was told its outcome; the
/// others ran ahead and were not needed, or were still running at the end. An outcome is
/// *remembered* if the search was told it without a new test.
std::string summary_line(const Report& report);

/// Hints that would probably make such a run quicker or its result smaller; mostly none.
std::vector<std::string> what_to_try(const Report& report);

/// The result as text for a terminal; empty if it has more than `most_lines`, or is not text.
std::string result_as_text(const Document& result, std::size_t most_lines);

}  // namespace whittle
