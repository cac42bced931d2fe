/// A flag that threads wait for with `poll`: its descriptor is readable while the flag is set.
#pragma once

#include <poll.h>
#include <sys/eventfd.h>

#include "base/unique_fd.h"

namespace whittle {

class PollFlag {
 public:
  PollFlag() : fd_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

  /// May be called from any thread and from a signal handler.
  void set() const noexcept { ::eventfd_write(fd_.get(), 1); }
  /// Says whether it was set.
  bool clear() const noexcept {
    eventfd_t ignored = 0;
    return ::eventfd_read(fd_.get(), &ignored) == 0;
  }
  bool is_set() const noexcept {
    pollfd wait{fd_.get(), POLLIN, 0};
    return ::poll(&wait, 1, 0) == 1;
  }
  int fd() const { return fd_.get(); }

 private:
  UniqueFd fd_;
};

}  // namespace whittle
