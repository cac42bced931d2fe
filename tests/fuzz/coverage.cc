// What g++ can tell of the code a run went through, given to libFuzzer, which asks for what only
// clang writes: one counter for each place, by its address.
#include <cstdint>

namespace {
__attribute__((used, section("__libfuzzer_extra_counters"))) std::uint8_t counters[1 << 16];
}

extern "C" void __sanitizer_cov_trace_pc() {
  const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  std::uint8_t& counter = counters[(place ^ place >> 16) & 0xffff];
  if (counter < 0xff) ++counter;
}

// Asked for by g++ and not known to libFuzzer: comparisons of floating-point numbers.
extern "C" void __sanitizer_cov_trace_cmpf(float, float) {}
extern "C" void __sanitizer_cov_trace_cmpd(double, double) {}
