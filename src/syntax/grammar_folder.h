/// Where the grammars are, for programs that embed whittle.
#pragma once

#include <string>

namespace whittle {

/// From now on grammars are looked for here before the usual places: $WHITTLE_GRAMMARS, and beside
/// an installed whittle. Call it once, before anything is parsed; the CMake package defines
/// WHITTLE_GRAMMARS as the folder to give. Without grammars every file is read by its brackets,
/// indentation and lines.
void use_grammars_in(std::string folder);

}  // namespace whittle
