/// A place where a test can read everything, write only its own folders, and reach nobody.
///
/// Own user, mount, process, network and IPC namespaces. The file system is read-only but for the
/// folders given; no process outside can be seen or signalled, there is no network, and no
/// privilege with which any of that could be undone.
#pragma once

#include <string>
#include <vector>

namespace whittle {

struct Sandbox {
  std::vector<std::string> writable;  ///< folders, by absolute path
  std::string user_map, group_map;    ///< for /proc/self/uid_map and gid_map

  /// For the user this process runs as.
  static Sandbox with(std::vector<std::string> writable);
  /// What `clone` must be told.
  static int clone_flags();
};

/// Turns the process just cloned into one inside the sandbox. Makes system calls only: the child
/// borrows its parent's memory. Gives the step that failed, with `errno`, or null.
const char* enter(const Sandbox& sandbox);

/// The first process of a process namespace gets no signals it does not handle, so `abort` would
/// not end it: a shell takes that place, and passes the end of `command` on as shells do.
std::vector<std::string> under_an_init(std::vector<std::string> command);

/// The same place made by bubblewrap, for systems that let only that program make namespaces.
std::vector<std::string> under_bubblewrap(const std::string& bubblewrap, const Sandbox& sandbox,
                                          const std::string& folder,
                                          std::vector<std::string> command);

}  // namespace whittle
