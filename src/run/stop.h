/// Ends a run early: from another thread, from a signal handler, or because its time is over.
///
///     StopSwitch stop;
///     std::jthread watcher([&] { wait_for_the_user(); stop.stop(); });
///     reduce({.files = {"bug.c"}, .stop = &stop, ...}, observer);
///
/// A run that is stopped keeps the best it has found and ends within a second or so.
#pragma once

#include <chrono>
#include <optional>

#include "base/poll_flag.h"
#include "base/unique_fd.h"

namespace whittle {

class StopSwitch {
 public:
  /// Ends every run that uses this switch. May be called from any thread and from a signal handler.
  void stop() noexcept;
  bool is_stopped() const;
  /// Readable once `stop` was called.
  int fd() const { return stopped_.fd(); }

  /// A run calls this when it has seen the switch and is about to end.
  void acknowledge() noexcept;
  /// Waits until a run has acknowledged the switch; false if none did in time.
  bool acknowledged_within(std::chrono::milliseconds time) const;

 private:
  PollFlag stopped_, acknowledged_;
};

/// The reasons for which a run may have to stop, as one descriptor to wait for.
class StopReasons {
 public:
  enum class Reason { none, user, time };

  /// `by_caller` may be null; it must outlive this object. The time counts from now.
  StopReasons(StopSwitch* by_caller, std::optional<std::chrono::microseconds> time_allowed);

  /// Readable once there is a reason to stop.
  int fd() const { return any_.get(); }
  /// Why to stop. If the caller's switch is set, this acknowledges it.
  Reason reason() const;

 private:
  StopSwitch* by_caller_;
  UniqueFd timer_, any_;
};

}  // namespace whittle
