#include "cli/interrupt.h"

#include <cassert>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
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

void add_to(int epoll, int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = fd;
  [[maybe_unused]] const int done = epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
  assert(done == 0);
}

bool readable(int fd, std::chrono::milliseconds within = {}) {
  pollfd poll_fd{fd, POLLIN, 0};
  return poll(&poll_fd, 1, static_cast<int>(within.count())) == 1;
}

}  // namespace

Interrupt::Interrupt(std::optional<std::chrono::microseconds> time_allowed) {
  const sigset_t set = stopping_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  noticed_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  epoll_ = epoll_create1(EPOLL_CLOEXEC);
  signals_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  add_to(epoll_, signals_);
  if (time_allowed) {
    timer_ = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    itimerspec when{};
    when.it_value.tv_sec = time_allowed->count() / 1'000'000;
    when.it_value.tv_nsec = time_allowed->count() % 1'000'000 * 1000;
    timerfd_settime(timer_, 0, &when, nullptr);
    add_to(epoll_, timer_);
  }
  watch_ = std::thread([this] { end_if_unnoticed(); });
}

Interrupt::~Interrupt() {
  eventfd_write(noticed_, 1);
  watch_.join();
  // What was taken as a reason to stop must not kill us once it is let through again.
  signalfd_siginfo info;
  while (read(signals_, &info, sizeof(info)) == sizeof(info)) {
  }
  for (int fd : {timer_, signals_, epoll_, noticed_})
    if (fd >= 0) close(fd);
  const sigset_t set = stopping_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

Interrupt::Reason Interrupt::reason() const {
  if (readable(signals_)) {
    eventfd_write(noticed_, 1);
    return Reason::user;
  }
  if (timer_ >= 0 && readable(timer_)) return Reason::time;
  return Reason::none;
}

void Interrupt::set_last_words(std::string words) {
  const std::scoped_lock guard(mutex_);
  last_words_ = std::move(words);
}

void Interrupt::end_if_unnoticed() {
  pollfd fds[] = {{signals_, POLLIN, 0}, {noticed_, POLLIN, 0}};
  while (poll(fds, 2, -1) < 0) {  // a debugger may have stopped us
  }
  if (readable(noticed_, patience)) return;
  const std::scoped_lock guard(mutex_);
  const std::string text = (isatty(2) ? "\r\x1b[K" : "") + last_words_;
  [[maybe_unused]] const ssize_t written = write(2, text.data(), text.size());
  _exit(exit_interrupted);
}

}  // namespace whittle
