// Signals are read from a descriptor by a thread and not handled in a signal handler: a handler may
// call hardly anything, and it would interrupt a thread that may hold a lock.
#include "cli/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>
#include <utility>

#include "cli/exit_codes.h"

namespace whittle {
namespace {

sigset_t stopping_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  return set;
}

}  // namespace

Interrupt::Interrupt(StopSwitch& stop) : stop_(stop) {
  const sigset_t set = stopping_signals();
  // Blocked signals are read from a descriptor instead: a signal handler could do very little. The
  // thread inherits the mask.
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_ = UniqueFd(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  thread_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt() {
  ended_.set();
  thread_.join();
  // A pending signal, which has already stopped the run, must not kill the process when signals are
  // unblocked.
  signalfd_siginfo info;
  while (read(signals_.get(), &info, sizeof(info)) == sizeof(info)) {
  }
  const sigset_t set = stopping_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void Interrupt::set_last_words(std::string words) {
  const std::scoped_lock guard(mutex_);
  last_words_ = std::move(words);
}

void Interrupt::watch() {
  pollfd fds[] = {{signals_.get(), POLLIN, 0}, {ended_.fd(), POLLIN, 0}};
  while (poll(fds, 2, -1) < 0) {  // a debugger may have stopped us
  }
  if (fds[1].revents) return;
  stop_.stop();
  if (stop_.acknowledged_within(patience)) return;
  if (ended_.is_set()) return;  // the run ended before it could see the switch
  const std::scoped_lock guard(mutex_);
  // write and _exit, because the main thread may be anywhere: no destructor may run.
  const std::string text = (isatty(2) ? "\r\x1b[K" : "") + last_words_;
  [[maybe_unused]] const ssize_t written = write(2, text.data(), text.size());
  _exit(exit_interrupted);
}

}  // namespace whittle
