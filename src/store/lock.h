/// The lock of a run folder. Private to `store/`.
#pragma once

#include <string>
#include <sys/stat.h>
#include <utility>

#include "base/result.h"

namespace whittle {

/// The user's FILE that a run folder belongs to.
std::string file_of_run(const std::string& folder);

/// The error for a file that could not be removed, for the reason in `errno`.
std::unexpected<Error> cannot_remove(const std::string& path);

/// Whether this process may trust the files in `folder`: it is a folder and no link to one, it is
/// ours, the entries that a run opens in it are files, and it is empty or a run has made it.
/// Removes the rights that others have on it.
Result<void> check_run_folder(const std::string& folder);

/// Held as long as the object lives. It excludes other processes, and other runs in this process.
class RunLock {
 public:
  enum class Folder : bool { must_be_there, is_made };
  /// `ErrorKind::busy` if another run holds the folder; the message names its process.
  static Result<RunLock> take(const std::string& folder, Folder if_missing);
  /// `ErrorKind::busy` if somebody holds the folder now.
  static Result<void> refuse_if_held(const std::string& folder);

  RunLock(RunLock&& other) noexcept
      : file_(std::exchange(other.file_, -1)),
        name_(other.name_),
        folder_(std::move(other.folder_)) {}
  RunLock& operator=(RunLock&&) = delete;
  ~RunLock();

  /// Whether this is the lock of that folder.
  bool is_of(const std::string& folder) const;
  /// Removes the lock's file, and the folder if nothing else is in it.
  Result<void> remove() const;

 private:
  using Name = std::pair<dev_t, ino_t>;
  static Name name_of(const struct stat& file) { return {file.st_dev, file.st_ino}; }
  explicit RunLock(int file) : file_(file) {}

  int file_;
  Name name_{};
  std::string folder_;  // absolute: the process may change its folder meanwhile
};

}  // namespace whittle
