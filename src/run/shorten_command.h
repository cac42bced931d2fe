/// Makes the user's command shorter: `--reduce-command`.
///
/// Arguments and environment variables that the failure does not need are removed, each list by the
/// same algorithms that reduce files. The command must fail in exactly the same way.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/request.h"

namespace whittle {

struct ShortCommand {
  std::vector<std::string> command = {};      ///< as `Conditions::command`
  std::vector<std::string> environment = {};  ///< "NAME=value" of the variables that it needs
  /// The failure that it shows; empty if the user described it.
  std::string sentence = {};
  std::size_t tests = 0;
};

/// Tests the request's command on the request's files. Nothing if the user stops it.
Result<std::optional<ShortCommand>> shorten_command(const Request& request);

/// A script that runs the command on the files beside it.
std::string reproducer(const ShortCommand& shorter, const std::vector<std::string>& paths);

}  // namespace whittle
