/// Ctrl-C, SIGTERM and the end of the time allowed, as something to read from.
///
/// Nobody reads while whittle itself is busy, with the tree of many megabytes for example. So a
/// thread watches too: a signal that was not noticed after `patience` ends the process, in the way
/// `kill -9` would. That loses nothing: FILE is whole and the journal durable at every moment, and
/// tests die with us.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace whittle {

class Interrupt {
 public:
  enum class Reason { none, user, time };
  static constexpr std::chrono::milliseconds patience{700};

  /// From now on SIGINT, SIGTERM and SIGHUP no longer end the process at once.
  /// Requires: there is no other `Interrupt`.
  explicit Interrupt(std::optional<std::chrono::microseconds> time_allowed);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Readable once there is a reason to stop.
  int fd() const { return epoll_; }
  /// Who is told `user` has noticed, and is trusted to end in good time.
  Reason reason() const;

  /// What is printed if nobody notices.
  void set_last_words(std::string words);

 private:
  void end_if_unnoticed();

  std::mutex mutex_;
  std::string last_words_ = "whittle: interrupted\n";
  int signals_ = -1;
  int timer_ = -1;
  int epoll_ = -1;
  int noticed_ = -1;  // readable once somebody has, and when this ends
  std::thread watch_;
};

}  // namespace whittle
