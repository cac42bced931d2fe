// Why a random name and not O_TMPFILE: linkat cannot replace a file, so replacing FILE needs a
// name for the new version in any case, and not every file system has O_TMPFILE. Why not a name
// made of process numbers: in two containers both processes may be number 1.
#include "document/new_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/xattr.h>
#include <system_error>
#include <unistd.h>

namespace whittle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_prefix = ".whittle-", temporary_suffix = ".tmp";
constexpr std::size_t temporary_digits = 16;

constexpr const char* access_list = "system.posix_acl_access";

std::string temporary_in(const std::string& folder) {
  std::uint64_t number = 0;
  while (::getrandom(&number, sizeof(number), 0) != sizeof(number)) {
  }
  return (fs::path(folder) / fmt::format("{}{:016x}{}", temporary_prefix, number, temporary_suffix))
      .string();
}

enum class Locked : std::uint8_t { yes, no, unknown };

/// `unknown` if the file system has no locks, or none for this file.
Locked try_lock(int fd) {
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return Locked::yes;
  return errno == EWOULDBLOCK ? Locked::no : Locked::unknown;
}

int write_bytes(int descriptor, BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Some file systems report only at a close that there was no room. This closes a copy, since the
/// descriptor itself holds the lock.
int flush_by_close(int descriptor) {
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return copy < 0 || ::close(copy) != 0 ? errno : 0;
}

/// Returns 0 or an error number. The owner of a folder must be able to write into it.
int set_rights(int fd, const Rights& rights, std::uint32_t allowed) {
  std::uint32_t mode = rights.mode & allowed;
  struct stat made {};
  if (::fstat(fd, &made) != 0) return errno;
  if (S_ISDIR(made.st_mode)) mode |= 0700;
  // The folder's default list would name users who have no rights on the original.
  if (::fremovexattr(fd, access_list) != 0 && errno != ENODATA && errno != EOPNOTSUPP) return errno;
  if (rights.for_group && *rights.for_group != made.st_gid &&
      ::fchown(fd, static_cast<uid_t>(-1), *rights.for_group) != 0)
    mode = (mode & ~070u) | ((mode & (mode << 3)) & 070u);
  return ::fchmod(fd, mode) == 0 ? 0 : errno;
}

int rename_to_new(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
  // NFS has no such rename. A link fails if the name exists; a folder replaces only an empty one.
  struct stat status {};
  if (::lstat(from.c_str(), &status) != 0) return errno;
  if (S_ISDIR(status.st_mode)) return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
  if (::link(from.c_str(), to.c_str()) != 0) return errno;
  ::unlink(from.c_str());
  return 0;
}

std::unexpected<Error> cannot_place(const std::string& path, int error) {
  if (error == EEXIST || error == ENOTEMPTY)
    return fail(ErrorKind::disk, fmt::format("{} exists and is not overwritten", shown(path)));
  return cannot_write(path, error);
}

/// A new file under a temporary name, which is removed unless it gets another one.
class Temporary {
 public:
  /// Returns an error number if no file can be made in the folder.
  static std::expected<Temporary, int> make(const std::string& folder) {
    for (;;) {
      std::string path = temporary_in(folder);
      UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
      if (!fd && errno == EEXIST) continue;
      if (!fd) return std::unexpected(errno);
      Temporary file(std::move(path), std::move(fd));
      // Before we locked it, another process may have removed it as a killed process's.
      struct stat status {};
      if (try_lock(file.fd()) != Locked::no && ::fstat(file.fd(), &status) == 0 &&
          status.st_nlink > 0)
        return file;
    }
  }
  Temporary(Temporary&& other) noexcept
      : path_(std::exchange(other.path_, {})), fd_(std::move(other.fd_)) {}
  Temporary& operator=(Temporary&&) = delete;
  ~Temporary() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  int fd() const { return fd_.get(); }
  /// Gives 0 or an error number.
  int name(const std::string& path, IfThere if_there) {
    const int error = if_there == IfThere::is_kept                 ? rename_to_new(path_, path)
                      : ::rename(path_.c_str(), path.c_str()) != 0 ? errno
                                                                   : 0;
    if (error == 0) path_.clear();
    return error;
  }

 private:
  Temporary(std::string path, UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}
  std::string path_;
  UniqueFd fd_;
};

/// Removes from `rights` the rights that somebody does not have on `path`.
void narrow(Rights& rights, bool& is_first, const std::string& path, const struct stat& status) {
  const Rights here = rights_of(path, status);
  std::uint32_t mode = here.mode;
  // A user who may not list and enter a folder cannot read the files in it.
  if (S_ISDIR(status.st_mode)) mode &= (mode & 0111) << 2;
  rights.mode &= mode | 0600;
  if (is_first)
    rights.for_group = here.for_group;
  else if (rights.for_group != here.for_group)
    rights.mode &= ~070u | ((rights.mode & 07) << 3);
  is_first = false;
}

/// Writes a file in `folder` and renames it to `path`. Returns 0 or an error number.
int write_by_way_of(const std::string& folder, const std::string& path, BytesView bytes,
                    Rights rights, Durability durability, IfThere if_there) {
  std::expected<Temporary, int> file = Temporary::make(folder);
  if (!file) return file.error();
  if (const int error = write_bytes(file->fd(), bytes)) return error;
  // The owner of the file stays the same, if we may decide that: root running whittle must not take
  // a user's file away.
  if (struct stat old{}; ::stat(path.c_str(), &old) == 0) {
    if (!rights.for_group) rights.for_group = old.st_gid;
    if (::geteuid() == 0) [[maybe_unused]]
      const int ignored = ::fchown(file->fd(), old.st_uid, old.st_gid);
  }
  if (const int error = set_rights(file->fd(), rights, 0777)) return error;
  if (durability != Durability::renamed && ::fsync(file->fd()) != 0) return errno;
  if (const int error = flush_by_close(file->fd())) return error;
  return file->name(path, if_there);
}

/// Makes a symlink in `folder` and renames it to `path`. Returns 0 or an error number.
int link_by_way_of(const std::string& folder, const std::string& path, const Bytes& target) {
  for (;;) {
    const std::string temporary = temporary_in(folder);
    if (::symlink(target.c_str(), temporary.c_str()) != 0) {
      if (errno == EEXIST) continue;
      return errno;
    }
    if (::rename(temporary.c_str(), path.c_str()) == 0) return 0;
    const int error = errno;
    // A link cannot be locked: another process removed it.
    if (error == ENOENT && ::access(folder_of(path).c_str(), F_OK) == 0 &&
        ::access(folder.c_str(), F_OK) == 0)
      continue;
    ::unlink(temporary.c_str());
    return error;
  }
}

/// Calls `place` with `made_in` and, if no file can come from there, with the folder of `path`.
template <typename Place>
int place_from(const std::string& made_in, const std::string& path, Place place) {
  int error = made_in.empty() ? EXDEV : place(made_in);
  if (error == EXDEV || error == ENOENT) error = place(folder_of(path));
  return error;
}

}  // namespace

std::string shown(const std::string& path) {
  if (path.empty()) return "''";
  const bool plain = std::all_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
  });
  if (plain) return path;
  std::string text;
  for (const char c : path) {
    if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f)
      text += c;
    else
      text +=
          c == '\n' ? std::string("\\n") : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return "'" + text + "'";
}

std::unexpected<Error> cannot_write(const std::string& path, int error) {
  const bool no_room = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return fail(
      ErrorKind::disk,
      fmt::format("{} cannot be written: {}", shown(path), std::generic_category().message(error)),
      no_room ? "the file is unchanged; free some space and run again" : "the file is unchanged");
}

std::string folder_of(const std::string& path) {
  const fs::path parent = fs::path(path).parent_path();
  return parent.empty() ? "." : parent.string();
}

std::string whole_path(const std::string& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path, ignored), ignored).string();
}

void sync_folder(const std::string& folder) {
  // Some file systems do not sync folders; then there is nothing to be done.
  if (const UniqueFd opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)); opened)
    ::fsync(opened.get());
}

Rights rights_of(const std::string& path, const struct stat& status) {
  Rights rights(status.st_mode & (S_ISDIR(status.st_mode) ? 07777u : 0777u), status.st_gid);
  // A version, then for each entry a tag, its rights and an id: linux/posix_acl_xattr.h.
  struct Entry {
    std::uint16_t tag, rights;
    std::uint32_t id;
  };
  constexpr std::uint16_t group_entry = 0x04;
  std::array<char, 4096> list{};
  const ssize_t size = ::getxattr(path.c_str(), access_list, list.data(), list.size());
  if (size < 0 && errno != ERANGE) return rights;
  std::uint32_t group = 0;
  Entry entry{};
  for (std::size_t at = 4; static_cast<ssize_t>(at + sizeof(entry)) <= size; at += sizeof(entry)) {
    std::memcpy(&entry, list.data() + at, sizeof(entry));
    if (entry.tag == group_entry) group = (entry.rights & 07u) << 3;
  }
  rights.mode &= ~070u | group;
  return rights;
}

Rights rights_elsewhere(Rights rights, const std::string& from, const std::string& to) {
  const fs::path there = whole_path(to);
  const auto leads_there = [&](const fs::path& folder) {
    return std::ranges::mismatch(folder, there).in1 == folder.end();
  };
  for (fs::path folder = fs::path(whole_path(from)).parent_path();
       folder.has_relative_path() && !leads_there(folder); folder = folder.parent_path()) {
    struct stat status {};
    if (::stat(folder.c_str(), &status) != 0) continue;
    const Rights here = rights_of(folder.string(), status);
    const bool is_same_group = !rights.for_group || rights.for_group == here.for_group;
    if ((here.mode & 001) == 0) rights.mode &= ~007u;
    if ((here.mode & (is_same_group ? 010 : 001)) == 0) rights.mode &= ~070u;
  }
  return rights;
}

Rights rights_for_report(const std::vector<std::string>& paths, const std::string& to) {
  Rights rights(0644);
  bool is_first = true;
  for (const std::string& path : paths) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) continue;
    narrow(rights, is_first, path, status);
    if (!S_ISDIR(status.st_mode)) continue;
    std::error_code problem;
    fs::recursive_directory_iterator below(path, problem);
    for (; !problem && below != fs::recursive_directory_iterator(); below.increment(problem))
      if (::lstat(below->path().c_str(), &status) == 0 && !S_ISLNK(status.st_mode))
        narrow(rights, is_first, below->path(), status);
    if (problem) rights.mode &= 0600;
  }
  for (const std::string& path : paths) rights = rights_elsewhere(rights, path, to);
  return rights;
}

Rights rights_for_script(const std::vector<std::string>& paths, const std::string& to) {
  Rights rights = rights_for_report(paths, to);
  rights.mode |= (rights.mode & 0444) >> 2;
  return rights;
}

Result<void> write_file(const std::string& path, BytesView bytes, Rights rights,
                        Durability durability, IfThere if_there, const std::string& made_in) {
  if (const int error = place_from(made_in, path, [&](const std::string& folder) {
        return write_by_way_of(folder, path, bytes, rights, durability, if_there);
      }))
    return cannot_place(path, error);
  if (durability == Durability::synced) sync_folder(folder_of(path));
  return {};
}

Result<void> write_symlink(const std::string& path, const Bytes& target,
                           const std::string& made_in) {
  if (const int error = place_from(made_in, path, [&](const std::string& folder) {
        return link_by_way_of(folder, path, target);
      }))
    return cannot_write(path, error);
  return {};
}

UniqueFd open_to_write(const std::string& path, int flags, Rights rights) {
  UniqueFd file(::open(path.c_str(), flags | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (file) {
    if (const int error = set_rights(file.get(), rights, 0777)) {
      file.reset();
      errno = error;
    }
    return file;
  }
  if (errno != EEXIST) return file;
  file = UniqueFd(::open(path.c_str(), flags | O_CLOEXEC));
  struct stat status {};
  if (file && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_uid == ::geteuid()) {
    rights.mode &= status.st_mode;
    set_rights(file.get(), rights, 0777);
  }
  return file;
}

Result<NewFolder> NewFolder::beside(const std::string& path) {
  for (;;) {
    const std::string temporary = temporary_in(folder_of(path));
    if (::mkdir(temporary.c_str(), 0700) != 0) {
      if (errno == EEXIST) continue;
      return cannot_write(path, errno);
    }
    NewFolder folder(temporary);
    folder.lock_ =
        UniqueFd(::open(temporary.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (folder.lock_ && try_lock(folder.lock_.get()) != Locked::no &&
        ::fstat(folder.lock_.get(), &status) == 0 && status.st_nlink > 0)
      return folder;
  }
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (lock_ && !temporary_.empty()) fs::remove_all(temporary_, ignored);
}

Result<void> NewFolder::name(const std::string& path, Rights rights) {
  if (const int error = set_rights(lock_.get(), rights, 07777)) return cannot_write(path, error);
  if (::fsync(lock_.get()) != 0 && errno != EINVAL) return cannot_write(path, errno);
  if (const int error = rename_to_new(temporary_, path)) return cannot_place(path, error);
  temporary_.clear();
  sync_folder(folder_of(path));
  return {};
}

Result<void> NewFolder::replace(const std::string& path, Rights rights) {
  if (const int error = set_rights(lock_.get(), rights, 07777)) return cannot_write(path, error);
  // The destructor removes the old one, under the temporary name.
  if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path.c_str(), RENAME_EXCHANGE) == 0)
    return {};
  if (errno != EINVAL && errno != ENOSYS) return cannot_write(path, errno);
  std::error_code ignored;
  fs::remove_all(path, ignored);
  return name(path, rights);
}

Result<void> make_folders(const std::string& path, Rights rights, Durability durability) {
  struct stat status {};
  if (path.empty() || (::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))) return {};
  const std::string parent = folder_of(path);
  if (parent != path && parent != ".")
    if (auto made = make_folders(parent, rights, durability); !made) return made;
  if (::mkdir(path.c_str(), 0700) != 0) {
    // The name of a folder may end in a slash, and then it is there by now.
    if (errno == EEXIST && ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) return {};
    return cannot_write(path, errno);
  }
  const UniqueFd made(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!made) return cannot_write(path, errno);
  if (const int error = set_rights(made.get(), rights, 07777)) return cannot_write(path, error);
  if (durability == Durability::synced) sync_folder(parent);
  return {};
}

bool is_temporary(std::string_view name) {
  if (!name.starts_with(temporary_prefix) || !name.ends_with(temporary_suffix)) return false;
  name.remove_prefix(temporary_prefix.size());
  name.remove_suffix(temporary_suffix.size());
  return name.size() == temporary_digits && name.find_first_not_of("0123456789abcdef") == name.npos;
}

void remove_if_left(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0 || status.st_uid != ::geteuid()) return;
  // The process that makes a link tries again if it was removed.
  if (S_ISLNK(status.st_mode)) ::unlink(path.c_str());
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return;
  // NFS locks only files that are open for writing, and never folders.
  for (const int access : {O_RDWR, O_RDONLY}) {
    const UniqueFd file(::open(path.c_str(), access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file || try_lock(file.get()) != Locked::yes) continue;
    std::error_code ignored;
    fs::remove_all(path, ignored);
    return;
  }
}

void remove_all_left(const std::string& folder) {
  std::error_code problem;
  std::vector<std::string> left;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem))
    if (is_temporary(entry->path().filename().native())) left.push_back(entry->path().string());
  for (const std::string& path : left) remove_if_left(path);
}

}  // namespace whittle
