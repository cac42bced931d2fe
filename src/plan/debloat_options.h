/// Parts of the plan `debloat` that can be turned off, as the evaluation of CHISEL does.
#pragma once

namespace whittle {

struct DebloatOptions {
  bool without_dependencies = false;  ///< candidates that use what they do not declare are tested
  bool without_dead_code = false;     ///< what nothing uses is not removed after each success
};

}  // namespace whittle
