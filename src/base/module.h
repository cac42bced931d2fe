/// Modules: what brings so much with it that whittle loads it only when it is asked for.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace whittle {

/// A function of a module, such as "http.so", that lies beside the program or in `lib/whittle/`.
/// The module is never unloaded: threads of it may still be about to end. `what` is its name in
/// messages.
Result<void*> module_function(std::string_view what, const std::string& file, const char* name);

}  // namespace whittle
