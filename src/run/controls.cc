#include "run/controls.h"

#include <array>
#include <poll.h>

namespace whittle {

void Controls::pause(bool paused) {
  if (paused_.exchange(paused) == paused) return;
  if (paused)
    goes_on_.clear();
  else
    goes_on_.set();
}

void Controls::wait_while_paused(int stop_fd) const {
  if (!paused_) return;
  std::array<pollfd, 2> fds{{{goes_on_.fd(), POLLIN, 0}, {stop_fd, POLLIN, 0}}};
  while (::poll(fds.data(), fds.size(), -1) < 0) {  // a debugger may have stopped us
  }
}

}  // namespace whittle
