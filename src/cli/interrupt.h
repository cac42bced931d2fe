/// Ctrl-C, SIGTERM and SIGHUP as a `StopSwitch`.
///
/// A run looks at its switch between two tests, and sees it late while whittle itself is busy, for
/// example with parsing many megabytes. So a thread waits as well: if the switch is not
/// acknowledged within `patience`, the process ends at once, as with `kill -9`. Nothing is lost by
/// that: FILE is whole and the journal is durable at every moment, and the tests die with the
/// process.
#pragma once

#include <chrono>
#include <mutex>
#include <string>
#include <thread>

#include "run/stop.h"

#include "base/unique_fd.h"

namespace whittle {

class Interrupt {
 public:
  static constexpr std::chrono::milliseconds patience{700};

  /// From now on these signals press the switch instead of ending the process.
  /// Requires: there is no other `Interrupt`; `stop` outlives it.
  explicit Interrupt(StopSwitch& stop);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// What is printed if the process has to end at once.
  void set_last_words(std::string words);

 private:
  void watch();

  StopSwitch& stop_;
  std::mutex mutex_;
  std::string last_words_ = "whittle: interrupted\n";
  UniqueFd signals_, ended_;
  std::thread thread_;
};

}  // namespace whittle
