/// Finding the user's programs, and saying why one cannot be run.
#pragma once

#include <string>

#include "base/result.h"

namespace whittle {

/// The program `name` as an absolute path: along PATH if it has no slash. An error of kind `test`
/// tells whether it is missing, a folder, not executable, or lacks its interpreter.
Result<std::string> find_program(const std::string& name);

/// The same for the user's TEST, which is looked for in the current folder first.
Result<std::string> find_test(const std::string& name);

/// Why running `path`, called `name` by the user, gave the error number `problem`.
Error cannot_run(const std::string& path, const std::string& name, int problem);

}  // namespace whittle
