/// Ctrl-C, SIGTERM and the end of the time allowed, as something to read from.
#pragma once

#include <chrono>
#include <optional>

namespace whittle {

class Interrupt {
 public:
  enum class Reason { none, user, time };

  /// From now on SIGINT, SIGTERM and SIGHUP no longer end the process at once.
  /// Requires: there is no other `Interrupt`.
  explicit Interrupt(std::optional<std::chrono::microseconds> time_allowed);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Readable once there is a reason to stop.
  int fd() const { return epoll_; }
  Reason reason() const;

 private:
  int signals_ = -1;
  int timer_ = -1;
  int epoll_ = -1;
};

}  // namespace whittle
