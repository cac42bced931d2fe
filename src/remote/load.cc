#include "base/module.h"
#include "remote/bus.h"
#include "remote/ed25519.h"

namespace whittle {

namespace {

// A build without libnats has the same commands and says what is missing, so that scripts and docs
// need no second form.
Result<void*> function_of_module([[maybe_unused]] const char* name) {
#ifdef WHITTLE_HAS_NATS
  return module_function("the module for workers", "nats.so", name);
#else
  return fail(ErrorKind::usage, "this whittle was built without libnats, so it has no workers",
              "build it with libnats: apt-get install libnats-dev; the static program has none");
#endif
}

}  // namespace

Result<std::unique_ptr<Bus>> load_bus() {
  const Result<void*> make = function_of_module(make_bus_name);
  if (!make) return std::unexpected(make.error());
  return std::unique_ptr<Bus>(reinterpret_cast<MakeBus*>(*make)());
}

Result<const Ed25519*> load_ed25519() {
  const Result<void*> get = function_of_module(get_ed25519_name);
  if (!get) return std::unexpected(get.error());
  return reinterpret_cast<GetEd25519*>(*get)();
}

}  // namespace whittle
