#include "process/sandbox_linux.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/mount.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

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

}  // namespace

Sandbox Sandbox::with(std::vector<std::string> writable) {
  return {.writable = std::move(writable),
          .user_map = fmt::format("{0} {0} 1", ::geteuid()),
          .group_map = fmt::format("{0} {0} 1", ::getegid())};
}

Sandbox Sandbox::showing(const Overlay& overlay, bool own_user) {
  Sandbox sandbox = own_user ? with({}) : Sandbox{};
  sandbox.is_confined = false;
  sandbox.add(overlay);
  return sandbox;
}

void Sandbox::add(const Overlay& shown) {
  overlaid = shown.folder;
  // The folder is "." because its name may have characters that mean something here. volatile:
  // nobody waits until what a test wrote is on disk.
  overlay = fmt::format("lowerdir=.,upperdir={},workdir={},index=off,volatile{}", shown.upper,
                        shown.work, user_map.empty() ? "" : ",userxattr");
}

int Sandbox::clone_flags() const {
  const int own_user = user_map.empty() ? 0 : CLONE_NEWUSER;
  return CLONE_NEWNS | own_user | (is_confined ? CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC : 0);
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
  for (const std::string& folder : sandbox.writable)
    if (::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr))
      return "have its own folder";
  // Where the system refuses this, the processes outside stay visible, but cannot be signalled.
  ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
  if (!set_mount("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0)) return "make everything read-only";
  for (const std::string& folder : sandbox.writable)
    if (!set_mount(folder.c_str(), 0, 0, MOUNT_ATTR_RDONLY)) return "write to its own folder";

  // With these capabilities a test run by root could make everything writable again.
  for (unsigned long capability = 0; ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;)
    ++capability;
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return "give up its privileges";
  return nullptr;
}

std::vector<std::string> under_an_init(std::vector<std::string> command) {
  // The shell's own remarks ("Aborted") are no part of what the test prints.
  std::vector<std::string> result{"/bin/sh", "-c",
                                  "exec 3>&2 2>/dev/null; (\"$@\" 2>&3 3>&-); exit $?", "sh"};
  result.insert(result.end(), command.begin(), command.end());
  return result;
}

std::vector<std::string> under_bubblewrap(const std::string& bubblewrap, const Sandbox& sandbox,
                                          const std::string& folder,
                                          std::vector<std::string> command) {
  std::vector<std::string> result{bubblewrap,
                                  "--unshare-all",
                                  "--die-with-parent",
                                  "--ro-bind",
                                  "/",
                                  "/",
                                  "--dev-bind",
                                  "/dev",
                                  "/dev",
                                  "--proc",
                                  "/proc"};
  for (const std::string& writable : sandbox.writable)
    result.insert(result.end(), {"--bind", writable, writable});
  result.insert(result.end(), {"--chdir", folder, "--"});
  result.insert(result.end(), command.begin(), command.end());
  return result;
}

}  // namespace whittle
