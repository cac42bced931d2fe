/// A sandbox in which a program can read every file but those of other programs at work, write only
/// to its own folders, and reach no network, no service and no other process.
///
/// - It has its own user, mount, process, network and IPC namespaces. Processes outside can neither
///   be seen nor signalled; there is no network, and no abstract socket of others.
/// - The file system, with its named pipes, is read-only except for the given folders. /tmp,
/// /var/tmp, /run, /dev and
///   $XDG_RUNTIME_DIR are private and empty, except for files that the program was given there.
/// - A filter (seccomp_linux.h) lets it make no Unix socket. Services such as docker, systemd and
///   an ssh agent act for every program that can connect to their sockets, wherever these are.
/// - It has no privilege that would let it undo any of this, and can get none.
///
/// One part is also used alone: a folder that the test sees with other files in it (`Overlay`).
#pragma once

#include <optional>
#include <string>
#include <vector>

struct sock_fprog;

namespace whittle {

/// An overlay: shows `upper` on top of a folder, and sends all writes to `upper`. The folder itself
/// is never changed. `work` is an empty folder beside `upper`.
struct Overlay {
  std::string folder, upper, work;  ///< by absolute path
};

struct Sandbox {
  /// A folder or a file that stays visible even if the folder around it is hidden.
  struct ShownPath {
    std::string path;  ///< absolute
    bool is_writable = false;
    friend auto operator<=>(const ShownPath&, const ShownPath&) = default;
  };
  std::vector<ShownPath> places = {};             ///< each comes after those that it is inside
  std::vector<std::string> private_folders = {};  ///< that the program has for itself
  std::string user_map = {},
              group_map = {};  ///< for uid_map and gid_map in /proc/self; empty: no own user
  bool is_confined = true;     ///< false: it only has the overlay
  std::string overlaid = {}, overlay = {};  ///< a folder and the options of its mount; empty: none
  std::string bubblewrap = {};              ///< the program that makes it; empty: we do
  const sock_fprog* filter = nullptr;       ///< of system calls

  /// A sandbox for the user of this process. `shown` can be read even if they are in private
  /// folders.
  static Sandbox with(const std::vector<std::string>& writable,
                      const std::vector<std::string>& shown = {});
  /// No sandbox, but a view of its own of one folder. Only root can do without `own_user`, and
  /// keeps its rights then.
  static Sandbox showing(const Overlay& overlay, bool own_user);

  /// Shows the overlay too.
  void add(const Overlay& overlay);
  /// The flags for `clone`.
  int clone_flags() const;
};

/// How programs can be confined here: nothing if they cannot; empty if we make the sandbox; else
/// the path of bubblewrap, for systems that let only that program make namespaces. Asks the system
/// once.
std::optional<std::string> sandbox_maker();

/// The paths that a command needs from folders that are private in a sandbox: the folder of its
/// program, the folders on PATH, and the files that its arguments name.
std::vector<std::string> needed_by(const std::vector<std::string>& command);

/// Moves the calling process, which was just cloned with `clone_flags`, into the sandbox. Makes
/// system calls only, since the child borrows its parent's memory. Gives the step that failed, with
/// `errno`, or null.
const char* enter(const Sandbox& sandbox);

/// Runs `command` below a shell, which exits as it does. The first process of a process namespace
/// gets no signals that it does not handle, so `abort` would not end it; the shell takes that
/// place.
std::vector<std::string> under_an_init(std::vector<std::string> command);

/// The same sandbox made by bubblewrap, which reads the filter from the descriptor `filter`.
std::vector<std::string> under_bubblewrap(const Sandbox& sandbox, const std::string& folder,
                                          int filter, const std::vector<std::string>& command);

}  // namespace whittle
