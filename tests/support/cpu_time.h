/// Processor time, for tests that hold something to a cost: unlike the clock on the wall it does
/// not hang on what else the machine does.
#pragma once

#include <ctime>

namespace whittle {

inline double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace whittle
