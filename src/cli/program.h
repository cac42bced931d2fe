/// The whole program, as a function: what `main` does once its standard streams are open.
#pragma once

#include <string>
#include <vector>

#include "cli/other_tools.h"

namespace whittle {

/// Parses the arguments, does what they ask for, and prints the error if there is one. Returns the
/// exit code.
int run_program(CalledAs name, const std::vector<std::string>& arguments);

}  // namespace whittle
