#include "run/controls.h"

#include <array>
#include <poll.h>
#include <sys/eventfd.h>

namespace whittle {

Controls::Controls() : goes_on_(::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Controls::pause(bool paused) {
  if (paused_.exchange(paused) == paused) return;
  eventfd_t ignored = 0;
  if (paused)
    ::eventfd_read(goes_on_.get(), &ignored);
  else
    ::eventfd_write(goes_on_.get(), 1);
}

void Controls::wait_while_paused(int stop_fd) const {
  if (!paused_) return;
  std::array<pollfd, 2> fds{{{goes_on_.get(), POLLIN, 0}, {stop_fd, POLLIN, 0}}};
  while (::poll(fds.data(), fds.size(), -1) < 0) {  // a debugger may have stopped us
  }
}

}  // namespace whittle
