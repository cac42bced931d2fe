#include "process/marks_linux.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <random>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/unique_fd.h"

namespace whittle {
namespace {

std::mutex adopting;
std::size_t adopters = 0;
int adopted_before = 0;  // the setting of the embedding program

/// Marks of other processes are of no interest, but one of them may be an ancestor's: two that
/// start at random numbers of 62 bits do not meet.
Mark first_mark() {
  std::random_device random;
  return (Mark{random()} << 30 ^ random()) | Mark{1} << 61;
}

}  // namespace

Mark new_mark() {
  static std::atomic<Mark> next = first_mark();
  rlimit own{};
  ::getrlimit(RLIMIT_LOCKS, &own);
  Mark mark = next++;
  // We may run below another whittle: then the children of this program have that one's mark.
  return mark == own.rlim_cur ? next++ : mark;
}

void set_mark(Mark mark) {
  rlimit limit{};
  ::getrlimit(RLIMIT_LOCKS, &limit);
  limit.rlim_cur = mark;  // only the soft limit, so that a whittle below us can set its own
  ::setrlimit(RLIMIT_LOCKS, &limit);
}

bool has_mark(pid_t pid, Mark mark) {
  rlimit limit{};
  return ::prlimit(pid, RLIMIT_LOCKS, nullptr, &limit) == 0 && limit.rlim_cur == mark;
}

AdoptsOrphans::AdoptsOrphans() {
  const std::lock_guard lock(adopting);
  if (adopters++ > 0) return;
  ::prctl(PR_GET_CHILD_SUBREAPER, &adopted_before);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

AdoptsOrphans::~AdoptsOrphans() {
  const std::lock_guard lock(adopting);
  if (--adopters == 0) ::prctl(PR_SET_CHILD_SUBREAPER, adopted_before);
}

std::vector<pid_t> children() {
  std::vector<pid_t> result;
  // Mostly there is none: one call instead of three for each thread.
  siginfo_t ignored{};
  if (::waitid(P_ALL, 0, &ignored, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0 && errno == ECHILD)
    return result;
  // Each thread has a list of its own, and orphans are added to any one of them.
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

std::mutex& reaping() {
  static std::mutex lock;
  return lock;
}

}  // namespace whittle
