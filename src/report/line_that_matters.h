/// The line of a refused test's output that says why it was refused.
#pragma once

#include <string>
#include <string_view>

namespace whittle {

/// Looks at the lines that the interesting run does not print: an assertion of pytest, the
/// exception after a traceback, else a line that looks like an error, else the first line. Numbers
/// do not tell two lines apart. If the interesting run prints every line too, all of them are
/// looked at. Empty if there is no output.
std::string line_that_matters(std::string_view output, std::string_view of_interesting);

}  // namespace whittle
