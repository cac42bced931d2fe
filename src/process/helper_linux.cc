#include "process/helper_linux.h"

#include <csignal>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace whittle {

pid_t fork_helper(std::span<const int> kept, const std::function<void()>& work) {
  sigset_t all, mask;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &mask);
  const pid_t child = ::fork();
  if (child == 0) {
    // First out of the way: one may have the number that another one is to get.
    const int count = static_cast<int>(kept.size());
    int moved[16];
    for (int i = 0; i < count && i < 16; ++i)
      moved[i] = ::fcntl(kept[static_cast<std::size_t>(i)], F_DUPFD, count);
    for (int i = 0; i < count && i < 16; ++i) ::dup2(moved[i], i);
    // An open pipe of ours would keep others waiting for its end.
    ::syscall(SYS_close_range, static_cast<unsigned>(count), ~0u, 0u);
    work();
    ::_exit(0);
  }
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  return child;
}

}  // namespace whittle
