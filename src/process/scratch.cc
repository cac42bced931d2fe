#include "process/scratch.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <vector>

#include "document/disk.h"
#include "document/disk_room.h"
#include "process/confined_linux.h"
#include "process/process_linux.h"

namespace whittle {
namespace {

constexpr std::string_view prefix = "whittle-scratch-";

std::string reason() {
  return std::strerror(errno);
}

int open_folder(int parent, const char* name) {
  const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const int fd = ::openat(parent, name, flags);
  if (fd >= 0 || errno != EACCES) return fd;
  ::fchmodat(parent, name, 0700, 0);
  return ::openat(parent, name, flags);
}

/// Names in a folder, without . and ..
std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  // A descriptor of its own: closedir closes it, and reading moves its position.
  const std::unique_ptr<DIR, int (*)(DIR*)> list(
      ::fdopendir(::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)), ::closedir);
  if (!list) return names;
  while (const dirent* entry = ::readdir(list.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  return names;
}

/// Removes a file, a link or an empty folder. Gives 0 or an error number.
int remove_one(int parent, const char* name) {
  for (const int attempt : {0, 1}) {
    if (::unlinkat(parent, name, 0) == 0) return 0;
    if (errno == EISDIR && ::unlinkat(parent, name, AT_REMOVEDIR) == 0) return 0;
    if (errno == ENOENT) return 0;
    if (errno != EACCES || attempt) return errno;
    ::fchmod(parent, 0700);
  }
  return errno;
}

/// Moves the folders of each folder up to the top before it removes it, so that neither the stack
/// nor the number of open files depends on how deep a test nested them.
int empty_folder(int top) {
  std::uint64_t moved = 0;
  for (std::vector<std::string> names = names_in(top); !names.empty(); names = names_in(top)) {
    for (const std::string& name : names) {
      int problem = remove_one(top, name.c_str());
      if (problem == 0) continue;
      if (problem != ENOTEMPTY) return problem;
      const UniqueFd folder(open_folder(top, name.c_str()));
      if (!folder) return errno;
      for (const std::string& inner : names_in(folder.get())) {
        problem = remove_one(folder.get(), inner.c_str());
        if (problem == 0) continue;
        if (problem != ENOTEMPTY) return problem;
        ::fchmodat(folder.get(), inner.c_str(), 0700, 0);
        do
          problem = ::renameat(folder.get(), inner.c_str(), top,
                               fmt::format(".whittle-moved-{}", moved++).c_str())
                        ? errno
                        : 0;
        while (problem == ENOTEMPTY || problem == EEXIST || problem == ENOTDIR);
        if (problem) return problem;
      }
      if ((problem = remove_one(top, name.c_str()))) return problem;
    }
  }
  return 0;
}

/// Whether `name` in `parent` is still the folder that `fd` has open.
bool still_there(int parent, const std::string& name, int fd) {
  struct stat by_name {
  }, by_fd{};
  return ::fstatat(parent, name.c_str(), &by_name, AT_SYMLINK_NOFOLLOW) == 0 &&
         ::fstat(fd, &by_fd) == 0 && by_name.st_ino == by_fd.st_ino &&
         by_name.st_dev == by_fd.st_dev;
}

/// Whether only we give folders such a name: `whittle-scratch-PID-NUMBER`. Anything else that
/// begins like it belongs to the user.
bool is_scratch_name(std::string_view name) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  const std::size_t dash = name.find('-');
  if (dash == name.npos || dash == 0 || dash + 1 == name.size()) return false;
  return name.find_first_not_of("0123456789") == dash &&
         name.find_first_not_of("0123456789", dash + 1) == name.npos;
}

// A root that is kept for the user to look at has another mode, and stays for ten minutes at least.
constexpr mode_t own_mode = 0700, kept_mode = 0750;
constexpr time_t kept_seconds = 600;

void remove_what_dead_runs_left(int parent) {
  for (const std::string& name : names_in(parent)) {
    if (!is_scratch_name(name)) continue;
    struct stat info {};
    if (::fstatat(parent, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) || !S_ISDIR(info.st_mode) ||
        info.st_uid != ::geteuid())
      continue;
    const mode_t mode = info.st_mode & 0777;
    if (mode != own_mode && mode != kept_mode) continue;
    // The user was told to look at it; a run on something else must not remove it meanwhile.
    if (mode == kept_mode && ::time(nullptr) - info.st_ctime < kept_seconds) continue;
    const UniqueFd root(open_folder(parent, name.c_str()));
    if (root && ::flock(root.get(), LOCK_EX | LOCK_NB) == 0) remove_tree(parent, name);
  }
}

bool has_room(const std::string& parent, std::uint64_t room) {
  const std::optional<DiskRoom> disk = disk_room(parent);
  // Tests compile programs and run them, which /dev/shm does not allow if it is mounted noexec.
  return disk && disk->runs_programs && !disk->is_read_only && disk->free >= room &&
         ::access(parent.c_str(), W_OK) == 0;
}

std::string place_with(std::uint64_t room) {
  if (has_room("/dev/shm", room)) return "/dev/shm";
  const char* tmpdir = std::getenv("TMPDIR");
  return tmpdir && *tmpdir == '/' ? tmpdir : "/tmp";
}

/// Writes documents below one folder, and nowhere else.
///
/// A document may come from another host. So no path of it is given to the system as a whole: each
/// folder is opened below the one before it, and never through a link, which the document itself
/// may have brought. Bits that give rights to others (setuid, setgid) are dropped.
class DocumentWriter {
 public:
  explicit DocumentWriter(const std::string& folder)
      : folder_(folder), top_(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}

  Result<void> write(const File& file) {
    if (!is_inner_path(file.path))
      return fail(ErrorKind::input,
                  fmt::format("{} is not a path inside a folder", shown(file.path)));
    const std::size_t slash = file.path.rfind('/');
    if (!top_ || !enter(slash == std::string::npos ? "" : file.path.substr(0, slash)))
      return cannot(file);
    const std::string name = file.path.substr(slash + 1);  // npos + 1 is 0
    return make(file, parent_ ? parent_.get() : top_.get(), name.c_str()) ? Result<void>()
                                                                          : cannot(file);
  }

 private:
  std::unexpected<Error> cannot(const File& file) const {
    return fail(errno == ENOSPC || errno == EDQUOT ? ErrorKind::disk : ErrorKind::scratch,
                fmt::format("cannot write {}/{}: {}", folder_, shown(file.path), reason()));
  }

  /// Opens the folder that the next file is in, and makes it if it is not there. The files of one
  /// folder mostly come one after another.
  bool enter(const std::string& path) {
    if (path == inside_) return true;
    UniqueFd at;
    for (std::size_t begin = 0; begin <= path.size() && !path.empty();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      const std::string name = path.substr(begin, end - begin);
      const int above = at ? at.get() : top_.get();
      ::mkdirat(above, name.c_str(), 0755);
      UniqueFd next(::openat(above, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (!next) return false;
      at = std::move(next);
      begin = end + 1;
    }
    parent_ = std::move(at);
    inside_ = path;
    return true;
  }

  static bool make(const File& file, int parent, const char* name) {
    const mode_t mode = file.mode & 0777;
    if (file.kind == File::Kind::symlink)
      return ::symlinkat(file.bytes->c_str(), parent, name) == 0;
    if (file.kind == File::Kind::folder) {
      if (::mkdirat(parent, name, 0700) && errno != EEXIST) return false;
      const UniqueFd made(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      return made && ::fchmod(made.get(), mode) == 0;
    }
    // The test may run it at once.
    std::unique_lock<std::shared_mutex> writing;
    if (mode & 0111) writing = std::unique_lock(open_files_are_copied());
    const UniqueFd fd(
        ::openat(parent, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd) return false;
    for (BytesView rest = *file.bytes; !rest.empty();) {
      const ssize_t written = ::write(fd.get(), rest.data(), rest.size());
      if (written < 0 && errno != EINTR) return false;
      if (written > 0) rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::fchmod(fd.get(), mode) == 0;
  }

  const std::string& folder_;
  const UniqueFd top_;
  UniqueFd parent_;     // of the last file; not open: `top_`
  std::string inside_;  // its path
};

}  // namespace

Result<Scratch> Scratch::make(const std::string& parent, std::uint64_t room) {
  const std::string place = parent.empty() ? place_with(room) : parent;
  const UniqueFd place_fd(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!place_fd)
    return fail(ErrorKind::scratch,
                fmt::format("cannot use {} for scratch folders: {}", place, reason()));
  remove_what_dead_runs_left(place_fd.get());
  int failures = 0;
  for (unsigned number = 0;; ++number) {
    const std::string name = fmt::format("{}{}-{}", prefix, ::getpid(), number);
    if (::mkdirat(place_fd.get(), name.c_str(), 0700)) {
      if (errno == EEXIST) continue;
      return fail(ErrorKind::scratch,
                  fmt::format("cannot make a scratch folder in {}: {}", place, reason()));
    }
    UniqueFd root(open_folder(place_fd.get(), name.c_str()));
    if (!root && errno != ENOENT) {
      const std::string why = reason();
      ::unlinkat(place_fd.get(), name.c_str(), AT_REMOVEDIR);
      if (++failures < 2) continue;  // an error may pass
      return fail(ErrorKind::scratch,
                  fmt::format("cannot open a scratch folder in {}: {}", place, why));
    }
    // Before we locked it, another run that starts now may have removed it as a dead run's.
    if (root && ::flock(root.get(), LOCK_EX | LOCK_NB) == 0 &&
        still_there(place_fd.get(), name, root.get()))
      return Scratch(place + "/" + name, std::move(root));
  }
}

void Scratch::keep() {
  kept_ = true;
  ::fchmod(fd_.get(), kept_mode);
}

Scratch::~Scratch() {
  if (!fd_ || kept_) return;
  // Twice, since an error may pass. If this fails too, the next run does it.
  for (int attempt = 0; attempt < 2; ++attempt) {
    ::fchmod(fd_.get(), 0700);
    empty_folder(fd_.get());
    if (::rmdir(root_.c_str()) == 0) return;
  }
}

Result<std::string> Scratch::fresh_folder(const std::string& name) {
  std::string path = root_ + "/" + name;
  int problem = remove_tree(fd_.get(), name);
  if (problem == 0 && ::mkdirat(fd_.get(), name.c_str(), 0700)) problem = errno;
  if (problem == 0) return path;
  struct stat info {};
  if (::fstat(fd_.get(), &info) == 0 && info.st_nlink == 0)
    return fail(ErrorKind::scratch, fmt::format("the scratch folder {} no longer exists", root_));
  return fail(problem == ENOSPC || problem == EDQUOT ? ErrorKind::disk : ErrorKind::scratch,
              fmt::format("cannot empty the scratch folder {}: {}", path, std::strerror(problem)));
}

void Scratch::remove(const std::string& name) {
  remove_tree(fd_.get(), name);
}

bool is_inner_path(std::string_view path) {
  if (path.size() >= PATH_MAX || path.find('\0') != path.npos) return false;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    if (name.empty() || name == "." || name == "..") return false;
    begin = end + 1;
  }
  return true;
}

Result<void> write_document(const Document& document, const std::string& folder) {
  DocumentWriter writer(folder);
  for (const File& file : document.files())
    if (Result<void> written = writer.write(file); !written) return written;
  return {};
}

Result<void> write_strange_document(const Document& document, const std::string& folder) {
  Result<void> written;
  confined_to(folder, [&] { written = write_document(document, folder); });
  return written;
}

int remove_tree(int parent, const std::string& name) {
  int problem = remove_one(parent, name.c_str());
  if (problem != ENOTEMPTY) return problem;
  const UniqueFd folder(open_folder(parent, name.c_str()));
  if (!folder) return errno;
  if ((problem = empty_folder(folder.get()))) return problem;
  return remove_one(parent, name.c_str());
}

}  // namespace whittle
