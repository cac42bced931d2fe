#include "process/sandbox_linux.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <linux/landlock.h>
#include <linux/mount.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "process/process_linux.h"
#include "process/program.h"
#include "process/seccomp_linux.h"

namespace whittle {
namespace {

bool write_to(const char* file, const char* text) {
  const int fd = ::open(file, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = ::write(fd, text, std::strlen(text)) >= 0;
  const int problem = errno;
  ::close(fd);
  errno = problem;
  return written;
}

bool set_mount(const char* path, unsigned flags, std::uint64_t set, std::uint64_t clear) {
  mount_attr attributes{};
  attributes.attr_set = set;
  attributes.attr_clr = clear;
  return ::syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

namespace fs = std::filesystem;

// The sizes bound the memory that a test can use; a test's own folder and its TMPDIR are not in
// here.
constexpr const char* own_folder_options = "mode=1777,size=512m";
constexpr std::array devices{"null", "zero", "full", "random", "urandom", "tty"};
/// The most places of a sandbox: a child cannot allocate memory for more.
constexpr std::size_t most_places = 64;

bool is_inside(const std::string& path, const std::string& folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

/// A copy of the mount at `path`, which can be put anywhere.
int mount_at(const char* path) {
  return static_cast<int>(
      ::syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE));
}

/// Puts it at `path`, and makes the folders that lead there, in a private folder, if they are
/// missing.
bool put_mount(int mount, const char* path) {
  struct stat info {};
  if (::fstat(mount, &info)) return false;
  char part[PATH_MAX];
  for (std::size_t i = 0; path[i]; ++i) {
    if (i + 1 >= sizeof part) return false;
    part[i] = path[i];
    part[i + 1] = '\0';
    if (path[i + 1] == '/') ::mkdir(part, 0755);
  }
  if (S_ISDIR(info.st_mode))
    ::mkdir(path, 0755);
  else if (const int file = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600); file >= 0)
    ::close(file);
  return ::syscall(SYS_move_mount, mount, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

/// A new /dev with the devices that are no device, and shared memory of its own.
bool make_devices(const std::array<int, devices.size()>& opened) {
  if (::mount("tmpfs", "/dev", "tmpfs", MS_NOSUID, "mode=755,size=1m")) return false;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    char path[32] = "/dev/";
    std::strcat(path, devices[i]);
    // /dev/tty is missing in some containers.
    if (opened[i] >= 0 && !put_mount(opened[i], path)) return false;
  }
  (void)!::symlink("/proc/self/fd", "/dev/fd");
  (void)!::symlink("/proc/self/fd/0", "/dev/stdin");
  (void)!::symlink("/proc/self/fd/1", "/dev/stdout");
  (void)!::symlink("/proc/self/fd/2", "/dev/stderr");
  ::mkdir("/dev/shm", 0777);
  ::mkdir("/dev/pts", 0755);
  (void)!::symlink("pts/ptmx", "/dev/ptmx");
  // A program that wants a terminal of its own gets none where the system refuses this.
  ::mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666");
  return ::mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV, own_folder_options) == 0;
}

/// Private folders, and in them the places that are not.
const char* make_view(const Sandbox& sandbox) {
  // Files that the private folders will hide must be opened before.
  std::array<int, most_places> places{};
  std::array<int, devices.size()> opened{};
  for (std::size_t i = 0; i < sandbox.places.size(); ++i)
    if ((places[i] = mount_at(sandbox.places[i].path.c_str())) < 0 && sandbox.places[i].is_writable)
      return "find its own folder";
  for (std::size_t i = 0; i < devices.size(); ++i) {
    char path[32] = "/dev/";
    std::strcat(path, devices[i]);
    opened[i] = mount_at(path);
  }
  for (const std::string& folder : sandbox.private_folders)
    if (::mount("tmpfs", folder.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, own_folder_options))
      return "have its own temporary folders";
  if (!make_devices(opened)) return "have its own devices";
  for (std::size_t i = 0; i < sandbox.places.size(); ++i)
    if (places[i] >= 0 && !put_mount(places[i], sandbox.places[i].path.c_str()))
      return "have its own folder";
  // If the system refuses this, the processes outside stay visible, but cannot be signalled.
  ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  if (!set_mount("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0)) return "make everything read-only";
  for (const std::string& folder : sandbox.private_folders)
    if (!set_mount(folder.c_str(), 0, 0, MOUNT_ATTR_RDONLY))
      return "write to its temporary folders";
  if (!set_mount("/dev/shm", 0, 0, MOUNT_ATTR_RDONLY)) return "write to its shared memory";
  for (const Sandbox::ShownPath& place : sandbox.places)
    if (place.is_writable && !set_mount(place.path.c_str(), 0, 0, MOUNT_ATTR_RDONLY))
      return "write to its own folder";
  return nullptr;
}

/// Lets the process open only its own files, devices and /proc for writing. A read-only mount does
/// not protect named pipes: writing into one would reach a process outside. Kernels before 5.13
/// have no Landlock and do not protect them either.
bool write_own_files_only(const Sandbox& sandbox) {
  landlock_ruleset_attr handled{};
  handled.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE;
  const int rules = static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, std::uint32_t{0}));
  if (rules < 0) return errno == ENOSYS || errno == EOPNOTSUPP;
  const auto allow = [rules](const char* path) {
    landlock_path_beneath_attr below{};
    below.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE;
    below.parent_fd = ::open(path, O_PATH | O_CLOEXEC);
    if (below.parent_fd < 0) return errno == ENOENT;
    const bool added = ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below,
                                 std::uint32_t{0}) == 0;
    ::close(below.parent_fd);
    return added;
  };
  bool done = allow("/dev") && allow("/proc");
  // By themselves too: a standard stream was opened outside of this /dev.
  for (const char* device : devices) {
    char path[32] = "/dev/";
    std::strcat(path, device);
    done = done && allow(path);
  }
  for (const std::string& folder : sandbox.private_folders) done = done && allow(folder.c_str());
  for (const Sandbox::ShownPath& place : sandbox.places)
    if (place.is_writable) done = done && allow(place.path.c_str());
  done = done && ::syscall(SYS_landlock_restrict_self, rules, std::uint32_t{0}) == 0;
  ::close(rules);
  return done;
}

/// Folders in which services have their sockets and programs their temporary files.
std::vector<std::string> folders_to_hide() {
  std::vector<std::string> folders{"/tmp", "/var/tmp", "/run"};
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  if (runtime && *runtime == '/') folders.push_back(fs::path(runtime).lexically_normal());
  // A link (/var/tmp may be one) leads to one of the others or is the user's own affair. A folder
  // inside another one is hidden with it.
  std::erase_if(folders, [&](const std::string& folder) {
    std::error_code problem;
    return !fs::is_directory(fs::symlink_status(folder, problem)) || folder == "/" ||
           std::ranges::any_of(folders, [&](const auto& one) { return is_inside(folder, one); });
  });
  return folders;
}

}  // namespace

Sandbox Sandbox::with(const std::vector<std::string>& writable,
                      const std::vector<std::string>& shown) {
  Sandbox sandbox{.private_folders = folders_to_hide(),
                  .user_map = fmt::format("{0} {0} 1", ::geteuid()),
                  .group_map = fmt::format("{0} {0} 1", ::getegid()),
                  .filter = &sandbox_filter()};
  for (const std::string& path : writable) sandbox.places.push_back({path, true});
  // A place outside private folders can be read anyway.
  for (const std::string& path : shown)
    if (std::ranges::count(writable, path) == 0 && sandbox.places.size() < most_places &&
        (is_inside(path, "/dev") ||
         std::ranges::any_of(sandbox.private_folders,
                             [&](const auto& folder) { return is_inside(path, folder); })))
      sandbox.places.push_back({path, false});
  std::ranges::sort(sandbox.places);
  const auto [first, last] = std::ranges::unique(sandbox.places);
  sandbox.places.erase(first, last);
  return sandbox;
}

Sandbox Sandbox::showing(const Overlay& overlay, bool own_user) {
  Sandbox sandbox = own_user ? with({}) : Sandbox{};
  sandbox.is_confined = false;
  sandbox.add(overlay);
  return sandbox;
}

void Sandbox::add(const Overlay& shown) {
  overlaid = shown.folder;
  // The folder is "." because its name may contain characters that have a meaning here. volatile:
  // nobody waits until the files of a test are on disk.
  overlay = fmt::format("lowerdir=.,upperdir={},workdir={},index=off,volatile{}", shown.upper,
                        shown.work, user_map.empty() ? "" : ",userxattr");
}

int Sandbox::clone_flags() const {
  const int own_user = user_map.empty() ? 0 : CLONE_NEWUSER;
  return CLONE_NEWNS | own_user | (is_confined ? CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC : 0);
}

std::optional<std::string> sandbox_maker() {
  const auto works = [](const std::string& bubblewrap) {
    Sandbox sandbox = Sandbox::with({});
    sandbox.bubblewrap = bubblewrap;
    const UniqueFd null = open_null();
    const std::vector<std::string> environment;
    const Result<Process> process = launch({.command = {"/bin/true"},
                                            .environment = &environment,
                                            .folder = "/",
                                            .in = null.get(),
                                            .out = null.get(),
                                            .err = null.get(),
                                            .sandbox = &sandbox});
    return process && reap(*process).exit_status == 0;
  };
  static const std::optional<std::string> maker = [&]() -> std::optional<std::string> {
    if (works("")) return "";
    if (const Result<std::string> found = find_program("bwrap"); found && works(*found))
      return *found;
    return std::nullopt;
  }();
  return maker;
}

std::vector<std::string> needed_by(const std::vector<std::string>& command) {
  std::vector<std::string> needed;
  std::error_code ignored;
  const auto add = [&](const fs::path& path) {
    if (path.is_absolute() && fs::exists(path, ignored)) needed.push_back(path.lexically_normal());
  };
  // A script finds its helpers beside itself, and a link leads to another folder. In a folder that
  // is private as a whole, only the program itself is shown.
  const std::vector<std::string> hidden = folders_to_hide();
  for (const fs::path& program :
       {fs::path(command.front()), fs::canonical(command.front(), ignored)})
    add(std::ranges::count(hidden, program.parent_path().string()) ? program
                                                                   : program.parent_path());
  // An argument may be a path, an option with one (-I/tmp/include), or a line for a shell.
  constexpr std::string_view ends = " \t\n'\"=;|&<>()";
  for (const std::string& word : command)
    for (std::size_t at = word.find('/'); &word != &command.front() && at != word.npos;) {
      const std::size_t end = std::min(word.find_first_of(ends, at), word.size());
      add(word.substr(at, end - at));
      at = word.find('/', end);
    }
  const char* path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; !rest.empty();) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    add(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return needed;
}

const char* enter(const Sandbox& sandbox) {
  if (!sandbox.user_map.empty() && (!write_to("/proc/self/setgroups", "deny") ||
                                    !write_to("/proc/self/uid_map", sandbox.user_map.c_str()) ||
                                    !write_to("/proc/self/gid_map", sandbox.group_map.c_str())))
    return "keep its user";
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr)) return "have its own mounts";
  if (!sandbox.overlay.empty() && (::chdir(sandbox.overlaid.c_str()) ||
                                   ::mount("overlay", ".", "overlay", 0, sandbox.overlay.c_str())))
    return "have its own view of a folder";
  if (!sandbox.is_confined) return nullptr;
  if (const char* const step = make_view(sandbox)) return step;
  // With these capabilities a test run by root could make everything writable again.
  for (unsigned long capability = 0; ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;)
    ++capability;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return "give up its privileges";
  if (!write_own_files_only(sandbox)) return "give up other files";
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, sandbox.filter, 0, 0))
    return "give up system calls";
  return nullptr;
}

std::vector<std::string> under_an_init(std::vector<std::string> command) {
  // Remarks of the shell itself ("Aborted") are not part of the output of the test.
  std::vector<std::string> result{"/bin/sh", "-c",
                                  "exec 3>&2 2>/dev/null; (\"$@\" 2>&3 3>&-); exit $?", "sh"};
  result.insert(result.end(), command.begin(), command.end());
  return result;
}

std::vector<std::string> under_bubblewrap(const Sandbox& sandbox, const std::string& folder,
                                          int filter, const std::vector<std::string>& command) {
  std::vector<std::string> result{sandbox.bubblewrap,
                                  "--unshare-all",
                                  "--die-with-parent",
                                  "--cap-drop",  // root keeps its capabilities otherwise
                                  "ALL",
                                  "--ro-bind",
                                  "/",
                                  "/",
                                  "--dev",
                                  "/dev",
                                  "--proc",
                                  "/proc"};
  for (const std::string& own : sandbox.private_folders)
    result.insert(result.end(), {"--tmpfs", own});
  for (const Sandbox::ShownPath& place : sandbox.places)
    result.insert(result.end(),
                  {place.is_writable ? "--bind" : "--ro-bind", place.path, place.path});
  result.insert(result.end(), {"--seccomp", std::to_string(filter), "--chdir", folder, "--"});
  result.insert(result.end(), command.begin(), command.end());
  return result;
}

}  // namespace whittle
