/// Errors and notices of the library in the words of the command line.
///
/// The library names members of `Request` and gives a typed cause. Here a cause becomes a sentence
/// that names options, with a command that the user can type next.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/event.h"
#include "run/request.h"

namespace whittle {

/// `text` with options in place of members of `Request`: `--unit` for `search.unit`.
std::string in_options(std::string text);

/// The same notice in the words of the command line.
Notice notice_in_options(Notice notice);

/// The part of a request that explains errors about the way whittle was called.
struct Call {
  std::vector<std::string> files = {};
  std::string script = {};
  std::vector<std::string> command = {};
  bool prints_result = false;  ///< `-o -`
};
Call call_of(const Request& request);

/// The same error in the words of the command line, with a command to type. An error that was
/// already translated stays as it is.
Error in_options(Error error, const Call& call);

}  // namespace whittle
