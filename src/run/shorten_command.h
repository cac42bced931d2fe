/// Makes the user's command shorter: `--reduce-command`.
///
/// Arguments and environment variables that the failure does not need are removed, each list by the
/// same algorithms that reduce files. The command must fail in exactly the same way.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/notices.h"
#include "run/request.h"

namespace whittle {

struct ShortCommand {
  std::vector<std::string> command = {};      ///< as `Conditions::command`
  std::vector<std::string> environment = {};  ///< "NAME=value" of the variables that it needs
  /// The failure that it shows; empty if the user described it.
  std::string sentence = {};
  std::size_t tests = 0;
};

/// Tests the request's command on the request's files. Nothing if the user stops it. A notice tells
/// how far it is, at most once in `notice_every`: there is nothing else to see meanwhile.
Result<std::optional<ShortCommand>> shorten_command(
    const Request& request, Notices& notices,
    std::chrono::steady_clock::duration notice_every = std::chrono::seconds(5));

/// A script that runs the command on the files beside it.
std::string reproducer(const ShortCommand& shorter, const std::vector<std::string>& paths);

}  // namespace whittle
