// Starting a process costs as much as the parent is large if its memory is copied: 173 ms a fork
// with 2 GB. So the child borrows the parent's memory until it runs the program (CLONE_VM), and the
// parent stands still meanwhile (CLONE_VFORK). Until then the child may only make system calls: no
// allocation, no locks. What went wrong it leaves where the parent can see it.
//
// posix_spawn does the same but sets no limits, makes no namespaces and gives no pidfd.

#include "oracle/process_linux.h"

#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "oracle/program.h"

namespace whittle {
namespace {

struct Child {
  const Launch* launch;
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

int run_child(void* data) {
  Child& child = *static_cast<Child*>(data);
  const Launch& launch = *child.launch;
  const auto failed = [&](const char* step) {
    child.problem = errno;
    child.failed_step = step;
    ::_exit(127);
    return 0;
  };

  // Handlers of the parent must not run in its borrowed memory, and a test starts with none
  // ignored.
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &usual, nullptr);

  // Should we be killed, the test goes too.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A session of its own: one process group to kill, and no terminal to read from or to stop on.
  ::setsid();
  if (::dup2(launch.in, 0) < 0 || ::dup2(launch.out, 1) < 0 || ::dup2(launch.err, 2) < 0)
    return failed("take its input and output");
  // By writing "0" the writer itself joins. Without the group its strays are still looked for.
  if (launch.cgroup_procs >= 0) (void)!::write(launch.cgroup_procs, "0", 1);
  if (launch.sandbox)
    if (const char* const step = enter(*launch.sandbox)) return failed(step);
  // Not before: in a sandbox the path leads to another mount of the folder.
  if (::chdir(launch.folder.c_str())) return failed("enter its folder");

  // Ours are marked already; those of a program that whittle is a part of may not be.
  ::syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC);
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
  if (launch.sandbox) {
    // The shell in between could only say that it did not find the program.
    if (::access(command[0].c_str(), X_OK))
      return std::unexpected(cannot_run(command[0], command[0], errno));
    command = under_an_init(std::move(command));
  }
  const std::vector<char*> argv = pointers(command);
  const std::vector<char*> envp = pointers(*launch.environment);
  Child child{.launch = &launch, .argv = argv.data(), .envp = envp.data()};

  // One is enough: the caller stands still until the child has left it.
  alignas(16) static thread_local std::array<char, 64 * 1024> stack;
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  int pidfd = -1;
  const int flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD |
                    (launch.sandbox ? Sandbox::clone_flags() : 0);
  const pid_t pid = ::clone(run_child, stack.data() + stack.size(), flags, &child, &pidfd);
  const int problem = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);

  if (pid < 0)
    return fail(ErrorKind::test,
                fmt::format("{} cannot be started: {}", launch.command[0], std::strerror(problem)));
  Process process{pid, UniqueFd(pidfd)};
  if (!child.failed_step) return process;
  reap(process);
  if (*child.failed_step)
    return fail(ErrorKind::scratch,
                fmt::format("{} could not {} ({}): {}", launch.command[0], child.failed_step,
                            launch.folder, std::strerror(child.problem)));
  return std::unexpected(cannot_run(launch.command[0], launch.command[0], child.problem));
}

Ended reap(const Process& process) {
  // One that hangs in the kernel dies when that lets go of it; we do not wait for ever.
  pollfd ended{process.pidfd.get(), POLLIN, 0};
  while (::poll(&ended, 1, 5000) < 0 && errno == EINTR) {
  }
  int status = SIGKILL;
  if (ended.revents) ::waitpid(process.pid, &status, __WALL);
  if (WIFSIGNALED(status)) return {128 + WTERMSIG(status), WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

void adopt_orphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

std::vector<pid_t> children() {
  std::vector<pid_t> result;
  // An orphan is given to any one thread of ours.
  DIR* const threads = ::opendir("/proc/self/task");
  if (!threads) return result;
  while (const dirent* thread = ::readdir(threads)) {
    if (thread->d_name[0] == '.') continue;
    const UniqueFd list(::open(fmt::format("/proc/self/task/{}/children", thread->d_name).c_str(),
                               O_RDONLY | O_CLOEXEC));
    std::string text;
    std::array<char, 4096> part;
    for (ssize_t size; list && (size = ::read(list.get(), part.data(), part.size())) > 0;)
      text.append(part.data(), static_cast<std::size_t>(size));
    for (const char* at = text.c_str(); *at;) {
      char* end = nullptr;
      const long pid = std::strtol(at, &end, 10);
      if (end == at) break;
      result.push_back(static_cast<pid_t>(pid));
      at = *end ? end + 1 : end;
    }
  }
  ::closedir(threads);
  return result;
}

std::optional<bool> has_setting(pid_t pid, const std::string& setting) {
  std::ifstream file(fmt::format("/proc/{}/environ", pid), std::ios::binary);
  bool any = false;
  for (std::string entry; std::getline(file, entry, '\0'); any = true)
    if (entry == setting) return true;
  return any ? std::optional(false) : std::nullopt;
}

}  // namespace whittle
