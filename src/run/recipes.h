/// The ready checks of `--valid`: scripts in share/whittle/valid.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace whittle {

/// The path of the script for `language`. Looked for in $WHITTLE_VALID, beside the installed
/// program, and in the source tree.
Result<std::string> find_recipe(std::string_view language);

}  // namespace whittle
