/// The lines of a command's output.
#pragma once

#include <string>
#include <vector>

#include "process/command_run.h"

namespace whittle {

/// The lines of standard error, then those of standard output, without empty lines and without
/// lines that are too long to be messages of a tool.
std::vector<std::string> output_lines(const CommandRun& run);

}  // namespace whittle
