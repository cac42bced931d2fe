#include "base/module.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/own_program.h"

namespace whittle {

Result<void*> module_function(std::string_view what, const std::string& file, const char* name) {
  // The folder of the program comes first, so that a program in a build folder loads the module
  // that was built with it.
  const std::string places[] = {
      (own_program().parent_path() / file).string(),
      (own_prefix() / file).string(),  // for the programs of build/release/bench
      (own_prefix() / WHITTLE_LIBDIR / "whittle" / file).string()};
  std::string why;
  for (const std::string& place : places) {
    std::error_code ignored;
    if (!std::filesystem::exists(place, ignored)) continue;
    void* const module = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (void* const function = module ? ::dlsym(module, name) : nullptr) return function;
    if (const char* error = ::dlerror()) why = error;
  }
  return fail(ErrorKind::usage, fmt::format("{}, {}, cannot be loaded", what, file),
              why.empty() ? fmt::format("looked for: {}", fmt::join(places, ", ")) : why);
}

}  // namespace whittle
