#include "cli/interrupt.h"

#include <cassert>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

namespace whittle {
namespace {

sigset_t stopping_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  return set;
}

void watch(int epoll, int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = fd;
  [[maybe_unused]] const int done = epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
  assert(done == 0);
}

bool readable(int fd) {
  pollfd poll_fd{fd, POLLIN, 0};
  return poll(&poll_fd, 1, 0) == 1;
}

}  // namespace

Interrupt::Interrupt(std::optional<std::chrono::microseconds> time_allowed) {
  const sigset_t set = stopping_signals();
  sigprocmask(SIG_BLOCK, &set, nullptr);
  epoll_ = epoll_create1(EPOLL_CLOEXEC);
  signals_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  watch(epoll_, signals_);
  if (time_allowed) {
    timer_ = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    itimerspec when{};
    when.it_value.tv_sec = time_allowed->count() / 1'000'000;
    when.it_value.tv_nsec = time_allowed->count() % 1'000'000 * 1000;
    timerfd_settime(timer_, 0, &when, nullptr);
    watch(epoll_, timer_);
  }
}

Interrupt::~Interrupt() {
  // What was taken as a reason to stop must not kill us once it is let through again.
  signalfd_siginfo info;
  while (read(signals_, &info, sizeof(info)) == sizeof(info)) {
  }
  for (int fd : {timer_, signals_, epoll_})
    if (fd >= 0) close(fd);
  const sigset_t set = stopping_signals();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

Interrupt::Reason Interrupt::reason() const {
  if (readable(signals_)) return Reason::user;
  if (timer_ >= 0 && readable(timer_)) return Reason::time;
  return Reason::none;
}

}  // namespace whittle
