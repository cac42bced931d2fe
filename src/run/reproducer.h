/// `Request::reduce_command`: a shorter command before the run, and a script that shows the failure
/// after it.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "run/notices.h"
#include "run/request.h"

namespace whittle {

/// The path of the script: beside the result.
std::string reproducer_path(const Request& request);

/// The request without the words of its command that the failure does not need. An error if the
/// script could not be written in the end. The same request if the user stops it.
Result<Request> with_shorter_command(Request request, Notices& notices);

/// Shortens the command once more, on the result, within `max_time`, and writes the script.
Result<void> write_reproducer(const Request& request,
                              std::optional<std::chrono::microseconds> max_time, Notices& notices);

}  // namespace whittle
