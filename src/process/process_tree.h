/// A command and everything that it starts, which end together.
///
///     ProcessTree tree;
///     if (auto started = tree.start(launch); !started) return started;
///     poll(tree.pidfd(), deadline);
///     const Ended ended = tree.end();
///
/// Commands run one after another in a tree. Any number of trees can live in one process, on any
/// threads; each touches only the processes that it started and their descendants. A program that
/// embeds this must not ignore SIGCHLD, must wait for its own children by number (not with
/// `waitpid(-1)`), and must keep a thread alive until the commands that it started have ended. If
/// it forks while candidates that are programs are written, see `open_files_are_copied`.
///
/// `end` looks for processes that left the command's process group by their mark (marks_linux.h).
/// Once one has left the session too, further commands run in a control group where that is
/// possible: it also holds programs that fork faster than we can kill. Not before, since joining
/// takes up to half a millisecond, and few commands start daemons.
#pragma once

#include <memory>

#include "process/cgroup_linux.h"
#include "process/marks_linux.h"
#include "process/process_linux.h"

namespace whittle {

class ProcessTree {
 public:
  ProcessTree() = default;
  /// Ends the command, and the processes that earlier commands left.
  ~ProcessTree();
  ProcessTree(const ProcessTree&) = delete;
  ProcessTree& operator=(const ProcessTree&) = delete;

  /// Starts the command; sets mark and control group of `launch`. Requires: `!running()`.
  Result<void> start(Launch launch);
  /// Whether a command was started and not ended yet by `end`.
  bool running() const { return process_.pid != 0; }
  /// Readable once the command has ended by itself; -1 if there is none.
  int pidfd() const { return process_.pidfd.get(); }
  /// Kills everything that is still running, and says how the command ended. Requires: `running()`.
  Ended end();

 private:
  void end_strays();

  AdoptsOrphans adopts_orphans_;
  const Mark mark_ = new_mark();
  Process process_;
  pid_t session_ = 0;  // of the last command
  bool daemons_seen_ = false;
  std::unique_ptr<ControlGroup> group_;
};

}  // namespace whittle
