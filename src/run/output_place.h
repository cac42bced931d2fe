/// The place of the result of a run, checked before anything is written.
#pragma once

#include <optional>
#include <string>

#include "document/disk.h"
#include "run/request.h"

namespace whittle {

/// `Request::output`, if writing there destroys nothing; nothing if it is FILE itself.
Result<std::optional<std::string>> checked_output(const Request& request, const Home& home,
                                                  const Document& original);

/// Checks that the run folder is not a part of the folder that is reduced: tests would see it.
Result<void> check_run_folder_outside(const Request& request, const Home& home);

}  // namespace whittle
