/// How much of a large test runs.
#pragma once

#include <cstdlib>
#include <string_view>

namespace whittle {

/// True if the environment variable `name` has a value that is not empty.
inline bool is_asked_for(const char* name) {
  const char* const value = std::getenv(name);
  return value && !std::string_view(value).empty();
}

/// Take a small sample of the cases: `make test` asks for it, and sanitizers, which make everything
/// ten times as slow. CI runs the usual sample without sanitizers.
inline bool takes_a_small_sample() {
  return is_asked_for("WHITTLE_QUICK");
}

/// Run all cases that the tests otherwise take a sample of: some minutes.
inline bool takes_everything() {
  return is_asked_for("WHITTLE_EXHAUSTIVE");
}

}  // namespace whittle
