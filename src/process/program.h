/// Finds the user's programs, and explains why one cannot be run.
#pragma once

#include <string>

#include "base/result.h"

namespace whittle {

/// The absolute path of the program `name`, which is looked for on PATH if it has no slash. Folders
/// on PATH that cannot be read are skipped. An error of kind `test` says whether the program is
/// missing, a folder, not executable, or lacks its interpreter.
Result<std::string> find_program(const std::string& name);

/// The same for the user's TEST, which is looked for in the current folder first.
Result<std::string> find_test(const std::string& name);

/// Why running `path`, which the user called `name`, failed with the error number `problem`.
Error cannot_run(const std::string& path, const std::string& name, int problem);

}  // namespace whittle
