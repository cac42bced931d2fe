/// Where the grammars are, for programs that embed whittle.
#pragma once

#include <string>

namespace whittle {

/// From now on grammars are looked for here before the usual places: $WHITTLE_GRAMMARS, and beside
/// an installed whittle. Call it once, before anything is parsed; the CMake package defines
/// WHITTLE_GRAMMARS as the folder to give. Without grammars every file is read by its brackets,
/// indentation and lines.
void use_grammars_in(std::string folder);

/// Where the grammars of the build are used although the program was copied out of the build: that
/// folder. Else empty. They may be of another version, and are missing on other machines.
std::string grammars_of_foreign_build();

}  // namespace whittle
