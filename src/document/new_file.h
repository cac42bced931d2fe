/// How whittle writes a file that others may see: whole under a temporary name, then under its own.
///
///     write_file("bug.c", bytes, {0644, group});                             // replaces bug.c
///     write_file("bug.c.orig", bytes, 0600, Durability::synced, IfThere::is_kept);
///
/// A temporary name is `.whittle-` with 16 random digits and `.tmp`. The file is locked while it is
/// written, so that other processes, also on other hosts, can tell it from one that a killed
/// process left.
///
/// The temporary file is in the folder of `path`, or in another one that tests do not see: a test
/// that searches the folder of FILE must find nothing there but its candidate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/unique_fd.h"

namespace whittle {

/// The contents of a file after the end of this process or of the machine.
///
/// | | killed | power cut during the save | power cut later |
/// | --- | --- | --- | --- |
/// | `renamed` | the old or the new bytes | anything, also nothing | anything, for some seconds |
/// | `whole` | the old or the new bytes | the old or the new bytes | the old or the new bytes |
/// | `synced` | the old or the new bytes | the old or the new bytes | the new bytes |
///
/// `whole` waits for the disk once for each file, `synced` twice.
enum class Durability : std::uint8_t { renamed, whole, synced };

/// Whether an existing file of the same name is replaced or kept.
enum class IfThere : std::uint8_t { is_replaced, is_kept };

/// Who may use a new file. Nobody else gets rights through it: no access control list is inherited,
/// and set-user-ID bits are never set.
struct Rights {
  // NOLINTNEXTLINE(google-explicit-constructor): 0644 is the natural way to write rights.
  Rights(std::uint32_t bits, std::optional<gid_t> group = {}) : mode(bits), for_group(group) {}

  std::uint32_t mode;
  /// The group that the group bits are for. If the file cannot be given to it, the file's group has
  /// the rights of others. Nothing: whichever group the file gets.
  std::optional<gid_t> for_group;

  friend bool operator==(const Rights&, const Rights&) = default;
};

/// The rights of a file. If it has an access control list, the group bits of its mode are not the
/// rights of its group; this looks them up.
Rights rights_of(const std::string& path, const struct stat& status);

/// The rights of a copy of `from` at `to`: who may not enter the folders of the one may not read
/// the other. Folders that both are in do not count.
Rights rights_elsewhere(Rights rights, const std::string& from, const std::string& to);

/// Rights for a report at `to` about these files and folders: nobody may read it who may not read
/// all of them.
Rights rights_for_report(const std::vector<std::string>& paths, const std::string& to);
/// The same for a script.
Rights rights_for_script(const std::vector<std::string>& paths, const std::string& to);

/// Writes a file atomically: readers see the old bytes or the new ones, never a part. The mode is
/// set whatever the umask. If it fails the old file is untouched.
///
/// `made_in`: the folder of the temporary file, unless it has vanished or a file in it cannot be
/// renamed to `path`, as on another file system. Empty: the folder of `path`.
Result<void> write_file(const std::string& path, BytesView bytes, Rights rights,
                        Durability durability = Durability::renamed,
                        IfThere if_there = IfThere::is_replaced, const std::string& made_in = {});

/// Opens a file that grows while others read it, with `flags` as for open(2). A new one gets these
/// rights, and an old one loses those that it should not have. Without a value errno says why.
UniqueFd open_to_write(const std::string& path, int flags, Rights rights);

/// Makes a symlink, in place of a file of that name. `made_in`: see `write_file`.
Result<void> write_symlink(const std::string& path, const Bytes& target,
                           const std::string& made_in = {});

/// A folder that gets its name when everything is in it.
class NewFolder {
 public:
  /// Makes it beside `path`, for nobody but us.
  static Result<NewFolder> beside(const std::string& path);
  NewFolder(NewFolder&&) = default;
  NewFolder& operator=(NewFolder&&) = delete;
  /// Removes the folder if it has no name yet.
  ~NewFolder();

  /// The folder into which its files must be written.
  const std::string& path() const { return temporary_; }
  /// Gives it these rights and the name `path`, and syncs the parent folder. Fails if there is
  /// something of that name.
  Result<void> name(const std::string& path, Rights rights);
  /// The same in place of the folder `path`, which is removed.
  Result<void> replace(const std::string& path, Rights rights);

 private:
  explicit NewFolder(std::string temporary) : temporary_(std::move(temporary)) {}
  std::string temporary_;
  UniqueFd lock_;
};

/// Makes a folder and those it is in, each with these rights.
Result<void> make_folders(const std::string& path, Rights rights, Durability durability);

/// Whether a name in a folder is a temporary one of whittle's.
bool is_temporary(std::string_view name);
/// Removes `path`, which has a temporary name, unless a process is writing it.
void remove_if_left(const std::string& path);
/// Removes the temporary files and folders in `folder` that no process is writing.
void remove_all_left(const std::string& folder);

/// The folder that a path is in, for opening.
std::string folder_of(const std::string& path);
/// The canonical path of a file that may not be there yet.
std::string whole_path(const std::string& path);
void sync_folder(const std::string& folder);

/// A name as messages show it: on one line, whatever bytes are in it.
std::string shown(const std::string& path);

std::unexpected<Error> cannot_write(const std::string& path, int error);

}  // namespace whittle
