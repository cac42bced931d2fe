/// Where the result of a run goes, checked before anything is written.
#pragma once

#include <optional>
#include <string>

#include "document/disk.h"
#include "run/request.h"

namespace whittle {

/// `Request::output`, if writing there destroys nothing; nothing if it is FILE itself.
Result<std::optional<std::string>> checked_output(const Request& request, const Home& home,
                                                  const Document& original);

}  // namespace whittle
