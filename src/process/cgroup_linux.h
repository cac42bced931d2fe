/// Control groups (version 2): one write kills every process that a command started, even if it
/// detached itself. Used where we may make groups.
#pragma once

#include <memory>
#include <string>

#include "base/unique_fd.h"

namespace whittle {

/// One group, which the destructor removes. Requires then: nothing runs in it.
class ControlGroup {
 public:
  /// A new group below the one of this process; null if there is no version 2 or we may not make
  /// groups. Removes the groups of dead processes, with everything that still runs in them.
  static std::unique_ptr<ControlGroup> make();
  ~ControlGroup();

  /// A file; a process that writes "0" to it joins the group.
  int procs() const { return procs_.get(); }
  /// Kills every process in the group, and waits until they have ended.
  void kill_all();

 private:
  explicit ControlGroup(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
  UniqueFd procs_, kill_, events_;
};

}  // namespace whittle
