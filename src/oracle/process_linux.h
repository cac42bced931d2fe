/// Starts programs without copying the parent, and stops them with everything they started.
#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "oracle/sandbox_linux.h"
#include "oracle/test_spec.h"

namespace whittle {

struct Process {
  pid_t pid = 0;
  UniqueFd pidfd;  ///< readable once the process has ended
};

struct Launch {
  std::vector<std::string> command;  ///< the program's absolute path, and its arguments
  const std::vector<std::string>* environment = nullptr;
  std::string folder;
  int in = -1, out = -1, err = -1;
  Limits limits;
  const Sandbox* sandbox = nullptr;  ///< to run in, or null
  int cgroup_procs = -1;             ///< of the control group to join, or -1
};

/// Starts the program in a session of its own. Blocks until it runs or could not be started; an
/// error is of kind `test` and says why, also if it is the program's interpreter that is missing.
Result<Process> launch(const Launch& launch);

/// What is known once a process has ended. Requires: its pidfd is readable, or it was killed.
struct Ended {
  int exit_status = 0;  ///< as a shell shows it
  int signal = 0;
};
Ended reap(const Process& process);

/// Makes this process the one that orphans of its descendants are given to, so that what a test
/// left behind can be found.
void adopt_orphans();

/// Children of this process, adopted ones too.
std::vector<pid_t> children();

/// Whether the process was started with `setting` ("NAME=value") in its environment; nothing if it
/// has none to look at.
std::optional<bool> has_setting(pid_t pid, const std::string& setting);

}  // namespace whittle
