/// Starts one program without copying the memory of the parent, and tells how it ended.
///
/// Besides `helper_linux.h`, which forks this process, the only place that makes processes. Callers
/// use `ProcessTree`, which also ends the processes that the program starts.
#pragma once

#include <cstdint>
#include <shared_mutex>
#include <string>
#include <sys/types.h>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "process/limits.h"
#include "process/sandbox_linux.h"

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
  Limits limits = {};
  const Sandbox* sandbox = nullptr;  ///< to run in, or null
  bool obeys_modes = false;  ///< also as root: it cannot write to files that nobody may write to
  int cgroup_procs = -1;     ///< of the control group to join, or -1
  std::uint64_t mark = 0;    ///< that the process and its descendants carry, or 0
};

/// Starts the program in a session of its own. Blocks until the program runs or cannot be started.
/// An error is of kind `test` and gives the reason, also if the program's interpreter is missing.
/// The process is killed when the calling thread ends.
Result<Process> launch(const Launch& launch);

/// Starts a program that lives on without us: a server of the user. It has no input, and appends to
/// the file `log`, which only its owner can read.
Result<pid_t> launch_daemon(const std::vector<std::string>& command, const std::string& log);

/// A substitute for `Process::pidfd` on kernels before 5.2, which have none: a pipe to which a
/// thread of ours writes when the child has ended.
UniqueFd readable_when_ended(pid_t child);

/// How a process ended. Requires: its pidfd is readable, or it was killed.
struct Ended {
  int exit_status = 0;  ///< as a shell shows it
  int signal = 0;
};
Ended reap(const Process& process);

/// Our environment with a private folder for temporary files: TMPDIR, TMP and TEMP are `folder`. In
/// a sandbox XDG_RUNTIME_DIR is too, and no variable names a service.
std::vector<std::string> environment_with_tmp(const std::string& folder, bool in_sandbox = false);

/// /dev/null, for reading and writing. If descriptors 0 to 2 are closed, opens /dev/null there too:
/// a pipe of ours that got such a number would be replaced by the child's own input or output
/// before the child can use it.
UniqueFd open_null();

/// Every child holds copies of our open files until it runs its program, and a program that anyone
/// has open for writing cannot be run (ETXTBSY). `launch` holds this lock shared; a thread that
/// writes a program holds it exclusively while the file is open.
std::shared_mutex& open_files_are_copied();

}  // namespace whittle
