/// Another compiler's opinion of a candidate. A crash of a compiler is worth more if the program is
/// valid, and the compiler that crashes cannot say so.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace whittle {

/// "gcc", "g++", "clang" or "clang++" for a program such as /usr/bin/x86_64-linux-gnu-g++-12; empty
/// if it compiles neither C nor C++.
std::string compiler_family(const std::string& program);

/// A shell command with `@@` for the candidate that exits with 0 if a compiler accepts it: clang
/// for a command of gcc and the other way around, with the command's standard, macros and include
/// folders. Without the other compiler, the command's own checks the syntax. Nothing if `command`
/// runs no compiler of C or C++.
std::optional<std::string> compiler_check(const std::vector<std::string>& command);

}  // namespace whittle
