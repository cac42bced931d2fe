/// Parts of the plan `debloat` that can be turned off, as the evaluation of CHISEL does.
#pragma once

#include <cstdint>

namespace whittle {

/// How the plans `auto` and `debloat` learn from the outcomes of a run.
enum class Policy : std::uint8_t {
  refusals,  ///< edits that earlier refusals make hopeless are left out; see plan/hopeless.h
  none,
};

struct DebloatOptions {
  bool without_dependencies = false;  ///< also tests candidates that use undeclared names
  bool without_dead_code = false;     ///< does not remove unused declarations after each success
};

}  // namespace whittle
