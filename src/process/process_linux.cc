// fork copies the page tables of the parent, which takes 173 ms for a parent of 2 GB. Here the
// child borrows the parent's memory until it runs the program (CLONE_VM), and the calling thread
// waits for that (CLONE_VFORK). Until then the child may only make system calls: no allocation, no
// locks. If a step fails, the child stores which one in a variable that the parent reads.
//
// Sanitizers intercept functions of the C library and write into the memory that is borrowed. So
// the child calls the system itself where they keep notes: about handlers of signals, and at an
// exit.
//
// posix_spawn does the same, but it sets no limits, makes no namespaces and gives no pidfd. It does
// for `launch_daemon`, which needs none of them.

#include "process/process_linux.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <mutex>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>

#include "process/marks_linux.h"
#include "process/program.h"

extern char** environ;

#ifdef __SANITIZE_THREAD__
// ThreadSanitizer takes every `clone` for a fork: it stops to watch the thread that it finds in the
// child, which is the calling one, and all threads made later. This name it does not intercept.
extern "C" int __clone(int (*)(void*), void*, int, void*, ...) noexcept;
#define clone __clone
// The function entries of a child that ends in another program are never left.
#define NOT_WATCHED __attribute__((no_sanitize("thread")))
#else
#define NOT_WATCHED
#endif

namespace whittle {
namespace {

struct Child {
  const Launch* launch;
  const Sandbox* sandbox;  // that the child itself enters, or null
  int filter;              // for bubblewrap to read, or -1
  char* const* argv;
  char* const* envp;
  // Written by the child for the parent to see:
  const char* failed_step = nullptr;
  int problem = 0;
};

void set_limit(__rlimit_resource resource, std::uint64_t value) {
  if (value == 0) return;
  rlimit limit{};
  ::getrlimit(resource, &limit);
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(resource, &limit);
}

NOT_WATCHED int run_child(void* data) {
  Child& child = *static_cast<Child*>(data);
  const Launch& launch = *child.launch;
  const auto failed = [&](const char* step) {
    child.problem = errno;
    child.failed_step = step;
    return static_cast<int>(::syscall(SYS_exit_group, 127));
  };

  // The parent's handlers must not run in the memory borrowed from it, and a program starts with no
  // signal ignored.
  constexpr std::size_t mask_bytes = 8;
  const std::array<unsigned long, 8> usual{};  // SIG_DFL is 0
  for (int signal = 1; signal < NSIG; ++signal)
    ::syscall(SYS_rt_sigaction, signal, usual.data(), nullptr, mask_bytes);

  // If we are killed, the program is killed too.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A session of its own: one process group to kill, and no terminal to read from or to stop on.
  ::setsid();
  if (launch.mark) set_mark(launch.mark);
  if (::dup2(launch.in, 0) < 0 || ::dup2(launch.out, 1) < 0 || ::dup2(launch.err, 2) < 0)
    return failed("take its input and output");
  // "0" stands for the writer itself. If it cannot join, its descendants are still found by mark.
  if (launch.cgroup_procs >= 0) (void)!::write(launch.cgroup_procs, "0", 1);
  if (child.sandbox)
    if (const char* const step = enter(*child.sandbox)) return failed(step);
  // Only now: in a sandbox the same path leads to another mount of the folder.
  if (::chdir(launch.folder.c_str())) return failed("enter its folder");

  if (launch.obeys_modes) ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0);

  // Our own files are closed by exec already; those of a program that embeds whittle may not be.
  ::syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC);
  if (child.filter >= 0) ::fcntl(child.filter, F_SETFD, 0);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  set_limit(RLIMIT_AS, launch.limits.memory);
  set_limit(RLIMIT_FSIZE, launch.limits.file_size);
  set_limit(RLIMIT_NPROC, launch.limits.processes);

  sigset_t nothing;
  ::sigemptyset(&nothing);
  ::sigprocmask(SIG_SETMASK, &nothing, nullptr);
  ::execve(child.argv[0], child.argv, child.envp);
  return failed("");
}

/// The filter as a file in memory, which is read once.
UniqueFd file_with(const sock_fprog& filter) {
  UniqueFd file(::memfd_create("whittle-filter", MFD_CLOEXEC));
  const std::size_t size = filter.len * sizeof *filter.filter;
  if (file && (::write(file.get(), filter.filter, size) != static_cast<ssize_t>(size) ||
               ::lseek(file.get(), 0, SEEK_SET) != 0))
    file.reset();
  return file;
}

std::vector<char*> pointers(const std::vector<std::string>& list) {
  std::vector<char*> result;
  result.reserve(list.size() + 1);
  for (const std::string& item : list) result.push_back(const_cast<char*>(item.c_str()));
  result.push_back(nullptr);
  return result;
}

}  // namespace

Result<Process> launch(const Launch& launch) {
  assert(!launch.command.empty() && launch.environment);
  std::vector<std::string> command = launch.command;
  const bool by_bubblewrap = launch.sandbox && !launch.sandbox->bubblewrap.empty();
  UniqueFd filter;
  if (launch.sandbox && launch.sandbox->is_confined) {
    // The program that sets up the sandbox could only report that it did not find the program.
    if (::access(command[0].c_str(), X_OK))
      return std::unexpected(cannot_run(command[0], command[0], errno));
    if (by_bubblewrap) {
      filter = file_with(*launch.sandbox->filter);
      command = under_bubblewrap(*launch.sandbox, launch.folder, filter.get(), command);
    } else {
      command = under_an_init(std::move(command));
    }
  }
  const std::vector<char*> argv = pointers(command);
  const std::vector<char*> envp = pointers(*launch.environment);
  Child child{.launch = &launch,
              .sandbox = by_bubblewrap ? nullptr : launch.sandbox,
              .filter = filter.get(),
              .argv = argv.data(),
              .envp = envp.data()};

  // One for each thread is enough: the thread waits until the child no longer uses it.
  alignas(16) static thread_local std::array<char, 64 * 1024> stack;
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int pidfd = -1;
  std::shared_lock copying(open_files_are_copied());
  const int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD |
                    (child.sandbox ? child.sandbox->clone_flags() : 0);
  const pid_t pid = ::clone(run_child, stack.data() + stack.size(), flags, &child, &pidfd);
  const int problem = errno;
  copying.unlock();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);

  if (pid < 0)
    return fail(ErrorKind::test,
                fmt::format("{} cannot be started: {}", launch.command[0], std::strerror(problem)));
  // An old kernel ignores CLONE_PIDFD.
  Process process{pid, pidfd >= 0 ? UniqueFd(pidfd) : readable_when_ended(pid)};
  if (!child.failed_step) return process;
  reap(process);
  if (*child.failed_step)
    return fail(ErrorKind::scratch,
                fmt::format("{} could not {} ({}): {}", launch.command[0], child.failed_step,
                            launch.folder, std::strerror(child.problem)));
  return std::unexpected(cannot_run(launch.command[0], launch.command[0], child.problem));
}

Result<pid_t> launch_daemon(const std::vector<std::string>& command, const std::string& log) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, log.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
  ::posix_spawn_file_actions_adddup2(&actions, 1, 2);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  pid_t pid = 0;
  const int problem = ::posix_spawn(&pid, command.front().c_str(), &actions, &attributes,
                                    pointers(command).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (problem) return std::unexpected(cannot_run(command.front(), command.front(), problem));
  return pid;
}

UniqueFd readable_when_ended(pid_t child) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  std::thread([child, writable = ends[1]] {
    siginfo_t info{};
    // Not reaped here: until it is, the number belongs to this child.
    while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
    (void)!::write(writable, "0", 1);
    ::close(writable);
  }).detach();
  return UniqueFd(ends[0]);
}

Ended reap(const Process& process) {
  // A process that hangs in the kernel dies when the kernel lets it; we do not wait for ever.
  pollfd ended{process.pidfd.get(), POLLIN, 0};
  while (::poll(&ended, 1, 5000) < 0 && errno == EINTR) {
  }
  int status = SIGKILL;
  if (ended.revents) {
    const std::lock_guard lock(reaping());
    ::waitpid(process.pid, &status, __WALL);
  }
  if (WIFSIGNALED(status)) return {128 + WTERMSIG(status), WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

std::vector<std::string> environment_with_tmp(const std::string& folder, bool in_sandbox) {
  std::vector<std::string_view> own{"TMPDIR", "TMP", "TEMP"};
  if (in_sandbox) own.push_back("XDG_RUNTIME_DIR");
  // Services that cannot be reached from a sandbox: without these, programs do not try.
  constexpr std::array<std::string_view, 5> services{"SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS",
                                                     "DOCKER_HOST", "DISPLAY", "WAYLAND_DISPLAY"};
  std::vector<std::string> result;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view name = std::string_view(*entry).substr(0, std::strcspn(*entry, "="));
    if (std::ranges::count(own, name) || (in_sandbox && std::ranges::count(services, name)))
      continue;
    result.emplace_back(*entry);
  }
  for (const std::string_view name : own) result.push_back(fmt::format("{}={}", name, folder));
  return result;
}

UniqueFd open_null() {
  int fd = -1;
  do fd = ::open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= 2);
  return UniqueFd(fd);
}

std::shared_mutex& open_files_are_copied() {
  static std::shared_mutex lock;
  return lock;
}

}  // namespace whittle
