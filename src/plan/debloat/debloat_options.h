/// Parts of the plan `debloat` that can be turned off, as the evaluation of CHISEL does.
#pragma once

#include <cstdint>

namespace whittle {

/// What the outcomes of a run teach it about its next questions; of the plans `auto` and `debloat`.
enum class Policy : std::uint8_t {
  refusals,  ///< edits that earlier refusals make hopeless are left out; see plan/hopeless.h
  none,
};

struct DebloatOptions {
  bool without_dependencies = false;  ///< candidates that use what they do not declare are tested
  bool without_dead_code = false;     ///< what nothing uses is not removed after each success
};

}  // namespace whittle
