#include "base/module.h"
#include "remote/bus.h"

namespace whittle {

Result<std::unique_ptr<Bus>> load_bus() {
#ifdef WHITTLE_HAS_NATS
  const Result<void*> make = module_function("the module for workers", "nats.so", make_bus_name);
  if (!make) return std::unexpected(make.error());
  return std::unique_ptr<Bus>(reinterpret_cast<MakeBus*>(*make)());
#else
  return fail(ErrorKind::usage, "this whittle was built without libnats, so it has no workers",
              "build it with libnats: apt-get install libnats-dev; the static program has none");
#endif
}

}  // namespace whittle
