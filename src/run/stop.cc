#include "run/stop.h"

#include <cassert>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>

namespace whittle {
namespace {

bool is_readable(int fd, std::chrono::milliseconds within = {}) {
  pollfd wait{fd, POLLIN, 0};
  return ::poll(&wait, 1, static_cast<int>(within.count())) == 1;
}

void add_to(int epoll, int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = fd;
  [[maybe_unused]] const int done = ::epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
  assert(done == 0);
}

}  // namespace

void StopSwitch::stop() noexcept {
  stopped_.set();
}
bool StopSwitch::is_stopped() const {
  return stopped_.is_set();
}
void StopSwitch::acknowledge() noexcept {
  acknowledged_.set();
}
bool StopSwitch::acknowledged_within(std::chrono::milliseconds time) const {
  return is_readable(acknowledged_.fd(), time);
}

StopReasons::StopReasons(StopSwitch* by_caller,
                         std::optional<std::chrono::microseconds> time_allowed)
    : by_caller_(by_caller), any_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (by_caller_) add_to(any_.get(), by_caller_->fd());
  if (!time_allowed) return;
  timer_ = UniqueFd(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  itimerspec when{};
  when.it_value.tv_sec = time_allowed->count() / 1'000'000;
  when.it_value.tv_nsec = time_allowed->count() % 1'000'000 * 1000;
  ::timerfd_settime(timer_.get(), 0, &when, nullptr);
  add_to(any_.get(), timer_.get());
}

StopReasons::Reason StopReasons::reason() const {
  if (by_caller_ && by_caller_->is_stopped()) {
    by_caller_->acknowledge();
    return Reason::user;
  }
  return timer_ && is_readable(timer_.get()) ? Reason::time : Reason::none;
}

}  // namespace whittle
