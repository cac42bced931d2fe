/// A sandbox in which a test can read every file, write only to its own folders, and reach no
/// network and no other process.
///
/// It has its own user, mount, process, network and IPC namespaces. The file system is read-only
/// except for the given folders. Processes outside can neither be seen nor signalled. The test has
/// no privilege that would let it undo any of this.
#pragma once

#include <string>
#include <vector>

namespace whittle {

struct Sandbox {
  std::vector<std::string> writable;  ///< folders, by absolute path
  std::string user_map, group_map;    ///< for /proc/self/uid_map and gid_map

  /// For the user this process runs as.
  static Sandbox with(std::vector<std::string> writable);
  /// The flags for `clone`.
  static int clone_flags();
};

/// Moves the calling process, which was just cloned with `clone_flags`, into the sandbox. Makes
/// system calls only, since the child borrows its parent's memory. Gives the step that failed, with
/// `errno`, or null.
const char* enter(const Sandbox& sandbox);

/// Runs `command` below a shell, which exits as it does. The first process of a process namespace
/// gets no signals that it does not handle, so `abort` would not end it; the shell takes that
/// place.
std::vector<std::string> under_an_init(std::vector<std::string> command);

/// The same sandbox made by bubblewrap, for systems that let only that program make namespaces.
std::vector<std::string> under_bubblewrap(const std::string& bubblewrap, const Sandbox& sandbox,
                                          const std::string& folder,
                                          std::vector<std::string> command);

}  // namespace whittle
