/// The transformations of clang_delta, the C and C++ half of C-Reduce and C-Vise, as passes.
///
/// clang_delta parses one file with Clang and rewrites one place of it: it inlines a call, turns a
/// parameter into a global variable, or an instantiation into a class. It knows types, which our
/// own passes do not. Debian has it in the packages `cvise` and `creduce`; without it these passes
/// find nothing.
///
/// The program is looked for where these packages put it, then in PATH. WHITTLE_CLANG_DELTA names
/// another program; if the variable is empty, these passes are off.
///
/// Each rewrite becomes an edit made of the differences between the texts before and after it, so
/// that several rewrites can be chosen at once. Many rewrites make the document larger; those are
/// for `plan/default_plan/pump.h`.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "passes/pass.h"

namespace whittle::clang {

/// One row for each transformation, whether clang_delta is installed or not.
std::span<const Pass> passes();

/// The path of clang_delta; empty if it is not installed.
std::string program(Tools& tools);

/// Larger files are left for later: clang_delta takes a third of a second for each question about
/// 200 KB, and our own passes soon make the file smaller. WHITTLE_CLANG_DELTA_BYTES sets another
/// limit.
inline constexpr std::size_t largest_file = 200'000;

/// The most rewrites that one listing of a file makes: 4 MB of text in all, 32 to 256 rewrites. If
/// there are more instances, the hash of the text decides which are made.
std::size_t most_instances(std::size_t file_size);

}  // namespace whittle::clang
