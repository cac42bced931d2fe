/// Where the grammars are, for programs that embed whittle.
#pragma once

#include <string>

namespace whittle {

/// Grammars are looked for here first, before the usual places: $WHITTLE_GRAMMARS, and beside an
/// installed whittle. Call it once, before anything is parsed; the CMake package defines
/// WHITTLE_GRAMMARS as the folder to give. Without grammars, every file is read by its brackets,
/// indentation and lines.
void use_grammars_in(std::string folder);

/// The grammar folder of the build, if it is used although the program was copied out of the build;
/// otherwise empty. These grammars may have another version, and are missing on other machines.
std::string grammars_of_foreign_build();

}  // namespace whittle
