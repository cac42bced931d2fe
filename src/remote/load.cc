#include <dlfcn.h>
#include <fmt/format.h>

#include "base/own_program.h"
#include "remote/bus.h"

namespace whittle {

Result<std::unique_ptr<Bus>> load_bus() {
#ifdef WHITTLE_HAS_NATS
  std::string why;
  const std::string places[] = {(own_program().parent_path() / "nats.so").string(),
                                (own_prefix() / "nats.so").string(),  // for build/dev/bench
                                (own_prefix() / WHITTLE_LIBDIR "whittle/nats.so").string()};
  for (const std::string& place : places) {
    std::error_code ignored;
    if (!std::filesystem::exists(place, ignored)) continue;
    // Never closed again: threads of libnats may still be about to end.
    void* module = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (void* make = module ? ::dlsym(module, make_bus_name) : nullptr)
      return std::unique_ptr<Bus>(reinterpret_cast<MakeBus*>(make)());
    if (const char* error = ::dlerror()) why = error;
  }
  return fail(ErrorKind::usage, "the module for workers, nats.so, cannot be loaded",
              why.empty() ? fmt::format("looked for: {}", fmt::join(places, ", ")) : why);
#else
  return fail(ErrorKind::usage, "this whittle was built without libnats, so it has no workers",
              "build it with libnats: apt-get install libnats-dev; the static program has none");
#endif
}

}  // namespace whittle
