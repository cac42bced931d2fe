/// The transformations of clang_delta, the C and C++ half of C-Reduce and C-Vise, as passes.
///
/// clang_delta parses one file with Clang and rewrites one place of it: inlines a call, turns a
/// parameter into a global, an instantiation into a class. It knows types, which our own passes do
/// not. Debian has it in `cvise` and in `creduce`; without it these passes find nothing.
///
/// It is looked for where those packages put it, then in PATH; WHITTLE_CLANG_DELTA names another,
/// and, set to nothing, turns it off.
///
/// Each of its rewrites becomes an edit by what it changed, so that several can be chosen at once.
/// Many make the document larger; those are for `plan/default_plan/pump.h`.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "passes/pass.h"

namespace whittle::clang {

/// One row for each transformation, whether it is there or not.
std::span<const Pass> passes();

/// Its path; empty if there is none.
std::string program(Tools& tools);

/// A larger file is left for later: clang_delta takes a third of a second for each question about
/// 200 KB, and our own passes make it smaller soon. WHITTLE_CLANG_DELTA_BYTES sets another limit.
inline constexpr std::size_t largest_file = 200'000;

/// As many rewrites are made for one listing of a file: 4 MB of text in all, 32 to 256 of them. If
/// there are more, the text decides which of them are made.
std::size_t most_instances(std::size_t file_size);

}  // namespace whittle::clang
