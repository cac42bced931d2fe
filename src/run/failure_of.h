/// How a command fails on a file.
#pragma once

#include <string>

#include "base/result.h"
#include "run/request.h"

namespace whittle {

struct FileFailure {
  enum class Kind { fails, none, still_running, interrupted };
  Kind kind = Kind::none;
  std::string sentence = {};  ///< if it fails
};

/// Runs the request's command once on its files. Requires: the request has a time limit.
Result<FileFailure> failure_of(const Request& request);

}  // namespace whittle
