/// Control groups (version 2): every process a test started can be killed by one write, whatever it
/// did to get away. Used where the tree can be written to.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/unique_fd.h"

namespace whittle {

/// One group; removed with its owner. Requires then: nothing runs in it.
class ControlGroup {
 public:
  /// A group below our own, for `slot` of this process; nothing if there is no such tree or we may
  /// not write to it. Removes the groups of dead processes, with all that still runs in them.
  static std::unique_ptr<ControlGroup> make(const std::string& slot);
  ~ControlGroup();

  /// A process that writes "0" to it joins the group.
  int procs() const { return procs_.get(); }
  /// Kills all in the group, and waits until they are gone.
  void kill_all();

 private:
  explicit ControlGroup(std::string folder) : folder_(std::move(folder)) {}
  std::string folder_;
  UniqueFd procs_, kill_, events_;
};

}  // namespace whittle
