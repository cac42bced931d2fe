#include "failure/signals.h"

#include <cstring>
#include <fmt/format.h>

namespace whittle {

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return name ? fmt::format("SIG{}", name) : fmt::format("signal {}", signal);
}

int signal_number(const std::string& name) {
  for (int signal = 1; signal < 65; ++signal)
    if (name == std::to_string(signal) || name == signal_name(signal) ||
        "SIG" + name == signal_name(signal))
      return signal;
  return 0;
}

}  // namespace whittle
