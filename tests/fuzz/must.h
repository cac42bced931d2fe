#pragma once

#include <cstdlib>

/// A broken promise ends the run, so that the fuzzer keeps the input.
inline void must(bool holds) {
  if (!holds) std::abort();
}
