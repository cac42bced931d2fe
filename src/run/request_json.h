/// A request as JSON: the journal of a run stores it, and a run is continued from it.
///
/// It contains everything that decides the search and the test. Members for one call are left out:
/// limits (`max_time`, `max_tests`, `until`), `force`, pointers and functions. A file name may be
/// any bytes, but JSON strings must be UTF-8: a string that is not becomes a list of byte values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "run/request.h"

namespace whittle {

/// A request, and the folder to which its relative names refer.
struct StoredRequest {
  std::string folder;
  Request request;
};

/// One line of JSON, with the version of the format and the folder to which relative names refer.
std::string to_json(const Request& request, const std::string& folder);

/// The request that `to_json` was given; nothing if `to_json` of this version did not write `json`.
std::optional<StoredRequest> request_from_json(std::string_view json);

/// The request of a run that was stopped or killed. `ErrorKind::stale` if it cannot be read.
Result<StoredRequest> stored_request(const Unfinished& unfinished);

/// Whether `stored` has all settings in which `given` differs from a request without settings. A
/// list has those of a shorter one.
bool has_settings_of(const Request& stored, const Request& given);

}  // namespace whittle
