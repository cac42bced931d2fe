/// One run of a request's command on its files, for people who have not decided yet what to keep.
#pragma once

#include <string>

#include "base/result.h"
#include "run/request.h"

namespace whittle {

struct SeenRun {
  std::string ended;          ///< "exits with 1"
  std::string lines = {};     ///< the first lines that it printed, one on each line
  std::string sentence = {};  ///< the failure that would be kept; empty if there is none
  std::string problem = {};   ///< why there is none
};

/// Requires: the request has a command.
Result<SeenRun> see(const Request& request);

}  // namespace whittle
