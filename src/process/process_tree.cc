#include "process/process_tree.h"

#include <cassert>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace whittle {

ProcessTree::~ProcessTree() {
  if (running())
    end();
  else if (session_)
    end_strays();
}

Result<void> ProcessTree::start(Launch launch) {
  assert(!running());
  launch.mark = mark_;
  if (daemons_seen_ && !group_) group_ = ControlGroup::make();
  if (group_) launch.cgroup_procs = group_->procs();
  auto process = whittle::launch(launch);
  if (!process) return std::unexpected(process.error());
  process_ = std::move(*process);
  session_ = process_.pid;
  return {};
}

Ended ProcessTree::end() {
  assert(running());
  // The group first: as long as its leader is not reaped, no other group can get its number.
  ::kill(-process_.pid, SIGKILL);
  ::kill(process_.pid, SIGKILL);
  if (group_) group_->kill_all();
  const Ended ended = reap(process_);
  process_ = {};
  end_strays();
  return ended;
}

void ProcessTree::end_strays() {
  // The children of a killed process become ours only when it is dead, so look until nothing is
  // left; but not for ever, since something that forks faster than we look could keep us here.
  for (int round = 0; round < 1000; ++round) {
    bool found = false;
    {
      const std::lock_guard lock(reaping());
      for (const pid_t pid : children()) {
        if (!has_mark(pid, mark_)) continue;
        found = true;
        if (::waitpid(pid, nullptr, WNOHANG | __WALL) == pid) continue;
        // Those of the session were mostly killed with it, and are only slow to die.
        if (::getsid(pid) != session_) daemons_seen_ = true;
        ::kill(pid, SIGKILL);
      }
    }
    if (!found) return;
    ::usleep(round < 10 ? 50 : 1000);
  }
}

}  // namespace whittle
