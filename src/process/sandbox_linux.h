/// A sandbox in which a test can read every file, write only to its own folders, and reach no
/// network and no other process.
///
/// It has its own user, mount, process, network and IPC namespaces. The file system is read-only
/// except for the given folders. Processes outside can neither be seen nor signalled. The test has
/// no privilege that would let it undo any of this.
///
/// A part of it is of use alone: a folder that the test sees with other files in it.
#pragma once

#include <string>
#include <vector>

namespace whittle {

/// What is seen in place of a folder: its own files below those of `upper`. What is written there
/// goes to `upper`; the folder itself is never changed. `work` is an empty folder beside `upper`.
struct Overlay {
  std::string folder, upper, work;  ///< by absolute path
};

struct Sandbox {
  std::vector<std::string> writable = {};  ///< folders, by absolute path
  std::string user_map = {},
              group_map = {};  ///< for uid_map and gid_map in /proc/self; empty: no own user
  bool is_confined = true;     ///< false: it only has the overlay
  std::string overlaid = {}, overlay = {};  ///< a folder and the options of its mount; empty: none

  /// For the user this process runs as.
  static Sandbox with(std::vector<std::string> writable);
  /// No sandbox, but a view of its own of one folder. Only root can do without `own_user`, and
  /// keeps its rights then.
  static Sandbox showing(const Overlay& overlay, bool own_user);

  /// Shows the overlay too.
  void add(const Overlay& overlay);
  /// The flags for `clone`.
  int clone_flags() const;
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
