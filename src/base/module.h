/// Modules: parts of whittle with large dependencies, loaded only when they are needed.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace whittle {

/// A function of a module, such as "http.so", which is beside the program or in `lib/whittle/`. The
/// module is never unloaded, because its threads may still be running when the caller is done with
/// it. `what` is the name of the module in messages.
Result<void*> module_function(std::string_view what, const std::string& file, const char* name);

}  // namespace whittle
