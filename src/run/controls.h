/// Steers a run from another thread: pauses it, or skips its current list.
///
///     Controls controls;
///     request.controls = &controls;
///     std::jthread keys([&] { if (user_presses_s()) controls.skip(); });
///     reduce(request, observer);
#pragma once

#include <atomic>

#include "base/poll_flag.h"

namespace whittle {

class Controls {
 public:
  Controls() { goes_on_.set(); }

  /// Skips the rest of the list of edits that is worked on. Takes effect when the next test ends.
  /// The journal stores where, so that a resumed run skips at the same place.
  void skip() { skip_ = true; }
  /// Whether `skip` was called since the last time.
  bool take_skip() { return skip_.exchange(false); }

  /// While it is paused, a run starts no test. Those that are running end.
  void pause(bool paused);
  bool is_paused() const { return paused_; }
  /// Waits until the run is not paused, or until `stop_fd` is readable.
  void wait_while_paused(int stop_fd) const;

 private:
  std::atomic<bool> skip_{false}, paused_{false};
  PollFlag goes_on_;  // readable while it is not paused
};

}  // namespace whittle
