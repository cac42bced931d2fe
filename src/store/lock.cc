// The lock is a record lock (fcntl) on a separate file. The kernel releases it however the process
// ends, and the file says who holds it. Why not flock: forked children inherit it, so a test that
// is just being started holds it as well. About one killed run in twenty could then not be resumed
// at once.
//
// A record lock belongs to the whole process, so it does not exclude other runs in this process.
// `held` lists the locks of this process.
#include "store/lock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <unistd.h>

#include "base/unique_fd.h"
#include "document/disk.h"
#include "document/new_file.h"
#include "store/recording.h"

namespace whittle {
namespace {

std::string lock_path(const std::string& folder) {
  return folder + "/lock";
}

std::string how_long(std::int64_t seconds) {
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min", seconds / 60);
  return fmt::format("{} h", seconds / 3600);
}

std::unexpected<Error> lock_error(const std::string& path, int error) {
  return fail(ErrorKind::disk, fmt::format("{} cannot be written: {}", shown(path),
                                           std::generic_category().message(error)));
}

/// The error for a folder that is locked. `holder` is the content of the lock file: the process and
/// the time at which it took the lock. `is_here`: its number is one of this container.
std::unexpected<Error> held_by_another(const std::string& folder, std::string_view holder,
                                       bool is_here = true) {
  std::int64_t process = 0;
  std::int64_t since = 0;
  const char* const end = holder.data() + holder.size();
  const auto [rest, error] = std::from_chars(holder.data(), end, process);
  if (error == std::errc() && rest != end) std::from_chars(rest + 1, end, since);
  const std::string file = shown(file_of_run(folder));
  if (process == 0)  // it has taken the lock but not written its number yet
    return fail(ErrorKind::busy, fmt::format("{} is being reduced by another process", file));
  const std::int64_t seconds = std::max<std::int64_t>(std::time(nullptr) - since, 0);
  if (!is_here)
    return fail(ErrorKind::busy,
                fmt::format("{} is being reduced by process {} of another container or host, for "
                            "{} so far",
                            file, process, how_long(seconds)),
                "wait for it, or stop it there");
  return fail(ErrorKind::busy,
              fmt::format("{} is being reduced by process {}, for {} so far", file, process,
                          how_long(seconds)),
              fmt::format("wait for it, or stop it with: kill {}", process));
}

/// A lock on all of a file.
struct flock whole_file() {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return whole;
}

std::unexpected<Error> held_by_another(const std::string& folder, int lock_file) {
  std::array<char, 64> text{};
  const ssize_t size = ::pread(lock_file, text.data(), text.size(), 0);
  struct flock lock = whole_file();
  // The kernel has no number for a process that this one cannot see.
  const bool is_here =
      ::fcntl(lock_file, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK || lock.l_pid > 0;
  return held_by_another(
      folder, std::string_view(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))),
      is_here);
}

/// The first bytes of a file in a run folder; nothing if there is no such file.
std::optional<std::string> head_of(const std::string& path) {
  const Result<UniqueFd> file = open_file(path, Links::refused);
  if (!file) return std::nullopt;
  std::string head(128, '\0');
  head.resize(static_cast<std::size_t>(
      std::max<ssize_t>(::read(file->get(), head.data(), head.size()), 0)));
  return head;
}

/// Whether a database begins so that is whittle's, or that has no table yet. See SQLite's file
/// format: the application_id (run_folder.cc), and the number of tables on the first page.
bool is_journal(std::string_view head) {
  return head.size() >= 105 && head.starts_with("SQLite format 3") &&
         (head.substr(68, 4) == "whtl" || head.substr(103, 2) == std::string_view("\0\0", 2));
}

/// Whether whittle has made this folder, or only temporaries are in it. A run leaves its lock if it
/// is killed, and its record if it ends. After a power cut both may be empty, or zeros.
bool is_ours(const std::string& folder) {
  std::error_code problem;
  std::filesystem::directory_iterator entry(folder, problem), end;
  while (!problem && entry != end && is_temporary(entry->path().filename().string()))
    entry.increment(problem);
  if (problem || entry == end) return true;
  const auto lock = head_of(lock_path(folder)), events = head_of(Recording::events_path(folder)),
             journal = head_of(folder + "/journal.db");
  const auto is_lost = [](const std::string& head) {
    return head.find_first_not_of('\0') == head.npos;
  };
  constexpr std::string_view of_lock("0123456789 \n\0", 13);
  return (lock && lock->find_first_not_of(of_lock) == lock->npos) ||
         (journal && is_journal(*journal)) ||
         (events && (is_lost(*events) || events->starts_with(R"({"event":"start","schema":)")));
}

std::mutex& held_mutex() {
  static std::mutex one;
  return one;
}
/// The locks that this process holds, with the text that it wrote into them.
std::map<std::pair<dev_t, ino_t>, std::string>& held() {
  static std::map<std::pair<dev_t, ino_t>, std::string> locks;
  return locks;
}

}  // namespace

std::string file_of_run(const std::string& folder) {
  return folder.ends_with(".whittle") ? folder.substr(0, folder.size() - 8) : folder;
}

std::unexpected<Error> cannot_remove(const std::string& path) {
  return fail(ErrorKind::disk, fmt::format("{} cannot be removed: {}", shown(path),
                                           std::generic_category().message(errno)));
}

Result<void> check_run_folder(const std::string& folder) {
  const UniqueFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!opened && (errno == ENOTDIR || errno == ELOOP))
    return fail(ErrorKind::disk, fmt::format("{} is not a folder, or a link", shown(folder)),
                "the run must have a folder of this name; move away what is there");
  struct stat status {};
  if (!opened || ::fstat(opened.get(), &status) != 0) return lock_error(folder, errno);
  if (status.st_uid != ::geteuid())
    return fail(ErrorKind::disk, fmt::format("{} belongs to another user", shown(folder)),
                "a run trusts what is in that folder; move it away");
  const mode_t mode = status.st_mode;
  for (const char* name :
       {"lock", "journal.db", "journal.db-wal", "journal.db-shm", "journal.db-journal"})
    if (::fstatat(opened.get(), name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        !S_ISREG(status.st_mode))
      return fail(ErrorKind::disk,
                  fmt::format("{} is not a file of whittle", shown(folder + "/" + name)),
                  "move it away");
  if (!is_ours(folder))
    return fail(ErrorKind::disk,
                fmt::format("{} has files, and whittle did not make it", shown(folder)),
                "the run must have a folder of this name; move away what is there");
  if ((mode & 077) != 0 && ::fchmod(opened.get(), 0700) != 0) return lock_error(folder, errno);
  return {};
}

Result<void> RunLock::refuse_if_held(const std::string& folder) {
  const std::string path = lock_path(folder);
  const std::scoped_lock guard(held_mutex());
  struct stat there {};
  if (::lstat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode)) return {};
  // Before the file is opened: closing any descriptor of a file releases all record locks that the
  // process holds on it.
  if (const auto ours = held().find(name_of(there)); ours != held().end())
    return held_by_another(folder, ours->second);
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct flock lock = whole_file();
  if (!file || ::fcntl(file.get(), F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return {};
  return held_by_another(folder, file.get());
}

Result<RunLock> RunLock::take(const std::string& folder, Folder if_missing) {
  const std::string path = lock_path(folder);
  const bool make = if_missing == Folder::is_made;
  const std::scoped_lock guard(held_mutex());
  for (;;) {
    if (make && ::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
      return lock_error(folder, errno);
    // Before the lock is opened, as in `refuse_if_held`.
    if (struct stat there{}; ::lstat(path.c_str(), &there) == 0)
      if (const auto ours = held().find(name_of(there)); ours != held().end())
        return held_by_another(folder, ours->second);
    if (Result<void> ours = check_run_folder(folder); !ours) {
      // Another run has finished and removed the folder just after we created or saw it: try again.
      if (struct stat gone{}; make && ::lstat(folder.c_str(), &gone) != 0 && errno == ENOENT)
        continue;
      return std::unexpected(ours.error());
    }
    RunLock lock(::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (lock.file_ < 0 && errno == ENOENT && make) continue;
    if (lock.file_ < 0) return lock_error(path, errno);
    struct flock whole = whole_file();
    if (::fcntl(lock.file_, F_SETLK, &whole) != 0) {
      if (errno != EACCES && errno != EAGAIN) return lock_error(path, errno);
      return held_by_another(folder, lock.file_);
    }
    struct stat mine {
    }, there{};
    if (::fstat(lock.file_, &mine) != 0) return lock_error(path, errno);
    if (::lstat(path.c_str(), &there) != 0 || name_of(mine) != name_of(there))
      continue;  // another run removed the file between our open and our lock
    // Writing into it would write into another file as well.
    if (mine.st_nlink > 1) {
      if (::unlink(path.c_str()) != 0) return cannot_remove(path);
      continue;
    }
    const std::string holder = fmt::format("{} {}\n", ::getpid(), std::time(nullptr));
    if (::ftruncate(lock.file_, 0) != 0 ||
        ::pwrite(lock.file_, holder.data(), holder.size(), 0) < 0)
      return lock_error(path, errno);
    std::error_code problem;
    lock.folder_ = std::filesystem::absolute(folder, problem).string();
    lock.name_ = name_of(mine);
    held()[lock.name_] = holder;
    return lock;
  }
}

RunLock::~RunLock() {
  if (file_ < 0) return;
  // `take` failed: it holds the mutex itself, and `held` has no entry yet.
  if (name_ == Name()) {
    ::close(file_);
    return;
  }
  const std::scoped_lock guard(held_mutex());
  held().erase(name_);
  ::close(file_);
}

bool RunLock::is_of(const std::string& folder) const {
  struct stat there {};
  return ::lstat(lock_path(folder).c_str(), &there) == 0 && name_of(there) == name_;
}

Result<void> RunLock::remove() const {
  const std::string file = lock_path(folder_);
  if (::unlink(file.c_str()) != 0 && errno != ENOENT) return cannot_remove(file);
  if (::rmdir(folder_.c_str()) != 0 && errno != ENOENT && errno != ENOTEMPTY && errno != EEXIST)
    return cannot_remove(folder_);
  return {};
}

}  // namespace whittle
